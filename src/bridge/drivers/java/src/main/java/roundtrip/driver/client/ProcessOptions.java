package roundtrip.driver.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import roundtrip.driver.Refusal;

/** Options that a library reads once in a process, when its classes are loaded. */
public final class ProcessOptions {
  private static final Map<String, String> CHOSEN = new ConcurrentHashMap<>();

  private ProcessOptions() {}

  /**
   * Chooses a value for all runs of this process.
   *
   * @param value empty: the default of the library
   * @throws Refusal if an earlier run has chosen another
   */
  public static void choose(String property, String value) {
    String before = CHOSEN.putIfAbsent(property, value);
    if (before != null && !before.equals(value))
      throw new Refusal("An earlier run of this process has chosen another value of " + property + ".");
    if (!value.isEmpty()) System.setProperty(property, value);
  }
}
