package roundtrip.driver.load;

import java.util.SplittableRandom;
import roundtrip.driver.client.Flags;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Dist;
import roundtrip.driver.order.Workload;

/** The clock of an open load: adds arrivals at their intended times, exact to some 50 µs. */
final class Pacer implements Runnable {
  private final Dist gapNs;
  private final int burstSize;
  private final SplittableRandom random;
  private final Backlog backlog;
  private final Allowance allowance;
  private final Recorder recorder;
  private final Flags flags;

  Pacer(
      Workload.Open arrivals,
      long seed,
      Backlog backlog,
      Allowance allowance,
      Recorder recorder,
      Flags flags) {
    double mean = 1e9 * arrivals.burstSize() / arrivals.ratePerSec();
    gapNs =
        arrivals.process() == Workload.ArrivalProcess.POISSON
            ? new Dist.Exponential(mean)
            : new Dist.Constant(mean);
    burstSize = arrivals.burstSize();
    random = new SplittableRandom(seed);
    this.backlog = backlog;
    this.allowance = allowance;
    this.recorder = recorder;
    this.flags = flags;
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    // A sum of whole numbers would lose the fraction of each gap.
    double dueNs = gapNs.sample(random);
    while (!flags.isFinished()) {
      long due = start + (long) dueNs;
      Sleep.until(due, flags);
      if (flags.isFinished()) return;
      for (int i = 0; i < burstSize; i++) arrive(due);
      dueNs += gapNs.sample(random);
    }
  }

  private void arrive(long due) {
    if (!allowance.take()) {
      recorder.rateLimited();
      recorder.shed();
    } else if (!backlog.offer(due)) {
      recorder.shed();
    }
  }
}
