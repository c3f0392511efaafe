package roundtrip.driver.client;

/** The request that a caller performs at the moment. A caller has one, so that a request allocates nothing here. */
public final class Exchange {
  private final Requests requests;
  private final Flags flags;
  private long borrowedNs;
  private Object connection;

  public Exchange(Requests requests, Flags flags) {
    this.requests = requests;
    this.flags = flags;
  }

  /** Begins a request at a time. */
  public void begin(long nowNs) {
    borrowedNs = nowNs;
    connection = null;
  }

  /**
   * Notes that the request got a connection of its own, after a wait.
   *
   * @return false: the run has been stopped, and nothing may be sent
   */
  public boolean start(Object borrowed) {
    connection = borrowed;
    borrowedNs = System.nanoTime();
    return !flags.isHalted();
  }

  /** As {@link #start}, for a shared connection, which needs no wait. */
  public boolean startAtOnce(Object shared) {
    connection = shared;
    return !flags.isHalted();
  }

  /** Whether the run has been stopped, and nothing may be sent. */
  public boolean isHalted() {
    return flags.isHalted();
  }

  public Requests requests() {
    return requests;
  }

  /** When the request had its connection. */
  public long borrowedNs() {
    return borrowedNs;
  }

  /** The connection of the request; null: none yet. */
  public Object connection() {
    return connection;
  }
}
