package roundtrip.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import roundtrip.driver.order.Access;
import roundtrip.driver.order.Order;
import roundtrip.driver.order.Workload;
import roundtrip.driver.report.Message;
import roundtrip.driver.report.ProcessUse;
import roundtrip.driver.report.Report;
import roundtrip.driver.report.RequestSample;
import roundtrip.driver.report.Tally;

/** The records of messages have the fields of the schema. */
final class ProtocolTest {
  private static final Path SCHEMA = Path.of("..", "protocol.schema.json");
  private static JsonNode parts;

  @BeforeAll
  static void read() throws IOException {
    // The build in the user's cache directory has a copy of this folder only.
    assumeTrue(Files.exists(SCHEMA), "the schema is not here");
    parts = new ObjectMapper().readTree(SCHEMA.toFile()).path("$defs");
  }

  private static Set<String> namesIn(JsonNode type) {
    Set<String> names = new TreeSet<>();
    type.path("properties").fieldNames().forEachRemaining(names::add);
    names.remove("kind");
    return names;
  }

  private static Set<String> namesOf(Class<?> record) {
    Set<String> names = new TreeSet<>();
    for (RecordComponent each : record.getRecordComponents()) {
      JsonProperty renamed = each.getAccessor().getAnnotation(JsonProperty.class);
      names.add(renamed == null ? each.getName() : renamed.value());
    }
    return names;
  }

  private static JsonNode kindOf(String part, String kind) {
    for (JsonNode each : parts.path(part).path("oneOf"))
      if (each.path("properties").path("kind").path("const").asText().equals(kind)) return each;
    throw new IllegalStateException(part + " has no " + kind);
  }

  @Test
  void ofReports() {
    assertEquals(namesIn(parts.path("DriverReport")), namesOf(Report.class));
    assertEquals(namesIn(parts.path("DriverTally")), namesOf(Tally.class));
    assertEquals(namesIn(parts.path("DriverSample")), namesOf(RequestSample.class));
    assertEquals(namesIn(parts.path("ProcessUse")), namesOf(ProcessUse.class));
    assertEquals(namesIn(kindOf("FromDriver", "connected")), namesOf(Message.Connected.class));
    assertEquals(namesIn(kindOf("FromDriver", "measuring")), namesOf(Message.Measuring.class));
    assertEquals(namesIn(kindOf("FromDriver", "ended")), namesOf(Message.Ended.class));
    assertEquals(namesIn(kindOf("FromDriver", "refused")), namesOf(Message.Refused.class));
  }

  @Test
  void ofOrders() {
    assertEquals(namesIn(parts.path("DriverOrder")), namesOf(Order.class));
    assertEquals(namesIn(parts.path("DriverAccess")), namesOf(Access.class));
    assertEquals(namesIn(parts.path("DriverTls")), namesOf(Access.Tls.class));
    assertEquals(namesIn(parts.path("DriverWorkload")), namesOf(Workload.class));
    assertEquals(namesIn(kindOf("DriverArrivals", "closed")), namesOf(Workload.Closed.class));
    assertEquals(namesIn(kindOf("DriverArrivals", "open")), namesOf(Workload.Open.class));
    assertEquals(namesIn(kindOf("DriverBatch", "multiKey")), namesOf(Workload.MultiKey.class));
    assertEquals(namesIn(kindOf("DriverBatch", "transaction")), namesOf(Workload.Transaction.class));
    assertTrue(namesOf(Workload.Command.class).containsAll(namesIn(parts.path("DriverSecond"))));
  }
}
