package roundtrip.driver.measure;

import java.util.stream.IntStream;
import org.HdrHistogram.HistogramIterationValue;
import roundtrip.driver.report.Tally;

/**
 * The bridge's histogram buckets: 64 equal buckets an octave, as in {@code server/load/histogram.ts}. A bucket of
 * HdrHistogram with three digits lies within one of them, so that the conversion changes no count.
 */
public final class Buckets {
  private static final int SUB_BITS = 6;
  private static final int SUB = 1 << SUB_BITS;
  private static final int COUNT = (40 - SUB_BITS + 1) * SUB;

  private Buckets() {}

  /** Bucket of a number of nanoseconds; 2^40 ns (18 minutes) and above share the last. */
  public static int bucketOf(long ns) {
    if (ns < SUB) return (int) ns;
    int shift = 63 - Long.numberOfLeadingZeros(ns) - SUB_BITS;
    long within = (ns >>> shift) & (SUB - 1);
    return (int) Math.min((shift + 1L) * SUB + within, COUNT - 1);
  }

  /** Converts the response times of a report. */
  static Tally tallyOf(Stripe.Totals totals) {
    if (totals.completed == 0) return new Tally(new int[0], new long[0], 0, 0, null, 0);
    long[] counts = new long[COUNT];
    for (HistogramIterationValue each : totals.response.recordedValues())
      counts[bucketOf(each.getValueIteratedTo())] += each.getCountAddedInThisIterationStep();
    int[] buckets = IntStream.range(0, COUNT).filter(bucket -> counts[bucket] > 0).toArray();
    long[] filled = IntStream.of(buckets).mapToLong(bucket -> counts[bucket]).toArray();
    return new Tally(
        buckets, filled, totals.completed, totals.responseNs, totals.minNs, totals.maxNs);
  }
}
