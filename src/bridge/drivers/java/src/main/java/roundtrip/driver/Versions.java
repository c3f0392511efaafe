package roundtrip.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import roundtrip.driver.order.Order;

/** The versions with which this program was built. */
final class Versions {
  private static final String RELEASE = ".RELEASE";
  private static final String FINAL = ".Final";

  private Versions() {}

  /** Versions by name: the libraries and Java. */
  static Map<String, String> all() {
    Properties built = new Properties();
    try (InputStream file = Versions.class.getResourceAsStream("/versions.properties")) {
      built.load(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    Map<String, String> versions = new LinkedHashMap<>();
    for (String name : built.stringPropertyNames().stream().sorted().toList())
      versions.put(name, plain(built.getProperty(name)));
    versions.put("java", System.getProperty("java.version"));
    return versions;
  }

  /** Refuses an order for another version of its library. */
  static void check(Order order) {
    String name = order.library() == Order.Library.JEDIS ? "jedis" : "lettuce";
    String built = all().get(name);
    if (order.version() != null && !plain(order.version()).equals(built))
      throw new Refusal(
          "This driver was built with " + name + " " + built + ", not " + plain(order.version()) + ".");
  }

  private static String plain(String version) {
    return version.replace(RELEASE, "").replace(FINAL, "");
  }
}
