package wire

import "sync/atomic"

// Sight observes one request on its way: which connection wrote it, and when. The libraries do not tell, so
// the written bytes are searched for the request's key.
type Sight struct {
	key       string
	isWatched bool
	conn      atomic.Pointer[Conn]
	writtenNs atomic.Int64
}

// Watch observes the next write of a key. It observes nothing while another sight watches the same key.
func (w *Wire) Watch(s *Sight, key string) {
	s.key = key
	s.conn.Store(nil)
	w.mu.Lock()
	_, isTaken := w.sights[key]
	s.isWatched = !isTaken
	if s.isWatched {
		w.sights[key] = s
	}
	w.mu.Unlock()
	if s.isWatched {
		w.watched.Add(1)
	}
}

// Unwatch ends the observation. It returns the connection's number, when the request was written and when the
// latest data arrived there; ok is false if that was not observed.
func (w *Wire) Unwatch(s *Sight) (connection int, writtenNs, arrivedNs int64, ok bool) {
	if !s.isWatched {
		return -1, 0, 0, false
	}
	s.isWatched = false
	w.mu.Lock()
	delete(w.sights, s.key)
	w.mu.Unlock()
	w.watched.Add(-1)
	conn := s.conn.Load()
	if conn == nil {
		return -1, 0, 0, false
	}
	writtenNs, arrivedNs = s.writtenNs.Load(), conn.arrivedNs.Load()
	return conn.Index, writtenNs, arrivedNs, arrivedNs >= writtenNs
}

// see notes a written key. The first write counts.
func (w *Wire) see(key []byte, c *Conn, nowNs int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.sights[string(key)]
	if s == nil || s.conn.Load() != nil {
		return
	}
	s.writtenNs.Store(nowNs)
	s.conn.Store(c)
}
