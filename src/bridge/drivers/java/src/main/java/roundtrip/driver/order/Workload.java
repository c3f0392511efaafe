package roundtrip.driver.order;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * The requests of a run.
 *
 * @param second a second command in the mix; null: none
 */
public record Workload(Arrivals arrivals, Command command, Command second, Batch batch, long seed) {

  /** A source of requests. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Open.class, name = "open")
  })
  public sealed interface Arrivals {
    /** Greatest number of requests in progress. */
    int callers();
  }

  /** Each caller sends its next request after the reply to the last and a time to think. */
  public record Closed(int callers, double rampUs, Dist thinkUs) implements Arrivals {}

  /**
   * Independent arrivals.
   *
   * @param maxBacklog arrivals that may wait for a caller; further ones are rejected
   */
  public record Open(
      double ratePerSec, ArrivalProcess process, int burstSize, int callers, int maxBacklog)
      implements Arrivals {}

  /** Times between arrivals. */
  public enum ArrivalProcess {
    @JsonProperty("poisson")
    POISSON,
    @JsonProperty("constant")
    CONSTANT
  }

  /**
   * One kind of command.
   *
   * @param share share of the requests; only of the second command
   */
  public record Command(Kind kind, int valueBytes, double share) {}

  /** Commands of a mix. */
  public enum Kind {
    @JsonProperty("get")
    GET,
    @JsonProperty("set")
    SET
  }

  /** What one request consists of. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = None.class, name = "none"),
    @JsonSubTypes.Type(value = MultiKey.class, name = "multiKey"),
    @JsonSubTypes.Type(value = Pipeline.class, name = "pipeline"),
    @JsonSubTypes.Type(value = Transaction.class, name = "transaction")
  })
  public sealed interface Batch {
    /** Commands, or keys, of a request. */
    int size();
  }

  /** One command. */
  public record None() implements Batch {
    @Override
    public int size() {
      return 1;
    }
  }

  /** MGET if there is a reply for each key, otherwise MSET. */
  public record MultiKey(int size, boolean replyPerKey) implements Batch {}

  /** Commands that are sent together. */
  public record Pipeline(int size) implements Batch {}

  /**
   * MULTI, commands, EXEC.
   *
   * @param roundTrips 1: all is sent together; 2: EXEC follows the replies to the commands
   */
  public record Transaction(int size, int roundTrips) implements Batch {}
}
