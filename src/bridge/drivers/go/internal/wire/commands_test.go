package wire

import (
	"fmt"
	"strings"
	"testing"
)

func request(parts ...string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "*%d\r\n", len(parts))
	for _, part := range parts {
		fmt.Fprintf(&text, "$%d\r\n%s\r\n", len(part), part)
	}
	return text.String()
}

// Commands are counted in whatever pieces they are written.
func TestScan(t *testing.T) {
	text := request("HELLO", "3") + request("MULTI") + request("SET", "key:1", "*1\r\n$3\r\nGET\r\n", "PX", "60000") +
		request("get", "key:2") + request("EXEC") + request("MGET", "key:3", "key:4") + request("PING") +
		request("mset", "k", strings.Repeat("v", 1000)) + request("SET", "", "")
	want := [kinds]int64{get: 1, set: 2, mget: 1, mset: 1, multi: 1, exec: 1, ping: 1, others: 1}
	for size := 1; size <= len(text); size++ {
		var c commands
		var counts [kinds]int64
		var keys []string
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			c.scan([]byte(rest[:n]), &counts, func(key []byte) { keys = append(keys, string(key)) })
			rest = rest[n:]
		}
		if counts != want {
			t.Fatalf("in pieces of %d bytes: %v", size, counts)
		}
		if size == len(text) && strings.Join(keys, " ") != "3 key:1 key:2 key:3 k " {
			t.Errorf("keys %q", keys)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	text := []byte(request("set", "roundtrip:{0123456789abcdef}:00001234", "vvvvv", "px", "60000"))
	var c commands
	var counts [kinds]int64
	for b.Loop() {
		c.scan(text, &counts, nil)
	}
}
