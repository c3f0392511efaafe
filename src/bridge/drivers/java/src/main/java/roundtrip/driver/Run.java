package roundtrip.driver;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import roundtrip.driver.client.Client;
import roundtrip.driver.client.Flags;
import roundtrip.driver.client.jedis.JedisClient;
import roundtrip.driver.client.jedis.JedisClusterClient;
import roundtrip.driver.client.lettuce.LettuceClient;
import roundtrip.driver.load.Load;
import roundtrip.driver.measure.Failures;
import roundtrip.driver.measure.ProcessWatch;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.measure.SteadyState;
import roundtrip.driver.order.Order;
import roundtrip.driver.report.Message;
import roundtrip.driver.report.Outbox;

/** One run: connect, warm up, measure, close. */
final class Run implements Runnable {
  private static final long REPORT_NS = 100_000_000L;

  /** Time to wait for replies after the end; later ones count as lost. */
  private static final long DRAIN_MS = 2_000;

  /** Time in which callers notice a stop. */
  private static final long HALT_MS = 40;

  /** Time in which callers end after a whole run. */
  private static final long LEAVE_MS = 500;

  private final Order order;
  private final Outbox outbox;
  private final Flags flags = new Flags();
  private final CountDownLatch run = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Recorder recorder;
  private volatile Load load;
  private boolean isConnected;
  private boolean isEnded;
  private volatile boolean isReusable;

  Run(Order order, Outbox outbox) {
    this.order = order;
    this.outbox = outbox;
    this.recorder = new Recorder(order.workload().arrivals().callers());
  }

  /** Starts the load, as soon as the connections are open. */
  void start() {
    run.countDown();
  }

  /**
   * Stops sending at once.
   *
   * @return whether the run ends by itself; false: it still connects, and only the end of the process ends that
   */
  synchronized boolean stop() {
    flags.halt();
    Load running = load;
    if (running != null) running.interrupt();
    stopped.countDown();
    run.countDown();
    return isConnected;
  }

  /** Whether the run has ended by itself and left nothing: then the process can perform another. */
  boolean isReusable() {
    return isReusable;
  }

  /** Tells that all is over, once, after a stop. */
  void end() {
    end(false);
  }

  private synchronized void end(boolean isClean) {
    if (isEnded) return;
    isEnded = true;
    // Before the message: the next order may be its reply.
    isReusable = isClean && stopped.getCount() > 0;
    outbox.send(new Message.Ended(recorder.sent(), isReusable));
  }

  /** Returns false after a stop. */
  private synchronized boolean connected() {
    if (flags.isHalted()) return false;
    isConnected = true;
    outbox.send(new Message.Connected(Versions.all()));
    return true;
  }

  @Override
  public void run() {
    try {
      Versions.check(order);
      ThreadFactory runtime = Runtimes.of(order.runtime());
      Client client = connect();
      boolean isClean = false;
      if (connected()) {
        run.await();
        if (!flags.isHalted()) isClean = send(client, runtime);
      }
      client.close();
      end(isClean);
    } catch (Refusal refusal) {
      outbox.send(new Message.Refused(refusal.getMessage()));
    } catch (Exception failed) {
      outbox.send(new Message.Refused(Failures.sentenceOf(failed)));
    }
  }

  private Client connect() throws Exception {
    boolean isCluster = order.access().nodes() != null;
    if (order.library() == Order.Library.LETTUCE) return new LettuceClient(order, recorder);
    return isCluster ? new JedisClusterClient(order) : new JedisClient(order, recorder);
  }

  /** Returns whether every request has its reply and every caller has ended. */
  private boolean send(Client client, ThreadFactory runtime) throws InterruptedException {
    ProcessWatch watch = new ProcessWatch();
    long start = System.nanoTime();
    recorder.start(start);
    load = Load.start(order, client, recorder, flags, runtime);
    if (flags.isHalted()) load.interrupt();
    Reports reports = new Reports(watch, start);
    Boolean isSteady = warmUp(reports, start);
    long warm = System.nanoTime();
    outbox.send(new Message.Measuring((warm - start) / 1000, isSteady));
    reports.until(warm + TimeUnit.MILLISECONDS.toNanos(order.measuredMs()), false);
    reports.send(false, true);
    flags.finish();
    outbox.send(new Message.Measured());
    drain();
    boolean isIdle = recorder.isIdle();
    boolean isWhole = stopped.getCount() > 0;
    flags.halt();
    load.interrupt();
    return load.join(isWhole ? LEAVE_MS : HALT_MS) && isIdle;
  }

  /** Returns whether the throughput was steady; null: the order does not ask. */
  private Boolean warmUp(Reports reports, long start) throws InterruptedException {
    long least = start + TimeUnit.MILLISECONDS.toNanos(order.warmupMs());
    if (order.steady() == null) {
      reports.until(least, true);
      if (order.warmupMs() > 0) reports.send(true, true);
      return null;
    }
    long most = Math.max(least, start + TimeUnit.MILLISECONDS.toNanos(order.steady().maxWarmupMs()));
    SteadyState steady = new SteadyState();
    long before = start;
    long completedBefore = 0;
    while (!flags.isHalted() && System.nanoTime() < most) {
      reports.until(Math.min(most, before + SteadyState.WINDOW_NS), true);
      long now = System.nanoTime();
      long completed = recorder.completed();
      steady.add(1e9 * (completed - completedBefore) / (now - before));
      before = now;
      completedBefore = completed;
      if (now >= least && steady.isSteady()) break;
    }
    reports.send(true, true);
    return steady.isSteady();
  }

  /** Waits for the replies in flight, so that our counts and those of Redis agree; not after a stop. */
  private void drain() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MS);
    while (!flags.isHalted() && System.nanoTime() < end && !recorder.isIdle())
      stopped.await(2, TimeUnit.MILLISECONDS);
  }

  /** Reports at a fixed pace. */
  private final class Reports {
    private final ProcessWatch watch;
    private long nextNs;

    Reports(ProcessWatch watch, long startNs) {
      this.watch = watch;
      nextNs = startNs + REPORT_NS;
    }

    /** Reports until a time, or until a stop. */
    void until(long endNs, boolean isWarmup) throws InterruptedException {
      while (!flags.isHalted()) {
        long now = System.nanoTime();
        if (now >= endNs) return;
        if (now >= nextNs) send(isWarmup, false);
        else stopped.await(Math.min(nextNs, endNs) - now, TimeUnit.NANOSECONDS);
      }
    }

    void send(boolean isWarmup, boolean isBoundary) {
      outbox.send(new Message.Reported(recorder.report(isWarmup, watch.take(isBoundary))));
      long now = System.nanoTime();
      nextNs = isBoundary || now > nextNs + REPORT_NS ? now + REPORT_NS : nextNs + REPORT_NS;
    }
  }
}
