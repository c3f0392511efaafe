package roundtrip.driver.order;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The client section of a scenario, as far as the Java libraries have these settings. */
public record Client(Connections connections, Io io, Retry retry, CrossSlot crossSlot) {

  /** How callers use connections. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Pooled.class, name = "pooled"),
    @JsonSubTypes.Type(value = Shared.class, name = "shared"),
    @JsonSubTypes.Type(value = PerRequest.class, name = "perRequest")
  })
  public sealed interface Connections {}

  /**
   * Connections are borrowed from a pool. The names are those of commons-pool2.
   *
   * @param handoff fifo: the pool is fair
   * @param maxWaitMs 0: no limit
   * @param numTestsPerEvictionRun negative: a share of the idle connections
   * @param softMinEvictableIdleMs 0: never
   * @param timeBetweenEvictionRunsMs 0: no evictor
   * @param warm whether all connections are open when the run starts
   * @param wrap whether Lettuce hands out connections in a proxy
   * @param idleTimeoutMs an option of redigo and go-redis; 0 here
   * @param maxLifetimeMs an option of redigo and go-redis; 0 here
   * @param fillInBackground an option of go-redis; false here
   */
  public record Pooled(
      int maxTotal,
      int maxIdle,
      int minIdle,
      IdleOrder order,
      Handoff handoff,
      long maxWaitMs,
      boolean blockWhenExhausted,
      boolean testOnBorrow,
      boolean testOnCreate,
      boolean testOnReturn,
      boolean testWhileIdle,
      long timeBetweenEvictionRunsMs,
      int numTestsPerEvictionRun,
      long minEvictableIdleMs,
      long softMinEvictableIdleMs,
      boolean warm,
      boolean wrap,
      long idleTimeoutMs,
      long maxLifetimeMs,
      boolean fillInBackground)
      implements Connections {}

  /** All callers share these connections. */
  public record Shared(int count, Pick pick) implements Connections {}

  /** Every request opens a connection, uses it and closes it. */
  public record PerRequest() implements Connections {}

  /** Which idle connection is borrowed next. */
  public enum IdleOrder {
    @JsonProperty("lifo")
    LIFO,
    @JsonProperty("fifo")
    FIFO
  }

  /** Which waiting caller gets a returned connection. */
  public enum Handoff {
    @JsonProperty("barging")
    BARGING,
    @JsonProperty("fifo")
    FIFO
  }

  /** Which shared connection a request uses. */
  public enum Pick {
    @JsonProperty("random")
    RANDOM,
    @JsonProperty("roundRobin")
    ROUND_ROBIN
  }

  /** Which threads make the socket calls. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Blocking.class, name = "blocking"),
    @JsonSubTypes.Type(value = EventLoops.class, name = "eventLoops"),
    @JsonSubTypes.Type(value = WriterReader.class, name = "writerReader")
  })
  public sealed interface Io {}

  /**
   * The callers themselves (Jedis).
   *
   * @param bufferBytes 0: the library's usual size
   * @param replyTimeoutMs Jedis' soTimeout; 0: no limit
   */
  public record Blocking(int bufferBytes, long replyTimeoutMs) implements Io {}

  /**
   * Event loops (Lettuce).
   *
   * @param requestQueueSize 0: no limit
   * @param replyTimeoutMs 0: no limit
   */
  public record EventLoops(
      int loops,
      Flush flush,
      Selector selector,
      long requestQueueSize,
      long replyTimeoutMs,
      TimeoutScheduler timeoutScheduler,
      Integer ioRatio)
      implements Io {}

  /** A writer and a reader for each connection; no Java library here has them. */
  public record WriterReader() implements Io {}

  /**
   * When encoded commands are written.
   *
   * @param kind everyCommand: Lettuce's default; explicit: manual flush. The rest is refused.
   * @param commands commands of a batch between two explicit flushes
   */
  public record Flush(String kind, int commands) {}

  /** How an event loop finds ready sockets. */
  public enum Selector {
    @JsonProperty("epoll")
    EPOLL,
    @JsonProperty("nio")
    NIO
  }

  /**
   * What schedules command timeouts.
   *
   * @param kind none, executor (Lettuce until 6.3.1) or timerWheel (later)
   * @param threads threads of the executor
   */
  public record TimeoutScheduler(String kind, int threads) {}

  /**
   * Retries.
   *
   * @param maxRetries Jedis and Lettuce have none; 0 here
   * @param maxRedirects redirections that a client of a cluster follows
   */
  public record Retry(int maxRetries, int maxRedirects) {}

  /**
   * What becomes of a batch with keys of several nodes.
   *
   * @param kind hashTag: there is none; split: it is sent in parts
   * @param by node: a pipeline for each node
   */
  public record CrossSlot(String kind, String by) {}
}
