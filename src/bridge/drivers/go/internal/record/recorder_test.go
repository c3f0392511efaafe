package record

import (
	"errors"
	"io"
	"testing"
	"time"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/wire"
)

func TestReport(t *testing.T) {
	// The clock begins with the program, and the requests below were due up to 7 ms ago.
	time.Sleep(10 * time.Millisecond)
	r := New(3, wire.New())
	r.Start()
	now := clock.Now()
	answered := Times{DueNs: now - 5_000_000, CalledNs: now - 3_000_000, SentNs: now - 1_000_000}
	r.Caller(0).Begin(answered, "a")
	r.Caller(0).End(answered, now, nil)
	failed := Times{DueNs: now, CalledNs: now, SentNs: now}
	r.Caller(1).Begin(failed, "b")
	r.Caller(1).End(failed, now, errors.New("OOM command not allowed"))
	r.Caller(2).Begin(Times{DueNs: now - 7_000_000, CalledNs: now, SentNs: now}, "c")
	first := r.Report(true)
	if first.Issued != 3 || first.Completed != 1 || first.InProgress != 1 || first.Failures["OOM"] != 1 {
		t.Errorf("%+v", first)
	}
	if first.WaitCallerNs != 2_000_000 || first.WaitConnectionNs != 2_000_000 || first.Response.SumNs != 5_000_000 {
		t.Errorf("%+v", first)
	}
	if *first.OldestUs < 7_000 || first.InProgressUs < 12_000 || first.InProgressUs > 1_000_000 {
		t.Errorf("%+v", first)
	}
	r.Caller(2).Abandon()
	second := r.Report(false)
	if second.Issued != 0 || second.Completed != 0 || second.InProgress != 0 || len(second.Failures) != 0 {
		t.Errorf("%+v", second)
	}
}

type late struct{}

func (late) Error() string   { return "i/o timeout" }
func (late) Timeout() bool   { return true }
func (late) Temporary() bool { return true }

func TestReasons(t *testing.T) {
	for err, reason := range map[error]string{
		errors.New("OOM command not allowed when used memory > 'maxmemory'."): "OOM",
		errors.New("redis: connection pool timeout"):                          "timeout",
		errors.New("redigo: connection pool exhausted"):                       "connection",
		io.EOF: "connection",
		late{}: "timeout",
	} {
		if got := reasonOf(err); got != reason {
			t.Errorf("%v: %s, not %s", err, got, reason)
		}
	}
}
