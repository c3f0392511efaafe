package roundtrip.driver.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import roundtrip.driver.report.RequestSample;

/**
 * Samples single requests, as the bridge's own load thread does: ten times a second, every request of the first callers
 * until each has sent about one. A caller that is not in a sample pays two reads of shared fields.
 */
public final class Samples {
  /** Callers that are sampled: those with the lowest numbers. */
  private static final int MAX_CALLERS = 200;

  /** A sample ends after this many new requests, or one a caller if that is more. */
  private static final int MIN_REQUESTS = 60;

  /** Samples start at different times after a report, so that no periodic event is always missed. */
  private static final double SPREAD_NS = 80e6;

  private static final double GOLDEN = 0.618_033_988_75;

  private record Sampled(
      int caller, int connection, long due, long begun, long borrowed, long ended, boolean failed) {}

  private final int callers;
  private final int most;
  private final ConcurrentLinkedQueue<Sampled> sampled = new ConcurrentLinkedQueue<>();
  private final Map<Object, Integer> numbers = new WeakHashMap<>();

  /** Requests that may still start in the sample. */
  private final AtomicInteger left = new AtomicInteger();

  /** Start of the next sample, at the first request from then on; infinite during one. */
  private final AtomicLong next = new AtomicLong(Long.MAX_VALUE);

  private volatile long from;

  /** End of the latest sample; infinite while it lasts. */
  private volatile long to = Long.MIN_VALUE;

  private long start;
  private double turn;

  Samples(int callers) {
    this.callers = Math.min(callers, MAX_CALLERS);
    this.most = Math.max(MIN_REQUESTS, this.callers);
  }

  void start(long nowNs) {
    start = nowNs;
    from = nowNs;
    plan(nowNs);
  }

  /** Notes the start of a request. */
  public void begin(int caller, long nowNs) {
    long planned = next.get();
    if (planned != Long.MAX_VALUE && nowNs >= planned && next.compareAndSet(planned, Long.MAX_VALUE)) {
      from = nowNs;
      to = Long.MAX_VALUE;
      left.set(most);
    }
    if (caller >= callers || left.get() <= 0) return;
    if (left.getAndDecrement() == 1) to = nowNs;
  }

  /** Keeps a request that ended if it overlaps a sample. */
  public void end(
      int caller, Object connection, long due, long begun, long borrowed, long ended, boolean failed) {
    if (due >= to || caller >= callers) return;
    sampled.add(new Sampled(caller, numberOf(connection), due, begun, borrowed, ended, failed));
  }

  /** The requests kept since the last call; null: none. An unfinished sample comes in parts. */
  RequestSample take(long nowNs) {
    boolean goesOn = left.get() > 0;
    long end = goesOn ? nowNs : Math.max(to, from);
    List<Sampled> taken = new ArrayList<>();
    for (Sampled each = sampled.poll(); each != null; each = sampled.poll()) taken.add(each);
    RequestSample sample = sampleOf(us(from), us(end), taken);
    from = end;
    if (goesOn) left.set(most);
    else if (next.get() == Long.MAX_VALUE) plan(nowNs);
    return sample.fromUs() == sample.toUs() && taken.isEmpty() ? null : sample;
  }

  private void plan(long nowNs) {
    turn = (turn + GOLDEN) % 1;
    next.set(nowNs + (long) (SPREAD_NS * turn));
  }

  /** Connections are numbered as they appear in samples; −1: unknown. */
  private int numberOf(Object connection) {
    if (connection == null) return -1;
    synchronized (numbers) {
      return numbers.computeIfAbsent(connection, unused -> numbers.size());
    }
  }

  private RequestSample sampleOf(long fromUs, long toUs, List<Sampled> requests) {
    int size = requests.size();
    int[] caller = new int[size];
    int[] connection = new int[size];
    long[] startUs = new long[size];
    long[] waitCallerUs = new long[size];
    long[] waitConnectionUs = new long[size];
    long[] awayUs = new long[size];
    int[] failed = new int[size];
    for (int i = 0; i < size; i++) {
      Sampled each = requests.get(i);
      caller[i] = each.caller;
      connection[i] = each.connection;
      startUs[i] = us(each.due);
      waitCallerUs[i] = us(each.begun) - us(each.due);
      waitConnectionUs[i] = us(each.borrowed) - us(each.begun);
      awayUs[i] = us(each.ended) - us(each.borrowed);
      failed[i] = each.failed ? 1 : 0;
    }
    Long[] unseen = new Long[size];
    return new RequestSample(
        fromUs,
        toUs,
        caller,
        connection,
        startUs,
        waitCallerUs,
        waitConnectionUs,
        unseen,
        awayUs,
        unseen,
        failed);
  }

  private long us(long ns) {
    return Math.round((ns - start) / 1000.0);
  }
}
