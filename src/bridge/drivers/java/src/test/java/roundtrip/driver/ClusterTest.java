package roundtrip.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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

/** JedisCluster sends to all nodes, and together they saw every command that the driver counts. */
@Tag("load")
final class ClusterTest {
  private static final int NODES = 3;
  private static final int SLOTS = 16384;

  private static final List<RedisServer> servers = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(RedisServer.isInstalled(), "redis-server is not installed");
    for (int i = 0; i < NODES; i++) servers.add(RedisServer.node());
    for (int i = 0; i < NODES; i++)
      try (Jedis jedis = servers.get(i).connect()) {
        int from = SLOTS * i / NODES;
        int[] slots = new int[SLOTS * (i + 1) / NODES - from];
        for (int slot = 0; slot < slots.length; slot++) slots[slot] = from + slot;
        jedis.clusterAddSlots(slots);
        for (RedisServer other : servers) jedis.clusterMeet("127.0.0.1", other.port);
      }
    for (RedisServer server : servers)
      try (Jedis jedis = server.connect()) {
        while (!jedis.clusterInfo().contains("cluster_state:ok")) Thread.sleep(20);
      }
  }

  @AfterAll
  static void stop() throws Exception {
    for (RedisServer server : servers) server.close();
  }

  static Stream<String> batches() {
    return Stream.of("{\"kind\":\"none\"}", "{\"kind\":\"pipeline\",\"size\":10}");
  }

  @ParameterizedTest
  @MethodSource("batches")
  void counts(String batch) throws Exception {
    for (RedisServer server : servers) server.reset();
    List<JsonNode> messages = InProcess.perform(Orders.with(order(), "workload.batch", batch));
    JsonNode last = InProcess.lastOf(messages);
    assertEquals("ended", last.path("kind").asText(), last.toString());
    assertTrue(last.path("isReusable").asBoolean());
    Map<String, Long> seen = new TreeMap<>();
    for (RedisServer server : servers) {
      Map<String, Long> calls = server.calls();
      // JedisCluster looks for a node that answers.
      calls.remove("ping");
      assertTrue(calls.getOrDefault("set", 0L) > 0, calls.toString());
      calls.forEach((name, count) -> seen.merge(name, count, Long::sum));
      try (Jedis jedis = server.connect()) {
        for (String key : jedis.keys("*")) assertTrue(jedis.pttl(key) > 0, key);
      }
    }
    Map<String, Long> sent = new TreeMap<>();
    last.path("sent").fields().forEachRemaining(each -> sent.put(each.getKey(), each.getValue().asLong()));
    assertEquals(seen, sent);
    for (JsonNode message : messages)
      assertEquals(0, message.path("report").path("failures").size(), message.toString());
  }

  /** With one connection to each node, callers wait for them. */
  @Test
  void waitsForAConnection() throws Exception {
    String one = Orders.POOLED.replace("\"maxTotal\":4", "\"maxTotal\":1");
    long waitedNs = 0;
    for (JsonNode message : InProcess.perform(Orders.with(order(), "client.connections", one)))
      waitedNs += message.path("report").path("waitConnectionNs").asLong();
    assertTrue(waitedNs > 10_000_000, "eight callers and three connections wait, but it was " + waitedNs + " ns");
  }

  @Test
  void refusesWhatItLacks() throws Exception {
    String multiKey = "{\"kind\":\"multiKey\",\"size\":3,\"replyPerKey\":true}";
    String refusal = InProcess.refusalOf(Orders.with(order(), "workload.batch", multiKey));
    assertTrue(refusal.contains("one slot"), refusal);
    ObjectNode oneSlot = Orders.with(order(), "client.crossSlot", "{\"kind\":\"hashTag\"}");
    refusal = InProcess.refusalOf(Orders.with(oneSlot, "workload.batch", "{\"kind\":\"pipeline\",\"size\":3}"));
    assertTrue(refusal.contains("each node"), refusal);
    refusal = InProcess.refusalOf(Orders.with(order(), "client.connections", "{\"kind\":\"perRequest\"}"));
    assertTrue(refusal.contains("pool"), refusal);
  }

  private static ObjectNode order() {
    // A connection to each node for each caller of a ClusterPipeline: with fewer, callers can wait for each other forever.
    String pool = Orders.POOLED.replace("\"maxTotal\":4,\"maxIdle\":4", "\"maxTotal\":8,\"maxIdle\":8");
    ObjectNode order = Orders.of("jedis", servers.get(0).port, pool);
    var nodes = ((ObjectNode) order.path("access")).putArray("nodes");
    for (RedisServer server : servers)
      nodes.addObject().put("host", "127.0.0.1").put("port", server.port).putNull("tls");
    var keys = order.putArray("keys");
    for (int i = 0; i < 60; i++) keys.add("roundtrip:{test" + i + "}:" + i);
    return Orders.with(order, "client.crossSlot", "{\"kind\":\"split\",\"by\":\"node\"}");
  }
}
