package roundtrip.driver.client.lettuce;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.support.ConnectionPoolSupport;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.Pools;
import roundtrip.driver.client.Session;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Client.Pooled;

/** Lettuce's pool: commons-pool2, with or without a proxy around each borrowed connection. */
final class LettucePool {
  /** Longest wait for the reply to a test. */
  private static final long TEST_MS = 60_000;

  private final GenericObjectPool<StatefulRedisConnection<String, String>> pool;
  private final boolean isWrapped;

  private LettucePool(GenericObjectPool<StatefulRedisConnection<String, String>> pool, boolean isWrapped) {
    this.pool = pool;
    this.isWrapped = isWrapped;
  }

  static LettucePool create(
      Supplier<StatefulRedisConnection<String, String>> opener, Pooled pooled, Recorder recorder) {
    GenericObjectPoolConfig<StatefulRedisConnection<String, String>> config =
        Pools.configure(new GenericObjectPoolConfig<>(), pooled);
    boolean isTested =
        pooled.testOnBorrow() || pooled.testOnCreate() || pooled.testOnReturn() || pooled.testWhileIdle();
    // Lettuce's own test only looks whether the connection is open.
    return new LettucePool(
        isTested
            ? tested(opener, config, pooled.wrap(), recorder)
            : ConnectionPoolSupport.createGenericObjectPool(opener, config, pooled.wrap()),
        pooled.wrap());
  }

  /** Opens a connection into the pool. */
  Void addObject() throws Exception {
    pool.addObject();
    return null;
  }

  Session session(LettuceSender sender) {
    if (isWrapped)
      return exchange -> {
        // Closing the proxy gives the connection back.
        try (var connection = pool.borrowObject()) {
          if (exchange.start(null)) sender.send(connection, exchange.requests());
        }
      };
    return exchange -> {
      var connection = pool.borrowObject();
      try {
        if (exchange.start(connection)) sender.send(connection, exchange.requests());
      } finally {
        pool.returnObject(connection);
      }
    };
  }

  /** A pool that tests its connections with a PING. By reflection: before 6.6, Lettuce has only its own test. */
  @SuppressWarnings("unchecked")
  private static GenericObjectPool<StatefulRedisConnection<String, String>> tested(
      Supplier<StatefulRedisConnection<String, String>> opener,
      GenericObjectPoolConfig<StatefulRedisConnection<String, String>> config,
      boolean isWrapped,
      Recorder recorder) {
    Predicate<StatefulRedisConnection<String, String>> test =
        connection -> {
          recorder.ping();
          try {
            var reply = connection.async().ping();
            // Needed with manual flush, and nothing to do without.
            connection.flushCommands();
            return "PONG".equals(LettuceFutures.awaitOrCancel(reply, TEST_MS, TimeUnit.MILLISECONDS));
          } catch (RuntimeException broken) {
            return false;
          }
        };
    try {
      Method create =
          ConnectionPoolSupport.class.getMethod(
              "createGenericObjectPool",
              Supplier.class,
              GenericObjectPoolConfig.class,
              boolean.class,
              Predicate.class);
      return (GenericObjectPool<StatefulRedisConnection<String, String>>)
          create.invoke(null, opener, config, isWrapped, test);
    } catch (ReflectiveOperationException missing) {
      throw new Refusal("This version of Lettuce cannot test the connections of its pool with a PING.");
    }
  }
}
