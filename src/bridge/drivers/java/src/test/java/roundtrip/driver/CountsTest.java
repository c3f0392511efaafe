package roundtrip.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/** Redis saw every command that the driver counts, and no other. */
@Tag("load")
final class CountsTest {
  private static final String PER_REQUEST = "{\"kind\":\"perRequest\"}";
  private static final String TESTED =
      Orders.POOLED.replace("\"testOnBorrow\":false", "\"testOnBorrow\":true");
  private static final String UNWRAPPED = Orders.POOLED.replace("\"wrap\":true", "\"wrap\":false");
  private static final String SEVERAL = "{\"kind\":\"shared\",\"count\":3,\"pick\":\"random\"}";

  private static RedisServer redis;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(RedisServer.isInstalled(), "redis-server is not installed");
    redis = new RedisServer();
  }

  @AfterAll
  static void stop() throws Exception {
    if (redis != null) redis.close();
  }

  static Stream<String> batches() {
    return Stream.of(
        "{\"kind\":\"none\"}",
        "{\"kind\":\"multiKey\",\"size\":5,\"replyPerKey\":true}",
        "{\"kind\":\"pipeline\",\"size\":10}",
        "{\"kind\":\"transaction\",\"size\":4,\"roundTrips\":1}",
        "{\"kind\":\"transaction\",\"size\":4,\"roundTrips\":2}");
  }

  static Stream<String> connections() {
    return Stream.of(Orders.SHARED, SEVERAL, UNWRAPPED, TESTED, PER_REQUEST);
  }

  @ParameterizedTest
  @MethodSource("batches")
  void ofJedis(String batch) throws Exception {
    agree(Orders.with(order("jedis", Orders.POOLED), "workload.batch", batch));
  }

  @ParameterizedTest
  @MethodSource("batches")
  void ofLettuce(String batch) throws Exception {
    agree(Orders.with(order("lettuce", Orders.POOLED), "workload.batch", batch));
  }

  @ParameterizedTest
  @MethodSource("batches")
  void ofManualFlush(String batch) throws Exception {
    ObjectNode order = Orders.with(order("lettuce", UNWRAPPED), "workload.batch", batch);
    agree(Orders.with(order, "client.io.flush", "{\"kind\":\"explicit\",\"commands\":4}"));
  }

  @ParameterizedTest
  @MethodSource("connections")
  void ofConnections(String connections) throws Exception {
    agree(order("lettuce", connections));
  }

  @Test
  void ofTestsOnBorrowAndNewConnections() throws Exception {
    agree(order("jedis", TESTED));
    agree(order("jedis", PER_REQUEST));
  }

  /** The throughput is never steady within a second. */
  @Test
  void ofAWarmUpThatIsNotSteady() throws Exception {
    ObjectNode order = order("lettuce", Orders.SHARED);
    order.putObject("steady").put("maxWarmupMs", 800);
    for (JsonNode message : agree(order)) {
      if (!message.path("kind").asText().equals("measuring")) continue;
      assertEquals(false, message.path("isSteady").asBoolean(true));
      assertTrue(message.path("warmupUs").asLong() >= 800_000);
    }
  }

  @Test
  void ofSamples() throws Exception {
    long sampled = 0;
    for (JsonNode message : agree(order("jedis", Orders.POOLED))) {
      JsonNode look = message.path("report").path("look");
      if (look.isMissingNode() || look.isNull()) continue;
      for (int i = 0; i < look.path("caller").size(); i++) {
        assertTrue(look.path("startUs").get(i).asLong() <= look.path("toUs").asLong());
        assertTrue(look.path("waitConnectionUs").get(i).asLong() >= 0);
        assertTrue(look.path("awayUs").get(i).asLong() >= 0);
        assertTrue(look.path("connection").get(i).asInt() < 4);
        sampled++;
      }
    }
    assertTrue(sampled > 0);
  }

  @Test
  void ofMultipleSets() throws Exception {
    agree(
        Orders.with(
            order("jedis", Orders.POOLED),
            "workload.batch",
            "{\"kind\":\"multiKey\",\"size\":5,\"replyPerKey\":false}"),
        false);
  }

  @Test
  void ofAnOpenLoadWithALimit() throws Exception {
    ObjectNode order =
        Orders.with(
            order("jedis", Orders.POOLED),
            "workload.arrivals",
            """
            {"kind":"open","ratePerSec":2000,"process":"poisson","burstSize":2,"callers":8,"maxBacklog":100}""");
    order.put("commandsPerSec", 500).put("measuredMs", 400);
    List<JsonNode> messages = agree(order);
    long sent = InProcess.lastOf(messages).path("sent").path("set").asLong();
    assertTrue(sent < 400, "half of 500 a second for 0.45 s and the burst, but it sent " + sent);
    assertTrue(
        messages.stream().anyMatch(each -> each.path("report").path("wasRateLimited").asBoolean()));
  }

  private static ObjectNode order(String library, String connections) {
    return Orders.of(library, redis.port, connections);
  }

  private static List<JsonNode> agree(ObjectNode order) throws Exception {
    return agree(order, true);
  }

  private static List<JsonNode> agree(ObjectNode order, boolean keysExpire) throws Exception {
    redis.reset();
    try (Jedis jedis = redis.connect()) {
      List<JsonNode> messages = InProcess.perform(order);
      JsonNode last = InProcess.lastOf(messages);
      assumeFalse(last.path("message").asText().contains("with a PING"), "a Lettuce before 6.6");
      assertEquals("ended", last.path("kind").asText(), last.toString());
      Map<String, Long> sent = new TreeMap<>();
      last.path("sent").fields().forEachRemaining(each -> sent.put(each.getKey(), each.getValue().asLong()));
      assertEquals(redis.calls(), sent);
      assertTrue(sent.values().stream().mapToLong(each -> each).sum() > 20, sent.toString());
      long issued = 0;
      long completed = 0;
      long inProgress = 0;
      long counted = 0;
      for (JsonNode message : messages) {
        JsonNode report = message.path("report");
        if (report.isMissingNode()) continue;
        issued += report.path("issued").asLong();
        completed += report.path("completed").asLong();
        inProgress = report.path("inProgress").asLong();
        counted += report.path("response").path("count").asLong();
        assertEquals(0, report.path("failures").size(), report.toString());
      }
      assertEquals(issued, completed + inProgress);
      assertEquals(completed, counted);
      if (keysExpire) for (String key : jedis.keys("*")) assertTrue(jedis.pttl(key) > 0, key);
      return messages;
    }
  }
}
