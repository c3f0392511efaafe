package record

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Values of bucketOf in src/bridge/server/load/histogram.ts.
func TestBuckets(t *testing.T) {
	for ns, bucket := range map[int64]int{
		0: 0, 63: 63, 64: 64, 127: 127, 128: 128, 129: 128, 130: 129, 1000: 317, 1_000_000: 954,
		1 << 32: 1728, 1<<40 - 1: 2239, 1 << 40: 2239, 1 << 50: 2239,
	} {
		if got := bucketOf(ns); got != bucket {
			t.Errorf("%d ns: bucket %d, not %d", ns, got, bucket)
		}
	}
}

// A tally has each duration in exactly the bucket of the bridge.
func TestTally(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	one, all := newHistogram(), newHistogram()
	counts := map[int]int64{}
	var sum, least, most, count int64 = 0, mostNs, 0, 0
	for i := range 20_000 {
		ns := random.Int64N(1 << (1 + random.Int64N(40)))
		one.record(ns)
		counts[bucketOf(ns)]++
		sum, least, most, count = sum+ns, min(least, ns), max(most, ns), count+1
		if i%1000 == 999 {
			all.add(one)
			one.reset()
		}
	}
	tally := all.tally()
	if tally.Count != count || tally.SumNs != sum || *tally.MinNs != least || tally.MaxNs != most {
		t.Errorf("%d values, sum %d, from %d to %d; not %d, %d, %d, %d",
			tally.Count, tally.SumNs, *tally.MinNs, tally.MaxNs, count, sum, least, most)
	}
	if !slices.IsSorted(tally.Buckets) || len(tally.Buckets) != len(counts) {
		t.Errorf("%d buckets, not %d", len(tally.Buckets), len(counts))
	}
	for i, bucket := range tally.Buckets {
		if tally.Counts[i] != counts[bucket] {
			t.Errorf("bucket %d: %d, not %d", bucket, tally.Counts[i], counts[bucket])
		}
	}
}

func TestEmptyTally(t *testing.T) {
	if tally := newHistogram().tally(); tally.Count != 0 || tally.MinNs != nil || tally.Buckets == nil || tally.Counts == nil {
		t.Errorf("%+v", tally)
	}
}
