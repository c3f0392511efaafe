package library

import "roundtrip/driver/internal/clock"

// borrowedKey is a key that notes when a command is encoded. go-redis encodes right after it has borrowed a
// connection, on the caller's goroutine, and shows that moment in no other way.
type borrowedKey struct {
	name []byte
	atNs int64
}

// MarshalBinary is called by go-redis while it encodes. A retry encodes again; the first time counts.
func (k *borrowedKey) MarshalBinary() ([]byte, error) {
	if k.atNs == 0 {
		k.atNs = clock.Now()
	}
	return k.name, nil
}

// use makes the key ready for the next request.
func (k *borrowedKey) use(name string) *borrowedKey {
	k.name = append(k.name[:0], name...)
	k.atNs = 0
	return k
}
