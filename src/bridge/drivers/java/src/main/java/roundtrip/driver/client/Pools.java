package roundtrip.driver.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import roundtrip.driver.Refusal;
import roundtrip.driver.order.Client.Handoff;
import roundtrip.driver.order.Client.IdleOrder;
import roundtrip.driver.order.Client.Pooled;

/** Pools of commons-pool2. */
public final class Pools {
  /** Connections that are opened at the same time. */
  private static final int OPENERS = 16;

  private Pools() {}

  /** Sets all options of the pool on a configuration with a library's defaults. */
  public static <T, C extends GenericObjectPoolConfig<T>> C configure(C config, Pooled pool) {
    if (pool.idleTimeoutMs() > 0 || pool.maxLifetimeMs() > 0 || pool.fillInBackground())
      throw new Refusal(
          "commons-pool2 has no idle timeout for borrowers, no maximum lifetime and no background filling.");
    config.setMaxTotal(pool.maxTotal());
    config.setMaxIdle(pool.maxIdle());
    config.setMinIdle(pool.minIdle());
    config.setLifo(pool.order() == IdleOrder.LIFO);
    config.setFairness(pool.handoff() == Handoff.FIFO);
    config.setMaxWait(Duration.ofMillis(pool.maxWaitMs() == 0 ? -1 : pool.maxWaitMs()));
    config.setBlockWhenExhausted(pool.blockWhenExhausted());
    config.setTestOnBorrow(pool.testOnBorrow());
    config.setTestOnCreate(pool.testOnCreate());
    config.setTestOnReturn(pool.testOnReturn());
    config.setTestWhileIdle(pool.testWhileIdle());
    long between = pool.timeBetweenEvictionRunsMs();
    config.setTimeBetweenEvictionRuns(Duration.ofMillis(between == 0 ? -1 : between));
    config.setNumTestsPerEvictionRun(pool.numTestsPerEvictionRun());
    config.setMinEvictableIdleDuration(Duration.ofMillis(pool.minEvictableIdleMs()));
    long soft = pool.softMinEvictableIdleMs();
    config.setSoftMinEvictableIdleDuration(Duration.ofMillis(soft == 0 ? -1 : soft));
    config.setJmxEnabled(false);
    return config;
  }

  /** Connections that are open when the run starts. */
  public static int openAtStart(Pooled pool) {
    return pool.warm() ? pool.maxTotal() : Math.min(pool.minIdle(), pool.maxTotal());
  }

  /**
   * Opens connections, several at a time.
   *
   * @throws Exception the cause why one could not be opened
   */
  public static void open(int count, Callable<?> opener) throws Exception {
    if (count == 0) return;
    ExecutorService openers = Executors.newFixedThreadPool(Math.min(OPENERS, count));
    try {
      List<Future<?>> opened = new ArrayList<>();
      for (int i = 0; i < count; i++) opened.add(openers.submit(opener));
      for (Future<?> each : opened) each.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    } finally {
      openers.shutdownNow();
    }
  }
}
