//go:build !linux

package clock

import "time"

// runtimeTimer is Go's own timer, for systems without timerfd.
type runtimeTimer struct{ timer *time.Timer }

func newTimer() (timer, error) { return runtimeTimer{time.NewTimer(time.Hour)}, nil }

func (t runtimeTimer) set(delayNs int64) { t.timer.Reset(time.Duration(delayNs)) }

func (t runtimeTimer) wait() error {
	<-t.timer.C
	return nil
}
