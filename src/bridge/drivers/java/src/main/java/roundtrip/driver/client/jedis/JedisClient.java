package roundtrip.driver.client.jedis;

import org.apache.commons.pool2.PooledObject;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisFactory;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPoolConfig;
import redis.clients.jedis.JedisSocketFactory;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.Client;
import roundtrip.driver.client.Exchange;
import roundtrip.driver.client.Pools;
import roundtrip.driver.client.Session;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Access;
import roundtrip.driver.order.Client.PerRequest;
import roundtrip.driver.order.Client.Pooled;
import roundtrip.driver.order.Order;

/** Jedis: a caller borrows a connection and makes the socket calls itself. */
public final class JedisClient implements Client {
  private final JedisSocketFactory sockets;
  private final JedisClientConfig config;

  /** Null: a connection for each request. */
  private final JedisPool pool;

  private final long ttlMs;

  /**
   * Opens the connections.
   *
   * @throws Refusal if Jedis does not have a requested option
   * @throws Exception if Redis does not answer or refuses
   */
  public JedisClient(Order order, Recorder recorder) throws Exception {
    Access access = order.access();
    ttlMs = order.ttlMs();
    config = JedisOptions.of(order);
    HostAndPort address = new HostAndPort(access.socket().host(), access.socket().port());
    JedisSocketFactory plain = new DefaultJedisSocketFactory(address, config);
    Access.Tls tls = access.socket().tls();
    sockets = tls == null ? plain : new TlsSockets(plain, tls, access.socket().port());
    if (order.client().connections() instanceof Pooled pooled) {
      pool = new JedisPool(Pools.configure(new JedisPoolConfig(), pooled), new Factory(recorder));
      if (Pools.openAtStart(pooled) == 0) open().close();
      Pools.open(Pools.openAtStart(pooled), () -> addObject(pool));
    } else if (order.client().connections() instanceof PerRequest) {
      pool = null;
      open().close();
    } else {
      throw new Refusal("A connection of Jedis serves one caller at a time: it cannot be shared.");
    }
  }

  @Override
  public Session session(int caller) {
    JedisSender sender = new JedisSender(ttlMs);
    if (pool == null)
      return exchange -> {
        try (Jedis jedis = open()) {
          send(sender, jedis, exchange);
        }
      };
    return exchange -> {
      try (Jedis jedis = pool.getResource()) {
        send(sender, jedis, exchange);
      }
    };
  }

  @Override
  public void close() {
    if (pool != null) pool.close();
  }

  private static void send(JedisSender sender, Jedis jedis, Exchange exchange) {
    if (exchange.start(jedis)) sender.send(jedis, exchange.requests());
  }

  private Jedis open() {
    Jedis jedis = new Jedis(sockets, config);
    jedis.connect();
    return jedis;
  }

  private static Void addObject(JedisPool pool) {
    pool.addObjects(1);
    return null;
  }

  /** The factory of Jedis, which also counts the PINGs of its tests. */
  private final class Factory extends JedisFactory {
    private final Recorder recorder;

    Factory(Recorder recorder) {
      super(sockets, config);
      this.recorder = recorder;
    }

    @Override
    public boolean validateObject(PooledObject<Jedis> pooled) {
      recorder.ping();
      return super.validateObject(pooled);
    }
  }
}
