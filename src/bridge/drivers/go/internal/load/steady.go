package load

import (
	"time"

	"roundtrip/driver/internal/clock"
)

const (
	steadyWindowNs = 500e6
	steadyWindows  = 4
	steadyShare    = 0.05
)

// untilSteady warms up for at least a time, and until the throughput is steady or the limit is reached. It
// tells which.
func (l *Load) untilSteady(least, most time.Duration) bool {
	startNs := clock.Now()
	rates := rates{atNs: startNs}
	isSteady := false
	l.reportUntil(true, max(least, most), func() bool {
		now := clock.Now()
		if now-rates.atNs >= steadyWindowNs {
			rates.add(l.recorder.Completed(), now)
			isSteady = rates.areSteady()
		}
		return isSteady && now-startNs >= least.Nanoseconds()
	})
	return isSteady
}

// rates are the throughputs of the latest windows, requests per ns.
type rates struct {
	completed int64
	atNs      int64
	windows   []float64
}

func (r *rates) add(completed, nowNs int64) {
	r.windows = append(r.windows, float64(completed-r.completed)/float64(nowNs-r.atNs))
	r.completed, r.atNs = completed, nowNs
	if len(r.windows) > steadyWindows {
		r.windows = r.windows[1:]
	}
}

// areSteady tells whether the latest windows differ by at most 5 % of the fastest.
func (r *rates) areSteady() bool {
	if len(r.windows) < steadyWindows {
		return false
	}
	slowest, fastest := r.windows[0], r.windows[0]
	for _, rate := range r.windows {
		slowest, fastest = min(slowest, rate), max(fastest, rate)
	}
	return fastest > 0 && fastest-slowest <= steadyShare*fastest
}
