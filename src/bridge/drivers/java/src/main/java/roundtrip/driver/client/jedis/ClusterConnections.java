package roundtrip.driver.client.jedis;

import java.util.Set;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import roundtrip.driver.client.Exchange;

/**
 * The pools of JedisCluster, which also note when a request got its first connection. JedisCluster borrows connections
 * itself, so the caller cannot.
 */
final class ClusterConnections extends ClusterConnectionProvider {
  /** The request of each caller. */
  private final ThreadLocal<Exchange> exchanges = new ThreadLocal<>();

  ClusterConnections(Set<HostAndPort> nodes, JedisClientConfig config, ConnectionPoolConfig pool) {
    super(nodes, config, pool);
  }

  /** Notes the connections of this thread for a request. */
  void attend(Exchange exchange) {
    exchanges.set(exchange);
  }

  /** For a single command. */
  @Override
  public Connection getConnectionFromSlot(int slot) {
    return noted(super.getConnectionFromSlot(slot));
  }

  /** For a part of a pipeline, and after a redirection. */
  @Override
  public Connection getConnection(HostAndPort node) {
    return noted(super.getConnection(node));
  }

  private Connection noted(Connection connection) {
    // The base class calls these methods before this object has its fields.
    Exchange exchange = exchanges == null ? null : exchanges.get();
    if (exchange == null) return connection;
    boolean maySend = exchange.connection() == null ? exchange.start(connection) : !exchange.isHalted();
    if (maySend) return connection;
    connection.close();
    throw new JedisException("stopped");
  }
}
