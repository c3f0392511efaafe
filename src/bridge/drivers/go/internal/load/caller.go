package load

import (
	"math/rand/v2"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/library"
	"roundtrip/driver/internal/protocol"
	"roundtrip/driver/internal/record"
	"roundtrip/driver/internal/wire"
)

const (
	// Pause after a failure: immediate retries would only use CPU.
	afterFailureNs = 20e6
	// Pause of a caller that the rate limit blocks.
	blockedNs = 5e6
)

// caller sends requests one at a time.
type caller struct {
	session library.Session
	wire    *wire.Wire
	record  *record.Caller
	sleeper clock.Sleeper
	random  *rand.Rand
	perform func(calls []library.Call) error
	calls   []library.Call
	keys    []string
	nextKey int
	first   library.Call
	second  library.Call
	share   float64
}

// newCaller returns a caller; callers start at different keys and take them in turn.
func (l *Load) newCaller(number int) *caller {
	w := l.order.Workload
	session := l.client.Session()
	c := &caller{
		session: session,
		record:  l.recorder.Caller(number),
		wire:    l.wire,
		sleeper: l.clock.Sleeper(),
		random:  randomFor(w.Seed, mix, number),
		perform: performer(session, w.Batch),
		calls:   make([]library.Call, commandsOf(w.Batch)),
		keys:    l.order.Keys,
		nextKey: number * len(l.order.Keys) / w.Arrivals.Callers,
		first:   library.Call{Value: valueOf(w.Command, 0)},
	}
	if w.Batch.Kind == "multiKey" {
		// MGET reads no value; MSET writes that of the first command, whatever its kind.
		c.first.Value = 0
	} else if w.Second != nil {
		c.share = w.Second.Share
		c.second = library.Call{Value: valueOf(w.Second.Command, 1)}
	}
	return c
}

// commandsOf is the number of commands in a request.
func commandsOf(batch protocol.Batch) int {
	if batch.Kind == "none" {
		return 1
	}
	return max(1, batch.Size)
}

func valueOf(command protocol.Command, index int) int {
	if command.Kind == "get" {
		return library.Get
	}
	return index
}

func performer(session library.Session, batch protocol.Batch) func([]library.Call) error {
	switch batch.Kind {
	case "multiKey":
		if batch.ReplyPerKey {
			return session.MultiGet
		}
		return session.MultiSet
	case "pipeline":
		return session.Pipeline
	case "transaction":
		return func(calls []library.Call) error { return session.Transaction(calls, batch.RoundTrips) }
	}
	return func(calls []library.Call) error { return session.Single(calls[0]) }
}

// request sends one request that was due at a time. It returns when it ended, and whether with a reply.
func (c *caller) request(dueNs, calledNs int64) (endNs int64, ok bool) {
	for i := range c.calls {
		c.calls[i] = c.next()
	}
	times := record.Times{DueNs: dueNs, CalledNs: calledNs}
	c.record.Begin(times, c.keys[c.calls[0].Key])
	err := c.perform(c.calls)
	endNs = clock.Now()
	if err != nil && c.wire.IsStopped() {
		c.record.Abandon()
		return endNs, false
	}
	// A failed attempt may never have got a connection.
	times.SentNs = max(calledNs, c.session.BorrowedNs())
	c.record.End(times, endNs, err)
	return endNs, err == nil
}

func (c *caller) next() library.Call {
	call := c.first
	if c.share > 0 && c.random.Float64() < c.share {
		call = c.second
	}
	call.Key = c.nextKey
	c.nextKey++
	if c.nextKey == len(c.keys) {
		c.nextKey = 0
	}
	return call
}

// pause sleeps for some ns.
func (c *caller) pause(ns int64) { c.sleeper.Until(clock.Now() + ns) }
