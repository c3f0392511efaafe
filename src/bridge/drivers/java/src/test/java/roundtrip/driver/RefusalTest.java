package roundtrip.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** What cannot be run is refused with one sentence. */
final class RefusalTest {
  /** Nothing listens there. */
  private static final int CLOSED_PORT = 1;

  private static ObjectNode order(String library, String connections) {
    return Orders.of(library, CLOSED_PORT, connections);
  }

  private static void refuses(String part, ObjectNode order) throws Exception {
    String sentence = InProcess.refusalOf(order);
    assertTrue(sentence.contains(part), sentence);
    assertEquals(1, sentence.lines().count());
    assertFalse(sentence.contains("Exception"), sentence);
  }

  @Test
  void ofAnotherVersion() throws Exception {
    refuses("not 1.0.0", order("jedis", Orders.POOLED).put("version", "1.0.0"));
  }

  @Test
  void ofWhatALibraryDoesNotHave() throws Exception {
    refuses("cannot be shared", order("jedis", Orders.SHARED));
    refuses("event loops", Orders.with(order("lettuce", Orders.SHARED), "client.io", "{\"kind\":\"writerReader\"}"));
    refuses("Unix", Orders.with(order("jedis", Orders.POOLED), "access.socket", "{\"path\":\"/redis\"}"));
    refuses("retry", Orders.with(order("jedis", Orders.POOLED), "client.retry", "{\"maxRetries\":3}"));
    refuses(
        "connection of its own",
        Orders.with(
            order("lettuce", Orders.SHARED),
            "workload.batch",
            "{\"kind\":\"transaction\",\"size\":2,\"roundTrips\":1}"));
    refuses(
        "background filling",
        order("jedis", Orders.POOLED.replace("\"fillInBackground\":false", "\"fillInBackground\":true")));
  }

  @Test
  void ofVirtualThreadsOnAnOlderJava() throws Exception {
    assumeTrue(Runtime.version().feature() < 21, "this Java has virtual threads");
    refuses("Java 21", order("jedis", Orders.POOLED).put("runtime", "virtualThreads"));
  }

  @Test
  void ofARedisThatIsNotThere() throws Exception {
    refuses("Failed to connect", order("jedis", Orders.POOLED));
    refuses("Connection refused", order("lettuce", Orders.SHARED));
  }
}
