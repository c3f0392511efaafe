package roundtrip.driver.client.jedis;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisCluster;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.Client;
import roundtrip.driver.client.Pools;
import roundtrip.driver.client.Session;
import roundtrip.driver.order.Access;
import roundtrip.driver.order.Client.CrossSlot;
import roundtrip.driver.order.Client.Pooled;
import roundtrip.driver.order.Order;
import roundtrip.driver.order.Workload;

/** JedisCluster: a pool of connections to each node of a cluster. */
public final class JedisClusterClient implements Client {
  /** Of all attempts of a request together; only lost connections and redirections are tried again. */
  private static final Duration ALL_ATTEMPTS = Duration.ofSeconds(2);

  private final ClusterConnections connections;
  private final JedisCluster cluster;
  private final long ttlMs;

  /**
   * Learns the slots and opens the connections.
   *
   * @throws Refusal if JedisCluster does not have a requested option
   * @throws Exception if the cluster does not answer or refuses
   */
  public JedisClusterClient(Order order) throws Exception {
    check(order);
    if (!(order.client().connections() instanceof Pooled pooled))
      throw new Refusal("JedisCluster has a pool of connections to each node.");
    ttlMs = order.ttlMs();
    Set<HostAndPort> nodes = new HashSet<>();
    for (Access.Socket node : order.access().nodes()) nodes.add(new HostAndPort(node.host(), node.port()));
    connections =
        new ClusterConnections(
            nodes, JedisOptions.of(order), Pools.configure(new ConnectionPoolConfig(), pooled));
    int redirects = order.client().retry() == null ? 0 : order.client().retry().maxRedirects();
    // The first attempt counts, too.
    cluster = new JedisCluster(connections, 1 + redirects, ALL_ATTEMPTS);
    for (ConnectionPool pool : connections.getConnectionMap().values())
      Pools.open(Pools.openAtStart(pooled), () -> addObject(pool));
  }

  @Override
  public Session session(int caller) {
    ClusterSender sender = new ClusterSender(cluster, ttlMs);
    return exchange -> {
      connections.attend(exchange);
      sender.send(exchange.requests());
    };
  }

  @Override
  public void close() {
    cluster.close();
  }

  private static void check(Order order) {
    Workload.Batch batch = order.workload().batch();
    if (batch instanceof Workload.None) return;
    if (!(batch instanceof Workload.Pipeline))
      throw new Refusal(
          "JedisCluster has single commands and pipelines: its transactions and mget() need one slot.");
    CrossSlot crossSlot = order.client().crossSlot();
    if (crossSlot == null || !"split".equals(crossSlot.kind()) || !"node".equals(crossSlot.by()))
      throw new Refusal("ClusterPipeline sends a pipeline to each node.");
  }

  private static Void addObject(ConnectionPool pool) {
    pool.addObjects(1);
    return null;
  }
}
