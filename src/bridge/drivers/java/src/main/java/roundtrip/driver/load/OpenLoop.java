package roundtrip.driver.load;

import roundtrip.driver.client.Flags;

/** A caller that serves arrivals. */
final class OpenLoop implements Runnable {
  private final Caller caller;
  private final Backlog backlog;
  private final Flags flags;

  OpenLoop(Caller caller, Backlog backlog, Flags flags) {
    this.caller = caller;
    this.backlog = backlog;
    this.flags = flags;
  }

  @Override
  public void run() {
    try {
      while (!flags.isFinished()) {
        long due = backlog.take();
        if (flags.isFinished()) return;
        long answered = caller.request(due, Math.max(due, System.nanoTime()));
        if (answered == Caller.FAILED) Sleep.until(System.nanoTime() + Sleep.AFTER_FAILURE_NS, flags);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
