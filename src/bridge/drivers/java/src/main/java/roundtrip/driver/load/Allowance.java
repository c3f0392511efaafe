package roundtrip.driver.load;

import java.util.concurrent.atomic.AtomicLong;

/** A limit of the rate. A tenth of a second's commands may go at once. */
final class Allowance {
  /** A limit that allows everything. */
  static final Allowance NONE = new Allowance(null, 1);

  private static final double BURST_NS = 1e8;

  /** Time that one request takes of the limit; 0: no limit. */
  private final long costNs;

  private final long burstNs;

  /** Until when the limit is used up. */
  private final AtomicLong usedUntil = new AtomicLong(Long.MIN_VALUE);

  /**
   * A limit.
   *
   * @param commandsPerSec null: none
   * @param commands commands of one request
   */
  Allowance(Double commandsPerSec, int commands) {
    costNs = commandsPerSec == null ? 0 : Math.max(1, Math.round(1e9 * commands / commandsPerSec));
    burstNs = Math.max((long) BURST_NS, costNs);
  }

  /** Whether a request may go now; true uses its part of the limit. */
  boolean take() {
    if (costNs == 0) return true;
    long now = System.nanoTime();
    while (true) {
      long until = usedUntil.get();
      long after = (until == Long.MIN_VALUE ? now : Math.max(now, until)) + costNs;
      if (after - now > burstNs) return false;
      if (usedUntil.compareAndSet(until, after)) return true;
    }
  }
}
