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

// Packed names in lower case, as commands.name collects them.
const (
	nameGet   = 'g'<<16 | 'e'<<8 | 't'
	nameSet   = 's'<<16 | 'e'<<8 | 't'
	nameMget  = 'm'<<24 | nameGet
	nameMset  = 'm'<<24 | nameSet
	nameExec  = 'e'<<24 | 'x'<<16 | 'e'<<8 | 'c'
	namePing  = 'p'<<24 | 'i'<<16 | 'n'<<8 | 'g'
	nameMulti = 'm'<<32 | 'u'<<24 | 'l'<<16 | 't'<<8 | 'i'
)

func kindOf(name uint64) int {
	switch name {
	case nameGet:
		return get
	case nameSet:
		return set
	case nameMget:
		return mget
	case nameMset:
		return mset
	case nameMulti:
		return multi
	case nameExec:
		return exec
	case namePing:
		return ping
	}
	return others
}

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
	// The command's name, packed.
	name uint64
}

// scan reads the next written bytes. It adds complete commands to counts and passes keys (the second bulk
// string) to seen, if that is not nil. It runs after each write, so it takes as little time as it can.
func (c *commands) scan(b []byte, counts *[kinds]int64, seen func(key []byte)) {
	for i := 0; i < len(b); {
		if c.skip == 0 {
			i += c.line(b[i:])
			continue
		}
		n := min(c.skip, len(b)-i)
		if c.left == c.parts {
			c.collect(b[i : i+n])
		} else if seen != nil && c.left == c.parts-1 && n == c.skip && n >= 2 {
			seen(b[i : i+n-2])
		}
		i += n
		c.skip -= n
		if c.skip > 0 {
			continue
		}
		c.left--
		if c.left == 0 {
			counts[kindOf(c.name)]++
		}
	}
}

// collect packs bytes of a command's name.
func (c *commands) collect(b []byte) {
	for _, x := range b {
		if x >= 'A' {
			c.name = c.name<<8 | uint64(x|0x20)
		}
	}
}

// line reads bytes of a length line, and returns how many.
func (c *commands) line(b []byte) int {
	// Nearly all lines are whole and have one or two digits.
	if len(b) >= 5 && (b[0] == '$' || b[0] == '*') {
		if b[2] == '\r' {
			c.length(int(b[1]-'0'), b[0] == '*')
			return 4
		}
		if b[3] == '\r' {
			c.length(int(b[1]-'0')*10+int(b[2]-'0'), b[0] == '*')
			return 5
		}
	}
	for i, x := range b {
		switch {
		case x == '*':
			c.isArray = true
		case x == '\n':
			number, isArray := c.number, c.isArray
			c.number, c.isArray = 0, false
			c.length(number, isArray)
			return i + 1
		case x >= '0' && x <= '9':
			c.number = c.number*10 + int(x-'0')
		}
	}
	return len(b)
}

// length begins an array, or a bulk string.
func (c *commands) length(number int, isArray bool) {
	if isArray {
		c.left, c.parts, c.name = number, number, 0
	} else {
		c.skip = number + 2
	}
}
