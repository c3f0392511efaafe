// Package clock tells the time of the run and wakes callers at exact moments.
package clock

import (
	"container/heap"
	"sync"
	"time"
)

var start = time.Now()

// Now is the time since the program started, ns, on the monotonic clock.
func Now() int64 { return int64(time.Since(start)) }

// timer blocks its only waiter until it expires. Setting it again replaces the time.
type timer interface {
	set(delayNs int64)
	wait() error
}

// Clock wakes callers at given times. Go's own timers are late by up to 1 ms when nothing else runs, because
// its poller counts milliseconds: as long as ten requests.
type Clock struct {
	mu    sync.Mutex
	wakes wakes
	timer timer
}

type wake struct {
	atNs int64
	to   chan<- struct{}
}

type wakes []wake

func (w wakes) Len() int           { return len(w) }
func (w wakes) Less(i, j int) bool { return w[i].atNs < w[j].atNs }
func (w wakes) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *wakes) Push(x any)        { *w = append(*w, x.(wake)) }
func (w *wakes) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// Shared returns the clock of the process, for all its runs.
var Shared = sync.OnceValues(New)

// New starts a clock; it runs until the program ends.
func New() (*Clock, error) {
	timer, err := newTimer()
	if err != nil {
		return nil, err
	}
	c := &Clock{timer: timer}
	go c.run()
	return c, nil
}

// Sleeper is one caller that the clock wakes. Not for concurrent use.
type Sleeper struct {
	clock *Clock
	woken chan struct{}
}

// Sleeper returns a new sleeper.
func (c *Clock) Sleeper() Sleeper { return Sleeper{clock: c, woken: make(chan struct{}, 1)} }

// Until returns at a time of Now, or at once if it has passed.
func (s Sleeper) Until(atNs int64) {
	now := Now()
	if atNs <= now {
		return
	}
	c := s.clock
	c.mu.Lock()
	heap.Push(&c.wakes, wake{atNs, s.woken})
	if c.wakes[0].atNs == atNs {
		c.timer.set(atNs - now)
	}
	c.mu.Unlock()
	<-s.woken
}

func (c *Clock) run() {
	for c.timer.wait() == nil {
		c.mu.Lock()
		now := Now()
		for len(c.wakes) > 0 && c.wakes[0].atNs <= now {
			heap.Pop(&c.wakes).(wake).to <- struct{}{}
		}
		if len(c.wakes) > 0 {
			c.timer.set(c.wakes[0].atNs - now)
		}
		c.mu.Unlock()
	}
}
