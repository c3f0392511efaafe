package roundtrip.driver.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import roundtrip.driver.report.Tally;

/** The buckets are those of the bridge. */
final class BucketsTest {
  private static final int BUCKETS = 35 * 64;

  /** As {@code startOf} in {@code server/load/histogram.ts}. */
  private static long startOf(int bucket) {
    int octave = bucket / 64;
    int within = bucket % 64;
    return octave == 0 ? within : (64L + within) << (octave - 1);
  }

  @Test
  void beginAndEndWhereTheBridgesDo() {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      assertEquals(bucket, Buckets.bucketOf(startOf(bucket)));
      assertEquals(bucket, Buckets.bucketOf(startOf(bucket + 1) - 1));
    }
    assertEquals(BUCKETS - 1, Buckets.bucketOf(1L << 45));
  }

  @Test
  void getEveryValueOfTheHistogram() {
    Stripe stripe = new Stripe();
    CallerRecord caller = stripe.newCaller();
    long[] expected = new long[BUCKETS];
    SplittableRandom random = new SplittableRandom(1);
    long sum = 0;
    for (int i = 0; i < 100_000; i++) {
      long ns = (long) Math.pow(2, 39 * random.nextDouble());
      caller.end(0, ns, 0, 0);
      expected[Buckets.bucketOf(ns)]++;
      sum += ns;
    }
    Stripe.Totals totals = new Stripe.Totals();
    stripe.takeInto(totals, 0);
    Tally tally = Buckets.tallyOf(totals);
    assertEquals(100_000, tally.count());
    assertEquals(sum, tally.sumNs());
    long counted = 0;
    for (int i = 0; i < tally.buckets().length; i++) {
      assertEquals(expected[tally.buckets()[i]], tally.counts()[i]);
      assertTrue(i == 0 || tally.buckets()[i] > tally.buckets()[i - 1]);
      counted += tally.counts()[i];
    }
    assertEquals(tally.count(), counted);
  }
}
