package roundtrip.driver;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import roundtrip.driver.order.Order;
import roundtrip.driver.report.Message;
import roundtrip.driver.report.Outbox;

/** Drives Redis with Jedis or Lettuce for the bridge: messages on standard input and output, one a line. */
public final class Main {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
          .configure(DeserializationFeature.ACCEPT_FLOAT_AS_INT, true);

  private Main() {}

  /** Options: {@code --defaults} prints the default options of the libraries, {@code --versions} their versions. */
  public static void main(String[] arguments) throws IOException {
    String option = arguments.length == 0 ? "" : arguments[0];
    switch (option) {
      case "--defaults" -> System.out.println(JSON.writeValueAsString(Defaults.all()));
      case "--versions" -> System.out.println(JSON.writeValueAsString(Versions.all()));
      default -> serve();
    }
    exit();
  }

  private static void serve() throws IOException {
    Outbox outbox = new Outbox(System.out);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Run run = null;
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      JsonNode message = JSON.readTree(line);
      switch (message.path("kind").asText()) {
        case "prepare" -> {
          if (run != null && !run.isReusable()) {
            outbox.send(new Message.Refused("The Java driver performs one order at a time."));
            return;
          }
          run = prepare(message, outbox);
          if (run == null) return;
          perform(run);
        }
        case "run" -> {
          if (run != null) run.start();
        }
        case "stop" -> {
          if (run == null || run.isReusable()) return;
          if (!run.stop()) {
            run.end();
            return;
          }
        }
        default -> {}
      }
    }
    // The bridge is gone. The system closes the connections.
  }

  /** Performs it in a thread of its own. The process ends with a run that may have left something. */
  private static void perform(Run run) {
    Runnable work =
        () -> {
          run.run();
          if (!run.isReusable()) exit();
        };
    new Thread(work, "run").start();
  }

  private static Run prepare(JsonNode message, Outbox outbox) {
    try {
      return new Run(JSON.treeToValue(message.path("order"), Order.class), outbox);
    } catch (com.fasterxml.jackson.core.JsonProcessingException unknown) {
      // Its message would contain the order, and with it secrets.
      outbox.send(new Message.Refused("The Java driver does not know an option of this order."));
      return null;
    }
  }

  /** Ends at once: threads that wait for Redis would hold the program. */
  private static void exit() {
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
