package roundtrip.driver.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import roundtrip.driver.report.ProcessUse;
import roundtrip.driver.report.Report;

/** Collects what the callers did and makes reports of it. */
public final class Recorder {
  private static final int STRIPES_PER_CORE = 4;

  private final CallerRecord[] records;
  private final Stripe[] stripes;
  private final Samples samples;
  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
  private final LongAdder shed = new LongAdder();
  private final LongAdder pings = new LongAdder();
  private volatile String lastError;
  private volatile boolean wasRateLimited;

  private long startNs;
  private long reportedNs;
  private long completedBefore;
  private int inProgressBefore;

  /** Time that the requests in progress at the last report had spent until then, ns. */
  private double runningBeforeNs;

  public Recorder(int callers) {
    int cores = Runtime.getRuntime().availableProcessors();
    stripes = new Stripe[Math.max(1, Math.min(callers, STRIPES_PER_CORE * cores))];
    for (int i = 0; i < stripes.length; i++) stripes[i] = new Stripe();
    records = new CallerRecord[callers];
    for (int i = 0; i < callers; i++) records[i] = stripes[i % stripes.length].newCaller();
    samples = new Samples(callers);
  }

  /** The record of a caller. */
  public CallerRecord of(int caller) {
    return records[caller];
  }

  public Samples samples() {
    return samples;
  }

  /** Starts the clock of the reports. */
  public void start(long nowNs) {
    startNs = nowNs;
    reportedNs = nowNs;
    samples.start(nowNs);
  }

  /** Counts a failed request. */
  public void failed(Throwable cause) {
    failures.computeIfAbsent(Failures.reasonOf(cause), reason -> new LongAdder()).increment();
    lastError = Failures.sentenceOf(cause);
  }

  /** Counts an arrival that was rejected because the queue was full. */
  public void shed() {
    shed.increment();
  }

  /** Counts a PING of a pool or of a handshake. */
  public void ping() {
    pings.increment();
  }

  /** A request had to wait because of the limit of the rate. */
  public void rateLimited() {
    wasRateLimited = true;
  }

  /** Whether no request is in progress. */
  public boolean isIdle() {
    for (Stripe stripe : stripes) if (!stripe.isIdle()) return false;
    return true;
  }

  /** Requests completed since the start. */
  public long completed() {
    long sum = completedBefore;
    for (Stripe stripe : stripes) sum += stripe.completed();
    return sum;
  }

  /** Commands sent since the start, by Redis' names. */
  public Map<String, Long> sent() {
    Map<String, Long> sent = new LinkedHashMap<>();
    for (CommandName name : CommandName.values()) {
      long count = name == CommandName.PING ? pings.sum() : 0;
      for (CallerRecord each : records) count += each.sentOf(name);
      if (count > 0) sent.put(name.redisName(), count);
    }
    return sent;
  }

  /** What happened since the last report. */
  public Report report(boolean isWarmup, ProcessUse use) {
    Stripe.Totals sum = new Stripe.Totals();
    long now = System.nanoTime();
    for (Stripe stripe : stripes) stripe.takeInto(sum, now);
    long ended = sum.completed + sum.failed;
    Report report =
        new Report(
            (now - startNs) / 1000,
            (now - reportedNs) / 1000,
            isWarmup,
            ended + sum.inProgress - inProgressBefore,
            sum.completed,
            shed.sumThenReset(),
            takeFailures(),
            sum.inProgress,
            Math.max(0, sum.spentNs + sum.runningNs - runningBeforeNs) / 1000,
            sum.inProgress == 0 ? null : Math.max(0, now - sum.oldestDueNs) / 1000,
            Buckets.tallyOf(sum),
            sum.waitCallerNs,
            sum.waitConnectionNs,
            samples.take(now),
            use,
            lastError,
            sum.inProgress == 0 ? 0 : Math.max(0, now - Math.max(sum.lastAnswerNs, sum.firstBegunNs)) / 1_000_000,
            wasRateLimited);
    reportedNs = now;
    completedBefore += sum.completed;
    inProgressBefore = sum.inProgress;
    runningBeforeNs = sum.runningNs;
    lastError = null;
    wasRateLimited = false;
    return report;
  }

  private Map<String, Long> takeFailures() {
    Map<String, Long> taken = new LinkedHashMap<>();
    failures.forEach(
        (reason, count) -> {
          long fresh = count.sumThenReset();
          if (fresh > 0) taken.put(reason, fresh);
        });
    return taken;
  }
}
