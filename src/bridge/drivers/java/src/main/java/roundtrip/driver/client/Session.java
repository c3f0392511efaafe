package roundtrip.driver.client;

/** One caller's way to the connections of a client. */
@FunctionalInterface
public interface Session {
  /**
   * Performs the next request: takes a connection, asks {@link Exchange#start} whether it may send, sends, waits for all
   * replies, and gives the connection back.
   *
   * @throws Exception if there is no connection, no reply, or an error in any reply
   */
  void perform(Exchange exchange) throws Exception;
}
