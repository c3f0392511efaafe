package roundtrip.driver.client;

/** A client library with its connections. */
public interface Client extends AutoCloseable {
  /** One caller's way to the connections; used by one thread. */
  Session session(int caller);

  /** Closes all connections at once. */
  @Override
  void close();
}
