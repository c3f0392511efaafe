package roundtrip.driver.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;

/**
 * What some of the callers did since the last report. A histogram for each of thousands of callers would not fit into
 * memory; one for all would be a point of contention. The lock is held for some ten ns a request.
 */
final class Stripe {
  static final long MAX_NS = (1L << 40) - 1;
  static final int DIGITS = 3;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<CallerRecord> callers = new ArrayList<>();
  private final Totals totals = new Totals();

  /** Sums over requests that ended, and the requests in progress at one moment. */
  static final class Totals {
    final Histogram response = new Histogram(1, MAX_NS, DIGITS);
    long completed;
    long failed;

    /** Time of all ended requests from due to end, ns. */
    long spentNs;

    long responseNs;
    long minNs = Long.MAX_VALUE;
    long maxNs;
    long waitCallerNs;
    long waitConnectionNs;
    long lastAnswerNs = Long.MIN_VALUE;

    int inProgress;
    double runningNs;
    long oldestDueNs = Long.MAX_VALUE;
    long firstBegunNs = Long.MAX_VALUE;

    private void add(Totals more) {
      response.add(more.response);
      completed += more.completed;
      failed += more.failed;
      spentNs += more.spentNs;
      responseNs += more.responseNs;
      minNs = Math.min(minNs, more.minNs);
      maxNs = Math.max(maxNs, more.maxNs);
      waitCallerNs += more.waitCallerNs;
      waitConnectionNs += more.waitConnectionNs;
      lastAnswerNs = Math.max(lastAnswerNs, more.lastAnswerNs);
    }

    private void addInProgress(CallerRecord caller, long nowNs) {
      long due = caller.due();
      if (due == CallerRecord.NONE) return;
      inProgress++;
      runningNs += Math.max(0, nowNs - due);
      oldestDueNs = Math.min(oldestDueNs, due);
      firstBegunNs = Math.min(firstBegunNs, caller.begun());
    }

    private void reset() {
      if (completed > 0) response.reset();
      completed = 0;
      failed = 0;
      spentNs = 0;
      responseNs = 0;
      minNs = Long.MAX_VALUE;
      maxNs = 0;
      waitCallerNs = 0;
      waitConnectionNs = 0;
    }
  }

  CallerRecord newCaller() {
    CallerRecord caller = new CallerRecord(this);
    callers.add(caller);
    return caller;
  }

  void end(CallerRecord caller, long responseNs, long nowNs, long waitCallerNs, long waitConnectionNs) {
    lock.lock();
    try {
      totals.completed++;
      totals.spentNs += responseNs;
      totals.responseNs += responseNs;
      totals.response.recordValue(Math.max(0, Math.min(MAX_NS, responseNs)));
      if (responseNs < totals.minNs) totals.minNs = responseNs;
      if (responseNs > totals.maxNs) totals.maxNs = responseNs;
      totals.waitCallerNs += waitCallerNs;
      totals.waitConnectionNs += waitConnectionNs;
      if (nowNs > totals.lastAnswerNs) totals.lastAnswerNs = nowNs;
      caller.clear();
    } finally {
      lock.unlock();
    }
  }

  void fail(CallerRecord caller, long spentNs) {
    lock.lock();
    try {
      totals.failed++;
      totals.spentNs += spentNs;
      caller.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Adds what happened since the last call, and what is in progress, and resets the sums. */
  void takeInto(Totals sum, long nowNs) {
    lock.lock();
    try {
      sum.add(totals);
      totals.reset();
      for (CallerRecord caller : callers) sum.addInProgress(caller, nowNs);
    } finally {
      lock.unlock();
    }
  }

  /** Whether no request is in progress. */
  boolean isIdle() {
    return callers.stream().allMatch(caller -> caller.due() == CallerRecord.NONE);
  }

  /** Requests completed since the last report. */
  long completed() {
    lock.lock();
    try {
      return totals.completed;
    } finally {
      lock.unlock();
    }
  }
}
