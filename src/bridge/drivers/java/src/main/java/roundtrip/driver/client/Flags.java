package roundtrip.driver.client;

/** How far a run is. Callers look before every request. */
public final class Flags {
  private volatile boolean finished;
  private volatile boolean halted;

  /** No new request begins; those in progress complete. */
  public void finish() {
    finished = true;
  }

  /** Nothing more is sent. */
  public void halt() {
    finished = true;
    halted = true;
  }

  public boolean isFinished() {
    return finished;
  }

  public boolean isHalted() {
    return halted;
  }
}
