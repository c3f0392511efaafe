package roundtrip.driver.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.junit.jupiter.api.Test;
import roundtrip.driver.Refusal;
import roundtrip.driver.order.Client.Handoff;
import roundtrip.driver.order.Client.IdleOrder;
import roundtrip.driver.order.Client.Pooled;

/** Every option of a pool reaches commons-pool2. */
final class PoolsTest {
  private static Pooled pooled(long maxWaitMs, long evictionMs, long softMs, boolean background) {
    return new Pooled(
        9, 7, 3, IdleOrder.FIFO, Handoff.FIFO, maxWaitMs, false, true, true, true, true, evictionMs, -2, 1234, softMs,
        true, true, 0, 0, background);
  }

  @Test
  void setEveryOption() {
    var config = Pools.configure(new GenericObjectPoolConfig<>(), pooled(250, 5000, 777, false));
    assertEquals(9, config.getMaxTotal());
    assertEquals(7, config.getMaxIdle());
    assertEquals(3, config.getMinIdle());
    assertEquals(false, config.getLifo());
    assertTrue(config.getFairness());
    assertEquals(Duration.ofMillis(250), config.getMaxWaitDuration());
    assertEquals(false, config.getBlockWhenExhausted());
    assertTrue(config.getTestOnBorrow());
    assertTrue(config.getTestOnCreate());
    assertTrue(config.getTestOnReturn());
    assertTrue(config.getTestWhileIdle());
    assertEquals(Duration.ofSeconds(5), config.getDurationBetweenEvictionRuns());
    assertEquals(-2, config.getNumTestsPerEvictionRun());
    assertEquals(Duration.ofMillis(1234), config.getMinEvictableIdleDuration());
    assertEquals(Duration.ofMillis(777), config.getSoftMinEvictableIdleDuration());
  }

  @Test
  void takeZeroAsNone() {
    var config = Pools.configure(new GenericObjectPoolConfig<>(), pooled(0, 0, 0, false));
    assertTrue(config.getMaxWaitDuration().isNegative());
    assertTrue(config.getDurationBetweenEvictionRuns().isNegative());
    assertTrue(config.getSoftMinEvictableIdleDuration().isNegative());
  }

  @Test
  void refuseOptionsOfOtherPools() {
    assertThrows(
        Refusal.class, () -> Pools.configure(new GenericObjectPoolConfig<>(), pooled(0, 0, 0, true)));
  }
}
