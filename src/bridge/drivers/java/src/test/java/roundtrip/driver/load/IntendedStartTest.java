package roundtrip.driver.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import roundtrip.driver.client.Client;
import roundtrip.driver.client.Flags;
import roundtrip.driver.client.Session;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Dist;
import roundtrip.driver.order.Order;
import roundtrip.driver.order.Workload;
import roundtrip.driver.report.Report;

/** A response time runs from the intended start of its request, however late the request begins. */
final class IntendedStartTest {
  private static final long SERVICE_MS = 10;

  private static Report load(Workload.Arrivals arrivals, long ms) throws InterruptedException {
    Workload.Command get = new Workload.Command(Workload.Kind.GET, 1, 0);
    Workload workload = new Workload(arrivals, get, null, new Workload.None(), 1);
    Order order =
        new Order(null, null, null, null, workload, null, List.of("key"), 1, 0, ms, null, null);
    Recorder recorder = new Recorder(arrivals.callers());
    Flags flags = new Flags();
    recorder.start(System.nanoTime());
    Load load = Load.start(order, new SlowClient(), recorder, flags, Thread::new);
    Thread.sleep(ms);
    flags.finish();
    load.join(1_000);
    return recorder.report(false, null);
  }

  /** Every request takes the same time. */
  private static final class SlowClient implements Client {
    @Override
    public Session session(int caller) {
      return exchange -> Thread.sleep(SERVICE_MS);
    }

    @Override
    public void close() {}
  }

  @Test
  void ofAnOpenLoadThatIsTooHigh() throws InterruptedException {
    // Twice as many arrivals as one caller can serve: half of the time has to be waited.
    Report report =
        load(new Workload.Open(200, Workload.ArrivalProcess.CONSTANT, 1, 1, 1_000), 400);
    double requests = report.completed();
    double meanMs = report.response().sumNs() / requests / 1e6;
    double waitMs = report.waitCallerNs() / requests / 1e6;
    assertTrue(requests > 5 && requests <= 41, "requests " + requests);
    assertTrue(waitMs > 3 * SERVICE_MS, "wait " + waitMs);
    assertEquals(SERVICE_MS, meanMs - waitMs, SERVICE_MS);
  }

  @Test
  void ofAClosedLoadWithThinkTime() throws InterruptedException {
    Report report = load(new Workload.Closed(2, 0, new Dist.Constant(20_000)), 400);
    assertTrue(report.completed() >= 4 && report.completed() <= 28, "completed " + report.completed());
    double meanMs = report.response().sumNs() / 1e6 / report.completed();
    assertTrue(meanMs >= SERVICE_MS && meanMs < 3 * SERVICE_MS, "mean " + meanMs);
  }

  @Test
  void rejectsWhatTheQueueCannotHold() throws InterruptedException {
    Report report = load(new Workload.Open(1_000, Workload.ArrivalProcess.CONSTANT, 1, 1, 2), 300);
    assertTrue(report.shed() > report.completed(), "shed " + report.shed());
    assertTrue(report.response().maxNs() < 10 * SERVICE_MS * 1e6);
  }
}
