package record

import (
	"math"
	"sync"
	"sync/atomic"

	"roundtrip/driver/internal/protocol"
	"roundtrip/driver/internal/wire"
)

const (
	// The callers with the lowest numbers are sampled.
	sampledCallers = 200
	// A sample ends after this many new requests, or one per caller if that is more.
	minRequests = 60
	// A sample starts up to this long after a report, never right after it: building a report takes time, which
	// would show. The delay varies, so that no periodic event is always missed.
	spreadNs = 80e6
	golden   = 0.618_033_988_75
)

// samples keeps single requests: ten times a second, for a moment, every request of the first callers, until
// each has made about one.
type samples struct {
	callers int
	most    int64
	startNs int64

	// Start of the next sample, at the first request from then on; the largest number during one.
	nextNs atomic.Int64
	// End of the latest sample; the largest number while it lasts.
	toNs atomic.Int64
	// Requests that may still start in it.
	left atomic.Int64

	mu     sync.Mutex
	fromNs int64
	turn   float64
	kept   protocol.RequestSample
}

func newSamples(callers int) *samples {
	callers = min(callers, sampledCallers)
	s := &samples{callers: callers, most: int64(max(minRequests, callers))}
	s.nextNs.Store(math.MaxInt64)
	return s
}

func (s *samples) start(nowNs int64) {
	s.startNs, s.fromNs = nowNs, nowNs
	s.plan(nowNs)
}

func (s *samples) plan(nowNs int64) {
	_, s.turn = math.Modf(s.turn + golden)
	s.nextNs.Store(nowNs + int64(spreadNs*s.turn))
}

// takes tells whether a request that starts now belongs to a sample. It starts a sample whose time has come.
func (s *samples) takes(caller int, nowNs int64) bool {
	if nowNs >= s.nextNs.Load() {
		s.mu.Lock()
		if nowNs >= s.nextNs.Load() {
			s.nextNs.Store(math.MaxInt64)
			s.fromNs = nowNs
			s.toNs.Store(math.MaxInt64)
			s.left.Store(s.most)
		}
		s.mu.Unlock()
	}
	if caller >= s.callers || s.left.Load() <= 0 {
		return false
	}
	left := s.left.Add(-1)
	if left == 0 {
		s.toNs.Store(nowNs)
	}
	return left >= 0
}

// overlaps tells whether a request that started at a time and ends now overlaps a sample.
func (s *samples) overlaps(caller int, startNs int64) bool {
	return startNs < s.toNs.Load() && caller < s.callers
}

// seen is what the wire saw of a request.
type seen struct {
	connection           int
	writtenNs, arrivedNs int64
	isObserved           bool
}

func (s *samples) keep(caller int, times Times, seen seen, endNs int64, failed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := &s.kept
	start, called, sent := s.us(times.DueNs), s.us(times.CalledNs), s.us(times.SentNs)
	end := s.us(endNs)
	written, arrived := sent, end
	connection := -1
	var unwritten, delivery *int64
	if seen.isObserved && seen.writtenNs >= times.SentNs && seen.arrivedNs <= endNs {
		connection = seen.connection
		written, arrived = s.us(seen.writtenNs), s.us(seen.arrivedNs)
		before, after := written-sent, end-arrived
		unwritten, delivery = &before, &after
	}
	k.Caller = append(k.Caller, caller)
	k.Connection = append(k.Connection, connection)
	k.StartUs = append(k.StartUs, start)
	k.WaitCallerUs = append(k.WaitCallerUs, called-start)
	k.WaitConnectionUs = append(k.WaitConnectionUs, sent-called)
	k.UnwrittenUs = append(k.UnwrittenUs, unwritten)
	k.AwayUs = append(k.AwayUs, arrived-written)
	k.DeliveryUs = append(k.DeliveryUs, delivery)
	k.Failed = append(k.Failed, boolean(failed))
}

// take returns the requests sampled since the last call; an unfinished sample in parts. Null: none.
func (s *samples) take(nowNs int64) *protocol.RequestSample {
	s.mu.Lock()
	defer s.mu.Unlock()
	isGoingOn := s.left.Load() > 0
	// A sample may have started while the report was made.
	toNs := max(nowNs, s.fromNs)
	if !isGoingOn {
		toNs = max(min(s.toNs.Load(), nowNs), s.fromNs)
	}
	sample := s.kept
	sample.FromUs, sample.ToUs = s.us(s.fromNs), s.us(toNs)
	s.kept = protocol.RequestSample{}
	s.fromNs = toNs
	if isGoingOn {
		s.left.Store(s.most)
	} else if s.nextNs.Load() == math.MaxInt64 {
		s.plan(nowNs)
	}
	if sample.Caller == nil {
		if sample.FromUs == sample.ToUs {
			return nil
		}
		sample = emptySample(sample)
	}
	return &sample
}

// emptySample has lists instead of nulls.
func emptySample(s protocol.RequestSample) protocol.RequestSample {
	s.Caller, s.Connection, s.Failed = []int{}, []int{}, []int{}
	s.StartUs, s.WaitCallerUs, s.WaitConnectionUs, s.AwayUs = []int64{}, []int64{}, []int64{}, []int64{}
	s.UnwrittenUs, s.DeliveryUs = []*int64{}, []*int64{}
	return s
}

func (s *samples) us(ns int64) int64 {
	return int64(math.Round(float64(ns-s.startNs) / 1000))
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// observe turns the wire's answer into what was seen.
func observe(w *wire.Wire, sight *wire.Sight) seen {
	connection, writtenNs, arrivedNs, ok := w.Unwatch(sight)
	return seen{connection, writtenNs, arrivedNs, ok}
}
