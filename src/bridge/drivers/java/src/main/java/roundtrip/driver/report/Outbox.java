package roundtrip.driver.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Writes messages to the bridge, one a line. */
public final class Outbox {
  private final ObjectMapper json = new ObjectMapper();
  private final OutputStream out;

  public Outbox(OutputStream out) {
    this.out = out;
  }

  /** Writes one line at once. */
  public synchronized void send(Message message) {
    ObjectNode node = json.createObjectNode();
    String name = message.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    node.put("kind", name.equals("reported") ? "report" : name);
    node.setAll((ObjectNode) json.valueToTree(message));
    try {
      out.write(json.writeValueAsBytes(node));
      out.write('\n');
      out.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException("The bridge does not read.", gone);
    }
  }
}
