package record

import (
	"math/bits"

	"github.com/HdrHistogram/hdrhistogram-go"

	"roundtrip/driver/internal/protocol"
)

// The bridge's buckets (src/bridge/server/load/histogram.ts): 64 equal ones an octave, up to 2^40 ns.
const (
	subBits = 6
	sub     = 1 << subBits
	octaves = 40 - subBits + 1
	mostNs  = 1<<40 - 1
)

// bucketOf is the bridge's bucket of a duration.
func bucketOf(ns int64) int {
	if ns < sub {
		return int(ns)
	}
	shift := bits.Len64(uint64(ns)) - 1 - subBits
	within := int(ns>>shift) & (sub - 1)
	return min((shift+1)*sub+within, octaves*sub-1)
}

// histogram counts durations, with exact sum and extremes.
type histogram struct {
	hdr                 *hdrhistogram.Histogram
	sumNs, minNs, maxNs int64
}

// newHistogram has 128 buckets an octave, two in each of the bridge's: so converting them is exact.
func newHistogram() *histogram {
	return &histogram{hdr: hdrhistogram.New(1, mostNs, 2)}
}

func (h *histogram) record(ns int64) {
	ns = min(max(0, ns), mostNs)
	// It fails only beyond its range.
	_ = h.hdr.RecordValue(ns)
	h.sumNs += ns
	h.maxNs = max(h.maxNs, ns)
	if h.hdr.TotalCount() == 1 || ns < h.minNs {
		h.minNs = ns
	}
}

func (h *histogram) add(from *histogram) {
	if from.hdr.TotalCount() == 0 {
		return
	}
	if h.hdr.TotalCount() == 0 || from.minNs < h.minNs {
		h.minNs = from.minNs
	}
	h.hdr.Merge(from.hdr)
	h.sumNs += from.sumNs
	h.maxNs = max(h.maxNs, from.maxNs)
}

func (h *histogram) reset() {
	h.hdr.Reset()
	h.sumNs, h.minNs, h.maxNs = 0, 0, 0
}

// tally is the histogram in the bridge's buckets.
func (h *histogram) tally() protocol.Tally {
	tally := protocol.Tally{
		Buckets: []int{}, Counts: []int64{},
		Count: h.hdr.TotalCount(), SumNs: h.sumNs, MaxNs: h.maxNs,
	}
	if tally.Count > 0 {
		least := h.minNs
		tally.MinNs = &least
	}
	for _, bar := range h.hdr.Distribution() {
		if bar.Count == 0 {
			continue
		}
		bucket := bucketOf(bar.From)
		if last := len(tally.Buckets) - 1; last >= 0 && tally.Buckets[last] == bucket {
			tally.Counts[last] += bar.Count
			continue
		}
		tally.Buckets = append(tally.Buckets, bucket)
		tally.Counts = append(tally.Counts, bar.Count)
	}
	return tally
}
