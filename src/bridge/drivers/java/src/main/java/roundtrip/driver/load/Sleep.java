package roundtrip.driver.load;

import java.util.concurrent.locks.LockSupport;
import roundtrip.driver.client.Flags;

/** Waiting for a time. */
final class Sleep {
  /** Pause after a failure: immediate retries would only use CPU. */
  static final long AFTER_FAILURE_NS = 20_000_000;

  /** Pause of a caller that the limit of the rate blocks. */
  static final long BLOCKED_NS = 5_000_000;

  private Sleep() {}

  /** Sleeps until a time of {@link System#nanoTime}, or until the run has finished and the thread is interrupted. */
  static void until(long ns, Flags flags) {
    for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
      if (flags.isFinished()) return;
      LockSupport.parkNanos(left);
    }
  }
}
