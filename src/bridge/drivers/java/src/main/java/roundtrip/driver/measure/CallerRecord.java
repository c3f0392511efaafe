package roundtrip.driver.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What one caller does at the moment, and what it has sent. Only its own thread writes. */
public final class CallerRecord {
  /** There is no request in progress. */
  static final long NONE = Long.MIN_VALUE;

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  // Unused cells at both ends keep other callers' data off these cache lines.
  private static final int PAD = 8;
  private static final int DUE = PAD;
  private static final int BEGUN = PAD + 1;
  private static final int SENT = PAD + 2;

  private final Stripe stripe;
  private final long[] cells = new long[SENT + CommandName.values().length + PAD];

  CallerRecord(Stripe stripe) {
    this.stripe = stripe;
    cells[DUE] = NONE;
  }

  /** Starts a request. Times are of {@link System#nanoTime}. */
  public void begin(long dueNs, long nowNs) {
    CELL.setOpaque(cells, BEGUN, nowNs);
    CELL.setRelease(cells, DUE, dueNs);
  }

  /** Ends a request that got its reply. */
  public void end(long dueNs, long nowNs, long waitCallerNs, long waitConnectionNs) {
    stripe.end(this, nowNs - dueNs, nowNs, waitCallerNs, waitConnectionNs);
  }

  /** Ends a request without a reply. */
  public void fail(long dueNs, long nowNs) {
    stripe.fail(this, nowNs - dueNs);
  }

  /** Counts a command that is about to be sent. */
  public void sent(CommandName name) {
    int cell = SENT + name.ordinal();
    CELL.setOpaque(cells, cell, (long) CELL.getOpaque(cells, cell) + 1);
  }

  /** Commands of a name sent since the start. */
  long sentOf(CommandName name) {
    return (long) CELL.getOpaque(cells, SENT + name.ordinal());
  }

  /** When the request in progress was due, or {@link #NONE}. */
  long due() {
    return (long) CELL.getAcquire(cells, DUE);
  }

  /** When the request in progress was begun. */
  long begun() {
    return (long) CELL.getOpaque(cells, BEGUN);
  }

  /** The stripe calls it while it holds its lock. */
  void clear() {
    CELL.setOpaque(cells, DUE, NONE);
  }
}
