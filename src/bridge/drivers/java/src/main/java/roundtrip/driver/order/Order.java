package roundtrip.driver.order;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What the bridge asks of one run. The names and units are those of {@code protocol.schema.json}.
 *
 * @param version version of the library that the run is about
 * @param client the client section of the scenario
 * @param keys full names of the keys, taken in turn
 * @param ttlMs expiry of every SET
 * @param warmupMs least warm-up
 * @param steady null: the warm-up ends after {@code warmupMs}
 * @param commandsPerSec null: no limit
 */
public record Order(
    Library library,
    String version,
    Runtime runtime,
    Client client,
    Workload workload,
    Access access,
    List<String> keys,
    long ttlMs,
    long warmupMs,
    long measuredMs,
    Steady steady,
    Double commandsPerSec) {

  /** Client library. */
  public enum Library {
    @JsonProperty("jedis")
    JEDIS,
    @JsonProperty("lettuce")
    LETTUCE
  }

  /** What runs the callers. */
  public enum Runtime {
    @JsonProperty("threads")
    THREADS,
    @JsonProperty("virtualThreads")
    VIRTUAL_THREADS
  }

  /**
   * The warm-up goes on until the throughput is steady.
   *
   * @param maxWarmupMs the warm-up ends at the latest after this time
   */
  public record Steady(long maxWarmupMs) {}
}
