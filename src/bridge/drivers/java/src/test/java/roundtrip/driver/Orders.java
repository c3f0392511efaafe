package roundtrip.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;

/** Orders for tests. */
final class Orders {
  static final String POOLED =
      """
      {"kind":"pooled","maxTotal":4,"maxIdle":4,"minIdle":0,"order":"lifo","handoff":"barging","maxWaitMs":0,
       "blockWhenExhausted":true,"testOnBorrow":false,"testOnCreate":false,"testOnReturn":false,"testWhileIdle":false,
       "timeBetweenEvictionRunsMs":0,"numTestsPerEvictionRun":3,"minEvictableIdleMs":60000,
       "softMinEvictableIdleMs":0,"warm":true,"wrap":true,"idleTimeoutMs":0,"maxLifetimeMs":0,
       "fillInBackground":false,"checkOnGet":"none"}""";
  static final String SHARED = "{\"kind\":\"shared\",\"count\":1,\"pick\":\"roundRobin\"}";

  private static final String BLOCKING =
      """
      {"kind":"blocking","bufferBytes":0,"pollBeforeRead":true,"readFirst":true,"replyTimeoutMs":2000}""";
  private static final String EVENT_LOOPS =
      """
      {"kind":"eventLoops","loops":2,"flush":{"kind":"everyCommand"},"selector":"nio","requestQueueSize":0,
       "replyTimeoutMs":0,"timeoutScheduler":{"kind":"none"},"ioRatio":50,"taskFairness":"netty42",
       "highWaterMarkBytes":0,"socketTimeoutMs":0}""";

  private Orders() {}

  /** A closed load of eight callers for a quarter of a second. */
  static ObjectNode of(String library, int port, String connections) {
    ObjectNode order = Driver.JSON.createObjectNode();
    order.put("library", library);
    order.put("runtime", "threads");
    ObjectNode client = order.putObject("client");
    client.set("connections", json(connections));
    client.set("io", json(library.equals("jedis") ? BLOCKING : EVENT_LOOPS));
    client.putObject("retry").put("maxRetries", 0);
    order.set(
        "workload",
        json(
            """
            {"arrivals":{"kind":"closed","callers":8,"rampUs":0,"thinkUs":{"kind":"constant","value":0}},
             "command":{"kind":"set","valueBytes":20},"second":{"kind":"get","valueBytes":20,"share":0.5},
             "batch":{"kind":"none"},"seed":7}"""));
    ObjectNode access = order.putObject("access");
    access.putObject("socket").put("host", "127.0.0.1").put("port", port).putNull("tls");
    access.put("database", 0).put("resp", 2);
    var keys = order.putArray("keys");
    IntStream.range(0, 20).forEach(number -> keys.add("roundtrip:{test}:" + number));
    order.put("ttlMs", 60_000).put("warmupMs", 50).put("measuredMs", 200);
    order.putNull("steady");
    order.putNull("commandsPerSec");
    return order;
  }

  static JsonNode json(String text) {
    try {
      return Driver.JSON.readTree(text);
    } catch (IOException invalid) {
      throw new UncheckedIOException(invalid);
    }
  }

  /** Sets a value at a path such as {@code workload.batch}. */
  static ObjectNode with(ObjectNode order, String path, String value) {
    String[] names = path.split("\\.");
    ObjectNode at = order;
    for (int i = 0; i < names.length - 1; i++) at = (ObjectNode) at.path(names[i]);
    at.set(names[names.length - 1], json(value));
    return order;
  }
}
