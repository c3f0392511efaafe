package wire

// The commands that are counted by name.
const (
	get = iota
	set
	mget
	mset
	multi
	exec
	ping
	others
	kinds
)

var names = [kinds]string{get: "get", set: "set", mget: "mget", mset: "mset", multi: "multi", exec: "exec", ping: "ping"}

// commands finds the commands in a stream of written bytes, in whatever pieces they are written. A request is
// an array of bulk strings: `*2\r\n$3\r\nGET\r\n$1\r\nk\r\n`.
type commands struct {
	// Bulk strings left in the current command, and their number.
	left, parts int
	// Bytes left of the current bulk string, with its line end.
	skip int
	// In a line: the number so far, and whether it is the length of an array.
	number  int
	isArray bool
	kind    int
	name    [5]byte
	nameLen int
}

// scan reads the next written bytes. It adds complete commands to counts and passes keys (the second bulk
// string) to seen, if that is not nil.
func (c *commands) scan(b []byte, counts *[kinds]int64, seen func(key []byte)) {
	for i := 0; i < len(b); {
		if c.skip == 0 {
			i += c.line(b[i:])
			continue
		}
		n := min(c.skip, len(b)-i)
		switch c.left {
		case c.parts:
			c.nameLen += copy(c.name[c.nameLen:], b[i:i+n])
		case c.parts - 1:
			if seen != nil && n == c.skip && n >= 2 {
				seen(b[i : i+n-2])
			}
		}
		i += n
		c.skip -= n
		if c.skip > 0 {
			continue
		}
		if c.left == c.parts {
			c.kind = kindOf(c.name, c.nameLen)
		}
		c.left--
		if c.left == 0 {
			counts[c.kind]++
		}
	}
}

// line reads bytes of a length line, and returns how many.
func (c *commands) line(b []byte) int {
	for i, x := range b {
		switch {
		case x >= '0' && x <= '9':
			c.number = c.number*10 + int(x-'0')
		case x == '*':
			c.isArray = true
		case x == '\n':
			if c.isArray {
				c.left, c.parts, c.nameLen = c.number, c.number, 0
			} else {
				c.skip = c.number + 2
			}
			c.number, c.isArray = 0, false
			return i + 1
		}
	}
	return len(b)
}

// kindOf names a command by its first bytes, with the line end that follows them.
func kindOf(name [5]byte, length int) int {
	for i := range name {
		name[i] |= 0x20
	}
	// A line end, with the bit of lower case.
	const cr = '\r' | 0x20
	end := length
	for i := range length {
		if name[i] == cr {
			end = i
			break
		}
	}
	switch string(name[:end]) {
	case "get":
		return get
	case "set":
		return set
	case "mget":
		return mget
	case "mset":
		return mset
	case "multi":
		return multi
	case "exec":
		return exec
	case "ping":
		return ping
	}
	return others
}
