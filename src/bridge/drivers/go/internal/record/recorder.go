// Package record counts and times the requests of all callers, and reports them.
package record

import (
	"errors"
	"io"
	"net"
	"regexp"
	"runtime"
	"sync"
	"sync/atomic"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/protocol"
	"roundtrip/driver/internal/wire"
)

// Times are the moments of one request, on the run's clock.
type Times struct {
	// When it should have started.
	DueNs int64
	// When a caller called the library.
	CalledNs int64
	// When it had a connection; the call if the library lends none.
	SentNs int64
}

// Recorder records for all callers. Each caller writes to one of a few shards, so that callers seldom meet.
type Recorder struct {
	wire    *wire.Wire
	callers []*Caller
	shards  []shard
	samples *samples
	process process
	shed    atomic.Int64
	limited atomic.Bool

	// State of the reports, all of one goroutine.
	startNs, reportedNs int64
	reported            totals
	spare, merged       *histogram
}

// totals count since the start.
type totals struct {
	issued, completed, failed, shed int64
	waitCallerNs, waitConnectionNs  int64
	// Time that requests spent in the system, up to now: of ended ones, and of those in progress so far.
	presenceNs int64
}

type shard struct {
	mu        sync.Mutex
	histogram *histogram
	totals    totals
	lastNs    int64
	failures  map[string]int64
	lastError string
	_         [64]byte // Neighbours on one cache line would slow each other.
}

// New returns a recorder for a number of callers.
func New(callers int, w *wire.Wire) *Recorder {
	r := &Recorder{
		wire:    w,
		shards:  make([]shard, min(callers, 4*runtime.GOMAXPROCS(0))),
		samples: newSamples(callers),
		spare:   newHistogram(),
		merged:  newHistogram(),
	}
	for i := range r.shards {
		r.shards[i].histogram = newHistogram()
		r.shards[i].failures = map[string]int64{}
	}
	for number := range callers {
		r.callers = append(r.callers, &Caller{recorder: r, number: number, shard: &r.shards[number%len(r.shards)]})
	}
	return r
}

// Start begins the run.
func (r *Recorder) Start() {
	r.startNs = clock.Now()
	r.reportedNs = r.startNs
	r.samples.start(r.startNs)
	r.process.use()
}

// Shed counts an arrival that no caller was free for and no queue had room for.
func (r *Recorder) Shed() { r.shed.Add(1) }

// RateLimited notes that a request waited for the limit of the order.
func (r *Recorder) RateLimited() { r.limited.Store(true) }

// Caller returns the part of the recorder for one caller.
func (r *Recorder) Caller(number int) *Caller { return r.callers[number] }

// Completed is the number of completed requests since the start.
func (r *Recorder) Completed() int64 {
	var completed int64
	for i := range r.shards {
		s := &r.shards[i]
		s.mu.Lock()
		completed += s.totals.completed
		s.mu.Unlock()
	}
	return completed
}

// IsIdle tells whether no request is in progress.
func (r *Recorder) IsIdle() bool {
	inProgress, _, _ := r.inProgress(0)
	return inProgress == 0
}

// inProgress counts requests in progress, their time so far, and the earliest start.
func (r *Recorder) inProgress(nowNs int64) (count, presenceNs, oldestNs int64) {
	oldestNs = nowNs
	for _, caller := range r.callers {
		// Stored with 1 added, so that 0 is none.
		since := caller.since.Load() - 1
		if since < 0 {
			continue
		}
		count++
		presenceNs += nowNs - since
		oldestNs = min(oldestNs, since)
	}
	return count, presenceNs, oldestNs
}

// Caller records the requests of one caller; not for concurrent use.
type Caller struct {
	recorder *Recorder
	number   int
	shard    *shard
	since    atomic.Int64
	sight    wire.Sight
	isSeen   bool
}

// Begin starts a request that was due at a time. Its first command has the given key.
func (c *Caller) Begin(times Times, key string) {
	c.since.Store(times.DueNs + 1)
	c.isSeen = c.recorder.samples.takes(c.number, times.CalledNs)
	if c.isSeen {
		c.recorder.wire.Watch(&c.sight, key)
	}
}

// End records a reply, or a failure.
func (c *Caller) End(times Times, nowNs int64, err error) {
	s := c.shard
	s.mu.Lock()
	s.totals.presenceNs += nowNs - times.DueNs
	if err == nil {
		s.lastNs = nowNs
		s.totals.completed++
		s.totals.waitCallerNs += times.CalledNs - times.DueNs
		s.totals.waitConnectionNs += times.SentNs - times.CalledNs
		s.histogram.record(nowNs - times.DueNs)
	} else {
		s.totals.failed++
		s.failures[reasonOf(err)]++
		s.lastError = err.Error()
	}
	s.mu.Unlock()
	c.since.Store(0)
	var saw seen
	if c.isSeen {
		saw = observe(c.recorder.wire, &c.sight)
	}
	if samples := c.recorder.samples; samples.overlaps(c.number, times.DueNs) {
		samples.keep(c.number, times, saw, nowNs, err != nil)
	}
}

// Abandon ends a request that failed only because the run was stopped. It counts nowhere.
func (c *Caller) Abandon() {
	if c.isSeen {
		observe(c.recorder.wire, &c.sight)
	}
	c.since.Store(0)
}

// Report is the activity since the last report. Only one goroutine may call it.
func (r *Recorder) Report(isWarmup bool) *protocol.Report {
	now := clock.Now()
	r.merged.reset()
	var sum totals
	var lastNs int64
	failures := map[string]int64{}
	var lastError *string
	for i := range r.shards {
		s := &r.shards[i]
		s.mu.Lock()
		s.histogram, r.spare = r.spare, s.histogram
		sum.completed += s.totals.completed
		sum.failed += s.totals.failed
		sum.waitCallerNs += s.totals.waitCallerNs
		sum.waitConnectionNs += s.totals.waitConnectionNs
		sum.presenceNs += s.totals.presenceNs
		lastNs = max(lastNs, s.lastNs)
		for reason, count := range s.failures {
			failures[reason] += count
		}
		clear(s.failures)
		if s.lastError != "" {
			message := shortened(s.lastError)
			lastError = &message
			s.lastError = ""
		}
		s.mu.Unlock()
		r.merged.add(r.spare)
		r.spare.reset()
	}
	inProgress, presenceNs, oldestNs := r.inProgress(now)
	sum.presenceNs += presenceNs
	sum.shed = r.shed.Load()
	// A request that ends between these readings is counted with the next report.
	sum.issued = max(r.reported.issued, sum.completed+sum.failed+inProgress)
	before := r.reported
	report := &protocol.Report{
		AtUs:             (now - r.startNs) / 1000,
		IntervalUs:       (now - r.reportedNs) / 1000,
		IsWarmup:         isWarmup,
		Issued:           sum.issued - before.issued,
		Completed:        sum.completed - before.completed,
		Shed:             sum.shed - before.shed,
		Failures:         failures,
		InProgress:       inProgress,
		InProgressUs:     float64(max(0, sum.presenceNs-before.presenceNs)) / 1000,
		Response:         r.merged.tally(),
		WaitCallerNs:     sum.waitCallerNs - before.waitCallerNs,
		WaitConnectionNs: sum.waitConnectionNs - before.waitConnectionNs,
		Look:             r.samples.take(now),
		Use:              r.process.use(),
		LastError:        lastError,
		WasRateLimited:   r.limited.Swap(false),
	}
	if inProgress > 0 {
		oldestUs := (now - oldestNs) / 1000
		report.OldestUs = &oldestUs
		// A reply may have come since `now` was read.
		report.SilentMs = max(0, (now-max(lastNs, oldestNs))/1e6)
	}
	r.reported, r.reportedNs = sum, now
	return report
}

const longestError = 200

func shortened(message string) string {
	return message[:min(len(message), longestError)]
}

var firstWord = regexp.MustCompile(`^([A-Z]{2,})\b`)
var lateWords = regexp.MustCompile(`(?i)timed? ?out`)

// reasonOf names a failure: the first word of Redis' error, or timeout or connection for the client's own.
func reasonOf(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "connection"
	}
	message := err.Error()
	if word := firstWord.FindString(message); word != "" {
		return word
	}
	var network net.Error
	if errors.As(err, &network) && network.Timeout() || lateWords.MatchString(message) {
		return "timeout"
	}
	return "connection"
}
