package roundtrip.driver.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import roundtrip.driver.client.Client;
import roundtrip.driver.client.Flags;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Order;
import roundtrip.driver.order.Workload;

/** The callers of a run, each a thread. */
public final class Load {
  private final List<Thread> threads = new ArrayList<>();

  private Load() {}

  /** Starts the callers. The clock of the recorder must have been started. */
  public static Load start(Order order, Client client, Recorder recorder, Flags flags, ThreadFactory runtime) {
    Load load = new Load();
    Workload workload = order.workload();
    Allowance allowance = new Allowance(order.commandsPerSec(), commandsOf(workload.batch()));
    List<Caller> callers = new ArrayList<>();
    for (int number = 0; number < workload.arrivals().callers(); number++)
      callers.add(new Caller(order, number, client.session(number), recorder, flags));
    if (workload.arrivals() instanceof Workload.Closed closed) {
      long now = System.nanoTime();
      for (Caller caller : callers)
        load.threads.add(
            runtime.newThread(
                new ClosedLoop(caller, closed, workload.seed(), allowance, recorder, flags, now)));
    } else if (workload.arrivals() instanceof Workload.Open open) {
      Backlog backlog = new Backlog(open.callers(), open.maxBacklog());
      for (Caller caller : callers) load.threads.add(runtime.newThread(new OpenLoop(caller, backlog, flags)));
      // The clock of the arrivals is not a caller.
      Thread pacer =
          new Thread(new Pacer(open, workload.seed(), backlog, allowance, recorder, flags), "pacer");
      pacer.setDaemon(true);
      load.threads.add(pacer);
    }
    load.threads.forEach(Thread::start);
    return load;
  }

  /** Wakes all callers that wait, after the flags have been set. */
  public void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  /** Waits until all callers have ended, but not longer than a time. Returns whether they have. */
  public boolean join(long maxMs) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMs);
    for (Thread each : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left > 0) each.join(left);
      if (each.isAlive()) return false;
    }
    return true;
  }

  private static int commandsOf(Workload.Batch batch) {
    return Math.max(1, batch.size());
  }
}
