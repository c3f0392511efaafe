package roundtrip.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The driver as a child process, as the bridge runs it. */
final class Driver implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();

  final Process process;
  private final BufferedReader output;
  private final BufferedWriter input;

  Driver(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "roundtrip.driver.Main"));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = new BufferedReader(new InputStreamReader(process.getInputStream()));
    input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream()));
  }

  void send(JsonNode message) throws IOException {
    input.write(JSON.writeValueAsString(message));
    input.write('\n');
    input.flush();
  }

  void send(String kind) throws IOException {
    send(JSON.createObjectNode().put("kind", kind));
  }

  void closeInput() throws IOException {
    input.close();
  }

  /** The next message; null: the end. */
  JsonNode read() throws IOException {
    String line = output.readLine();
    return line == null ? null : JSON.readTree(line);
  }

  /** Reads until a message of a kind. */
  JsonNode await(String kind) throws IOException {
    for (JsonNode message = read(); message != null; message = read()) {
      if (message.path("kind").asText().equals(kind)) return message;
      if (message.path("kind").asText().equals("refused"))
        throw new IllegalStateException(message.path("message").asText());
    }
    throw new IllegalStateException("The driver ended before it sent " + kind);
  }

  /** Performs a whole run; returns its messages from the connection to the end. */
  List<JsonNode> perform(JsonNode order) throws IOException {
    prepare(order);
    List<JsonNode> messages = new ArrayList<>(List.of(await("connected")));
    send("run");
    for (JsonNode message = read(); message != null; message = read()) {
      messages.add(message);
      if (message.path("kind").asText().equals("ended")) break;
    }
    return messages;
  }

  /** Sends an order. */
  void prepare(JsonNode order) throws IOException {
    send(JSON.createObjectNode().put("kind", "prepare").set("order", order));
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor(2, TimeUnit.SECONDS);
  }
}
