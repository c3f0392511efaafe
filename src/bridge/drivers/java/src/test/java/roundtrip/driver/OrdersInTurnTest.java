package roundtrip.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One process performs several orders, each with counts and a use of its own. */
@Tag("load")
final class OrdersInTurnTest {
  private static final long END_MS = 1_000;

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

  private ObjectNode order(String library, String connections) {
    return Orders.of(library, redis.port, connections);
  }

  /** CPU time and context switches of an order, by its own reports. */
  private record Use(double cpuMs, long switches) {}

  private Use perform(Driver driver, ObjectNode order) throws Exception {
    redis.reset();
    List<JsonNode> messages = driver.perform(order);
    JsonNode ended = InProcess.lastOf(messages);
    assertTrue(ended.path("isReusable").asBoolean(), ended.toString());
    Map<String, Long> sent = new TreeMap<>();
    ended.path("sent").fields().forEachRemaining(each -> sent.put(each.getKey(), each.getValue().asLong()));
    assertEquals(redis.calls(), sent);
    double cpuMs = 0;
    long switches = 0;
    for (JsonNode message : messages) {
      JsonNode use = message.path("report").path("use");
      cpuMs += use.path("cores").asDouble() * message.path("report").path("intervalUs").asLong() / 1000;
      switches += use.path("voluntarySwitches").asLong() + use.path("involuntarySwitches").asLong();
    }
    return new Use(cpuMs, switches);
  }

  @Test
  void ofBothLibraries() throws Exception {
    try (Driver driver = new Driver()) {
      double cpuMs = 0;
      long switches = 0;
      for (ObjectNode order :
          List.of(
              order("jedis", Orders.POOLED), order("lettuce", Orders.SHARED), order("jedis", Orders.POOLED))) {
        Use use = perform(driver, order);
        cpuMs += use.cpuMs;
        switches += use.switches;
      }
      ObjectNode slow =
          Orders.with(
              order("jedis", Orders.POOLED),
              "workload.arrivals",
              """
              {"kind":"open","ratePerSec":50,"process":"poisson","burstSize":1,"callers":2,"maxBacklog":100}""");
      Use use = perform(driver, slow);
      assertTrue(use.cpuMs < cpuMs / 2, use + " after orders with " + cpuMs + " ms");
      assertTrue(use.switches < switches / 2, use + " after orders with " + switches + " switches");
      driver.closeInput();
      assertTrue(driver.process.waitFor(END_MS, TimeUnit.MILLISECONDS));
    }
  }

  @Test
  void endsWithARunThatLeavesRequests() throws Exception {
    try (Driver driver = new Driver()) {
      driver.prepare(order("jedis", Orders.POOLED));
      driver.await("connected");
      driver.send("run");
      driver.await("measuring");
      redis.signal("STOP");
      assertFalse(driver.await("ended").path("isReusable").asBoolean());
      assertTrue(driver.process.waitFor(END_MS, TimeUnit.MILLISECONDS));
    }
  }

  @Test
  void refusesAnOrderDuringARun() throws Exception {
    try (Driver driver = new Driver()) {
      driver.prepare(order("jedis", Orders.POOLED));
      driver.await("connected");
      driver.prepare(order("jedis", Orders.POOLED));
      JsonNode refused = driver.read();
      assertTrue(refused.path("message").asText().contains("one order at a time"), refused.toString());
    }
  }

  @Test
  void refusesAnotherOptionThatAProcessHasOnce() throws Exception {
    try (Driver driver = new Driver()) {
      perform(driver, order("jedis", Orders.POOLED));
      driver.prepare(Orders.with(order("jedis", Orders.POOLED), "client.io.bufferBytes", "4096"));
      JsonNode refused = driver.read();
      assertTrue(refused.path("message").asText().contains("jedis.bufferSize"), refused.toString());
    }
  }
}
