package roundtrip.driver;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import roundtrip.driver.order.Order;
import roundtrip.driver.report.Outbox;

/** Performs runs in the process of the test, which saves the start of another. */
final class InProcess {
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  private InProcess() {}

  /** Performs a run and returns its messages. */
  static List<JsonNode> perform(JsonNode order) throws IOException {
    var output = new ByteArrayOutputStream();
    Run run = new Run(JSON.treeToValue(order, Order.class), new Outbox(output));
    run.start();
    run.run();
    List<JsonNode> messages = new ArrayList<>();
    for (String line : output.toString(StandardCharsets.UTF_8).lines().toList())
      messages.add(JSON.readTree(line));
    return messages;
  }

  /** The sentence with which an order is refused. */
  static String refusalOf(JsonNode order) throws IOException {
    JsonNode last = lastOf(perform(order));
    return last.path("kind").asText().equals("refused") ? last.path("message").asText() : "";
  }

  static JsonNode lastOf(List<JsonNode> messages) {
    return messages.get(messages.size() - 1);
  }
}
