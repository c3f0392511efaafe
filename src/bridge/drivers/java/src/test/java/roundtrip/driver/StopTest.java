package roundtrip.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stopped driver sends nothing more, and a driver without its bridge ends. */
@Tag("load")
final class StopTest {
  /** Of the promise of 100 ms; the rest is for a busy machine. */
  private static final long STOP_MS = 100;

  private static final long END_MS = 1_000;

  /** One connection for eight callers: seven of them wait for the pool. */
  private static final String SMALL = Orders.POOLED.replace("\"maxTotal\":4", "\"maxTotal\":1");

  private RedisServer redis;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(RedisServer.isInstalled(), "redis-server is not installed");
    redis = new RedisServer();
  }

  @AfterEach
  void stop() throws Exception {
    if (redis == null) return;
    redis.signal("CONT");
    redis.close();
  }

  private Driver running(String library, String connections) throws Exception {
    redis.reset();
    Driver driver = new Driver();
    ObjectNode order = Orders.of(library, redis.port, connections);
    order.put("measuredMs", 60_000);
    driver.prepare(order);
    driver.await("connected");
    driver.send("run");
    driver.await("measuring");
    driver.await("report");
    return driver;
  }

  private void stops(String library, String connections) throws Exception {
    try (Driver driver = running(library, connections)) {
      driver.send("stop");
      Thread.sleep(STOP_MS);
      Map<String, Long> calls = redis.calls();
      JsonNode ended = driver.await("ended");
      Thread.sleep(STOP_MS);
      assertEquals(calls, redis.calls());
      assertTrue(driver.process.waitFor(END_MS, TimeUnit.MILLISECONDS));
      for (String name : calls.keySet())
        assertEquals(calls.get(name), ended.path("sent").path(name).asLong(), name);
    }
  }

  private void stopsWithPausedRedis(String library, String connections) throws Exception {
    try (Driver driver = running(library, connections)) {
      redis.signal("STOP");
      driver.await("report");
      driver.await("report");
      long before = System.nanoTime();
      driver.send("stop");
      JsonNode ended = driver.await("ended");
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
      assertTrue(tookMs < END_MS, "took " + tookMs + " ms");
      assertTrue(driver.process.waitFor(END_MS, TimeUnit.MILLISECONDS));
      redis.signal("CONT");
      long set = redis.calls().getOrDefault("set", 0L);
      assertTrue(set <= ended.path("sent").path("set").asLong());
    }
  }

  @Test
  void underLoad() throws Exception {
    stops("jedis", Orders.POOLED);
    stops("lettuce", Orders.SHARED);
  }

  @Test
  void whileCallersWaitForThePool() throws Exception {
    stops("jedis", SMALL);
    stopsWithPausedRedis("jedis", SMALL);
  }

  @Test
  void withPausedRedis() throws Exception {
    stopsWithPausedRedis("jedis", Orders.POOLED);
    stopsWithPausedRedis("lettuce", Orders.SHARED);
  }

  @Test
  void whileConnecting() throws Exception {
    redis.signal("STOP");
    for (String library : new String[] {"jedis", "lettuce"}) {
      try (Driver driver = new Driver()) {
        ObjectNode order = Orders.of(library, redis.port, Orders.POOLED);
        driver.prepare(order);
        Thread.sleep(STOP_MS);
        driver.send("stop");
        assertEquals("ended", driver.read().path("kind").asText());
        assertTrue(driver.process.waitFor(END_MS, TimeUnit.MILLISECONDS));
      }
    }
  }

  @Test
  void endsWithItsInput() throws Exception {
    try (Driver driver = running("jedis", Orders.POOLED)) {
      driver.closeInput();
      assertTrue(driver.process.waitFor(END_MS, TimeUnit.MILLISECONDS));
      JsonNode last = null;
      for (JsonNode message = driver.read(); message != null; message = driver.read()) last = message;
      assertTrue(last == null || last.path("kind").asText().equals("report"), String.valueOf(last));
    }
    try (Driver idle = new Driver()) {
      idle.closeInput();
      assertNull(idle.read());
    }
  }
}
