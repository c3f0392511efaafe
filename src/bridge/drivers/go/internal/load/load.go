// Package load runs an order: it connects, warms up, measures and reports.
package load

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/library"
	"roundtrip/driver/internal/protocol"
	"roundtrip/driver/internal/record"
	"roundtrip/driver/internal/wire"
)

const (
	reportEvery = 100 * time.Millisecond
	// Time to wait for replies after the end; later ones count as lost.
	drain = 2 * time.Second
	// Time to wait after a stop for callers to end, so that all their commands are counted.
	settle = 50 * time.Millisecond
	// Time to wait after a whole run for its goroutines and its library to end.
	leave = 500 * time.Millisecond
)

// processors is what Go chose at the start of the process; an order may choose otherwise.
var processors = runtime.GOMAXPROCS(0)

// Load is one run.
type Load struct {
	order     *protocol.Order
	wire      *wire.Wire
	stopped   <-chan struct{}
	send      func(message any)
	clock     *clock.Clock
	client    library.Client
	recorder  *record.Recorder
	allowance *allowance
	// Goroutines of the callers and of the arrivals.
	running sync.WaitGroup
	// Set when no caller may start another request.
	isEnding atomic.Bool
	// Whether no request was left without a reply.
	isComplete bool
}

// New returns a run that has not connected. It sends its messages with send; all from one goroutine. The
// channel stopped closes when the bridge stops the run; the wire is stopped before.
func New(order *protocol.Order, w *wire.Wire, stopped <-chan struct{}, send func(message any)) *Load {
	return &Load{order: order, wire: w, stopped: stopped, send: send}
}

// Connect opens the connections. Its error is a sentence for the user; none if the run was stopped.
func (l *Load) Connect() error {
	wanted := processors
	if kind := l.order.Client.Runtime.Kind; kind == "goroutines" && l.order.Client.Runtime.GOMAXPROCS > 0 {
		wanted = l.order.Client.Runtime.GOMAXPROCS
	}
	runtime.GOMAXPROCS(wanted)
	opened := make(chan error, 1)
	go func() { opened <- l.open() }()
	select {
	case err := <-opened:
		return err
	case <-l.stopped:
		return nil
	}
}

func (l *Load) open() error {
	dial, err := l.wire.Dialer(l.order.Access)
	if err != nil {
		return err
	}
	if l.client, err = library.Open(l.order, dial); err != nil {
		return err
	}
	if err := l.client.Warm(); err != nil {
		return fmt.Errorf("The driver could not connect to Redis: %w.", err)
	}
	l.clock, err = clock.Shared()
	return err
}

// Run sends the requests of the order until its time is over or the run is stopped.
func (l *Load) Run() {
	arrivals := l.order.Workload.Arrivals
	l.recorder = record.New(arrivals.Callers, l.wire)
	l.allowance = newAllowance(l.order.CommandsPerSec, commandsOf(l.order.Workload.Batch))
	l.recorder.Start()
	if arrivals.Kind == "closed" {
		l.startClosed()
	} else {
		l.startOpen()
	}
	l.warmUp()
	l.report(false, milliseconds(l.order.MeasuredMs))
	l.isEnding.Store(true)
	l.send(protocol.Measured{Kind: "measured"})
	l.await(drain)
	l.isComplete = l.recorder.IsIdle()
}

// Close ends all that is left of a run, after its wire has stopped. It tells whether nothing is left: then
// another run in this process has it to itself.
func (l *Load) Close() bool {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		l.client.Close()
		l.running.Wait()
	}()
	select {
	case <-closed:
		return l.isComplete
	case <-l.stopped:
		return false
	case <-time.After(leave):
		return false
	}
}

// warmUp lasts as ordered, and on until the throughput is steady if that is ordered.
func (l *Load) warmUp() {
	startNs := clock.Now()
	warmup := milliseconds(l.order.WarmupMs)
	var isSteady *bool
	switch steady := l.order.Steady; {
	case steady != nil:
		found := l.untilSteady(warmup, milliseconds(steady.MaxWarmupMs))
		isSteady = &found
	case warmup > 0:
		l.report(true, warmup)
	}
	warmupUs := (clock.Now() - startNs) / 1000
	l.send(protocol.Measuring{Kind: "measuring", WarmupUs: warmupUs, IsSteady: isSteady})
}

// report sends reports for a time, the last at its end, or until a stop.
func (l *Load) report(isWarmup bool, length time.Duration) {
	l.reportUntil(isWarmup, length, func() bool { return false })
}

// reportUntil ends also when isDone says so after a report.
func (l *Load) reportUntil(isWarmup bool, length time.Duration, isDone func() bool) {
	ticks := time.NewTicker(reportEvery)
	defer ticks.Stop()
	end := time.NewTimer(length)
	defer end.Stop()
	for {
		isLast := false
		select {
		case <-ticks.C:
		case <-end.C:
			isLast = true
		case <-l.stopped:
			isLast = true
		}
		l.send(protocol.Reporting{Kind: "report", Report: l.recorder.Report(isWarmup)})
		if isLast || isDone() {
			return
		}
	}
}

// await waits until no request is in progress; after a stop only for a moment.
func (l *Load) await(longest time.Duration) {
	ticks := time.NewTicker(2 * time.Millisecond)
	defer ticks.Stop()
	end, stopped := time.After(longest), l.stopped
	for !l.recorder.IsIdle() {
		select {
		case <-ticks.C:
		case <-end:
			return
		case <-stopped:
			end, stopped = time.After(settle), nil
		}
	}
}

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
