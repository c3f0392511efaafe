package roundtrip.driver.load;

import java.util.SplittableRandom;
import roundtrip.driver.client.Flags;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Workload;

/** A caller that sends its next request when it has the reply to the last and has thought. */
final class ClosedLoop implements Runnable {
  private final Caller caller;
  private final Workload.Closed arrivals;
  private final SplittableRandom random;
  private final Allowance allowance;
  private final Recorder recorder;
  private final Flags flags;
  private final long startNs;

  ClosedLoop(
      Caller caller,
      Workload.Closed arrivals,
      long seed,
      Allowance allowance,
      Recorder recorder,
      Flags flags,
      long startNs) {
    this.caller = caller;
    this.arrivals = arrivals;
    this.random = new SplittableRandom(seed * 31 + caller.number);
    this.allowance = allowance;
    this.recorder = recorder;
    this.flags = flags;
    this.startNs = startNs;
  }

  @Override
  public void run() {
    // Callers start one after another within the ramp.
    Sleep.until(startNs + (long) (1000 * arrivals.rampUs() * caller.number / arrivals.callers()), flags);
    long now = System.nanoTime();
    long due = now;
    while (!flags.isFinished()) {
      if (!allowance.take()) {
        recorder.rateLimited();
        Sleep.until(System.nanoTime() + Sleep.BLOCKED_NS, flags);
        now = System.nanoTime();
        due = now;
        continue;
      }
      long answered = caller.request(due, now);
      if (answered == Caller.FAILED) {
        answered = System.nanoTime() + Sleep.AFTER_FAILURE_NS;
        Sleep.until(answered, flags);
      }
      long thinkNs = (long) (1000 * arrivals.thinkUs().sample(random));
      due = answered + thinkNs;
      if (thinkNs > 0) Sleep.until(due, flags);
      // Without a pause the next request begins at once: the clock needs no second reading.
      now = thinkNs > 0 ? Math.max(due, System.nanoTime()) : due;
    }
  }
}
