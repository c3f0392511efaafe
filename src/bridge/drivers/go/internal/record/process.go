package record

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"roundtrip/driver/internal/clock"
	"roundtrip/driver/internal/protocol"
)

// process measures what this process uses, all its threads included, ended ones too.
type process struct {
	atNs  int64
	usage syscall.Rusage
	gc    debug.GCStats
}

// use is the use since the last call.
func (p *process) use() protocol.ProcessUse {
	now := clock.Now()
	var usage syscall.Rusage
	gcBefore := p.gc.PauseTotal
	debug.ReadGCStats(&p.gc)
	gcUs := float64((p.gc.PauseTotal - gcBefore).Nanoseconds()) / 1000
	use := protocol.ProcessUse{GCUs: &gcUs, ResidentBytes: residentBytes()}
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) == nil {
		before := p.usage
		cores := float64(cpuTime(usage)-cpuTime(before)) / float64(max(1, now-p.atNs))
		voluntary := int64(usage.Nvcsw - before.Nvcsw)
		involuntary := int64(usage.Nivcsw - before.Nivcsw)
		use.Cores, use.VoluntarySwitches, use.InvoluntarySwitches = &cores, &voluntary, &involuntary
	}
	p.atNs, p.usage = now, usage
	return use
}

func cpuTime(usage syscall.Rusage) time.Duration {
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// residentBytes is null where there is no /proc.
func residentBytes() *int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return nil
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return nil
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return nil
	}
	bytes := pages * int64(os.Getpagesize())
	return &bytes
}
