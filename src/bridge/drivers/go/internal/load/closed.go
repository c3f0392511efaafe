package load

import "roundtrip/driver/internal/clock"

// startClosed starts callers that send their next request after the reply to the last and a think time. A
// request is due exactly then, even if the caller wakes later.
func (l *Load) startClosed() {
	a := l.order.Workload.Arrivals
	for number := range a.Callers {
		c := l.newCaller(number)
		think := sampler(a.ThinkUs, randomFor(l.order.Workload.Seed, thinks, number))
		startNs := clock.Now() + int64(a.RampUs*1000*float64(number)/float64(a.Callers))
		l.running.Go(func() { l.closedLoop(c, think, startNs) })
	}
}

func (l *Load) closedLoop(c *caller, think func() int64, dueNs int64) {
	c.sleeper.Until(dueNs)
	// When the caller woke from its latest sleep; 0 if it went on at once.
	wokenNs := clock.Now()
	for !l.isEnding.Load() {
		if !l.allowance.takes() {
			l.recorder.RateLimited()
			c.pause(blockedNs)
			dueNs, wokenNs = 0, 0
			continue
		}
		calledNs := max(dueNs, wokenNs)
		if dueNs == 0 {
			calledNs = clock.Now()
			dueNs = calledNs
		}
		endNs, ok := c.request(dueNs, calledNs)
		if !ok {
			endNs += afterFailureNs
		}
		wokenNs = 0
		dueNs = endNs + think()
		if dueNs > endNs || !ok {
			c.sleeper.Until(dueNs)
			wokenNs = clock.Now()
		}
	}
}
