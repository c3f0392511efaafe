package roundtrip.driver.client.jedis;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.ProcessOptions;
import roundtrip.driver.order.Access;
import roundtrip.driver.order.Client.Blocking;
import roundtrip.driver.order.Order;

/** Options that all clients of Jedis have. */
final class JedisOptions {
  private static final int CONNECT_MS = 2_000;

  private JedisOptions() {}

  /**
   * The options of each connection.
   *
   * @throws Refusal if Jedis does not have a requested option
   */
  static JedisClientConfig of(Order order) {
    Access access = order.access();
    if (!(order.client().io() instanceof Blocking io))
      throw new Refusal("Jedis has no event loops: its callers make the socket calls.");
    if (order.client().retry() != null && order.client().retry().maxRetries() > 0)
      throw new Refusal("A pool of Jedis does not retry requests.");
    if (access.socket().path() != null) throw new Refusal("Jedis has no Unix sockets.");
    setBufferSize(io.bufferBytes());
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis(CONNECT_MS)
        .socketTimeoutMillis((int) io.replyTimeoutMs())
        .user(access.username())
        .password(access.password())
        .database(access.database())
        .protocol(access.resp() == 3 ? RedisProtocol.RESP3 : null)
        .build();
  }

  /** Jedis reads the size once, when its stream classes are loaded. */
  private static void setBufferSize(int bytes) {
    ProcessOptions.choose("jedis.bufferSize", bytes > 0 ? String.valueOf(bytes) : "");
  }
}
