package roundtrip.driver.load;

import roundtrip.driver.client.Exchange;
import roundtrip.driver.client.Flags;
import roundtrip.driver.client.Requests;
import roundtrip.driver.client.Session;
import roundtrip.driver.measure.CallerRecord;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.measure.Samples;
import roundtrip.driver.order.Order;

/** Sends requests one at a time and records them. */
final class Caller {
  /** There was no reply. */
  static final long FAILED = Long.MIN_VALUE;

  final int number;
  private final Session session;
  private final Exchange exchange;
  private final CallerRecord record;
  private final Recorder recorder;
  private final Samples samples;

  Caller(Order order, int number, Session session, Recorder recorder, Flags flags) {
    this.number = number;
    this.session = session;
    this.recorder = recorder;
    this.record = recorder.of(number);
    this.samples = recorder.samples();
    this.exchange = new Exchange(new Requests(order.workload(), order.keys(), number, record), flags);
  }

  /**
   * Performs a request.
   *
   * @param dueNs its intended start, from which its response time runs
   * @param nowNs the time
   * @return when it was over: its connection, if borrowed, has been given back, as in the model
   */
  long request(long dueNs, long nowNs) {
    record.begin(dueNs, nowNs);
    samples.begin(number, nowNs);
    exchange.begin(nowNs);
    try {
      session.perform(exchange);
    } catch (Exception error) {
      long ended = System.nanoTime();
      record.fail(dueNs, ended);
      recorder.failed(error);
      samples.end(number, exchange.connection(), dueNs, nowNs, exchange.borrowedNs(), ended, true);
      return FAILED;
    }
    long ended = System.nanoTime();
    record.end(dueNs, ended, nowNs - dueNs, exchange.borrowedNs() - nowNs);
    samples.end(number, exchange.connection(), dueNs, nowNs, exchange.borrowedNs(), ended, false);
    return ended;
  }
}
