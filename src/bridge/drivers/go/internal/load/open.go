package load

import (
	"sync"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/protocol"
)

// Arrivals closer than this share one waking of the pacer.
const grainNs = 20_000

// startOpen starts arrivals that do not wait for replies. A request is due when it arrives; if no caller is
// free it waits in a queue, and beyond the queue's limit it is shed.
func (l *Load) startOpen() {
	w := l.order.Workload
	q := &queue{most: w.Arrivals.MaxBacklog}
	workers := make([]*worker, 0, w.Arrivals.Callers)
	for number := w.Arrivals.Callers - 1; number >= 0; number-- {
		worker := &worker{caller: l.newCaller(number), work: make(chan int64, 1)}
		q.free = append(q.free, worker)
		workers = append(workers, worker)
		l.running.Go(func() { l.serve(q, worker) })
	}
	l.running.Go(func() {
		l.pace(q)
		// Nobody else gives work.
		for _, worker := range workers {
			close(worker.work)
		}
	})
}

// worker is a caller that gets the due times of its requests.
type worker struct {
	caller *caller
	work   chan int64
}

func (l *Load) serve(q *queue, w *worker) {
	for dueNs := range w.work {
		for !l.isEnding.Load() {
			_, ok := w.caller.request(dueNs, max(dueNs, clock.Now()))
			if !ok {
				w.caller.pause(afterFailureNs)
			}
			var isMore bool
			if dueNs, isMore = q.next(w); !isMore {
				break
			}
		}
	}
}

func (l *Load) pace(q *queue) {
	a := l.order.Workload.Arrivals
	sleeper := l.clock.Sleeper()
	meanUs := 1e6 * float64(a.BurstSize) / a.RatePerSec
	dist := protocol.Dist{Kind: "constant", Value: meanUs}
	if a.Process == "poisson" {
		dist = protocol.Dist{Kind: "exponential", Mean: meanUs}
	}
	// In µs: rounding each gap to ns would change the rate.
	gap := drawer(dist, randomFor(l.order.Workload.Seed, arrivals, 0))
	startNs := clock.Now()
	dueUs := gap()
	for !l.isEnding.Load() {
		dueNs := startNs + int64(dueUs*1000)
		if now := clock.Now(); dueNs > now {
			sleeper.Until(max(dueNs, now+grainNs))
			continue
		}
		for range a.BurstSize {
			l.arrive(q, dueNs)
		}
		dueUs += gap()
	}
}

func (l *Load) arrive(q *queue, dueNs int64) {
	if !l.allowance.takes() {
		l.recorder.RateLimited()
		l.recorder.Shed()
		return
	}
	if !q.add(dueNs) {
		l.recorder.Shed()
	}
}

// queue holds arrivals that no caller was free for, and the free callers: the last one that became free is
// the next to work.
type queue struct {
	mu      sync.Mutex
	waiting []int64
	first   int
	most    int
	free    []*worker
}

// add gives an arrival to a free caller or queues it; false if there is no room.
func (q *queue) add(dueNs int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if last := len(q.free) - 1; last >= 0 {
		q.free[last].work <- dueNs
		q.free = q.free[:last]
		return true
	}
	if len(q.waiting)-q.first >= q.most {
		return false
	}
	if q.first > 1024 && q.first*2 > len(q.waiting) {
		q.waiting = append(q.waiting[:0], q.waiting[q.first:]...)
		q.first = 0
	}
	q.waiting = append(q.waiting, dueNs)
	return true
}

// next is the next arrival for a caller; if there is none the caller is free.
func (q *queue) next(w *worker) (int64, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.first == len(q.waiting) {
		q.free = append(q.free, w)
		return 0, false
	}
	dueNs := q.waiting[q.first]
	q.first++
	return dueNs, true
}
