package roundtrip.driver.client.lettuce;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.event.connection.ConnectionActivatedEvent;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import roundtrip.driver.Refusal;
import roundtrip.driver.client.Client;
import roundtrip.driver.client.Exchange;
import roundtrip.driver.client.Pools;
import roundtrip.driver.client.Session;
import roundtrip.driver.client.Trust;
import roundtrip.driver.measure.Recorder;
import roundtrip.driver.order.Access;
import roundtrip.driver.order.Client.EventLoops;
import roundtrip.driver.order.Client.PerRequest;
import roundtrip.driver.order.Client.Pick;
import roundtrip.driver.order.Client.Pooled;
import roundtrip.driver.order.Client.Shared;
import roundtrip.driver.order.Order;
import roundtrip.driver.order.Workload;

/** Lettuce: event loops make the socket calls, callers wait for futures. */
public final class LettuceClient implements Client {
  /** Lettuce's own command timeout, for a scheduler without a requested one. */
  private static final long DEFAULT_TIMEOUT_MS = 60_000;

  private static final long CLOSE_MS = 50;

  private final ClientResources resources;
  private final RedisClient client;
  private final EventLoops io;
  private final long ttlMs;

  /** Shared connections; empty if connections are borrowed or opened for each request. */
  private final List<StatefulRedisConnection<String, String>> shared = new CopyOnWriteArrayList<>();

  private final Pick pick;

  /** Null: no pool. */
  private final LettucePool pool;

  /**
   * Opens the connections.
   *
   * @throws Refusal if Lettuce does not have a requested option
   * @throws Exception if Redis does not answer or refuses
   */
  public LettuceClient(Order order, Recorder recorder) throws Exception {
    if (!(order.client().io() instanceof EventLoops eventLoops))
      throw new Refusal("Lettuce makes its socket calls in event loops.");
    io = eventLoops;
    check(order);
    ttlMs = order.ttlMs();
    resources = Resources.of(io, order.access().socket());
    client = RedisClient.create(resources, uriOf(order.access()));
    client.setOptions(options(order.access()));
    if (order.access().resp() != 3 && order.access().password() == null)
      // With RESP2 and without a password, the handshake is a PING.
      resources
          .eventBus()
          .get()
          .filter(event -> event instanceof ConnectionActivatedEvent)
          .subscribe(event -> recorder.ping());
    if (order.client().connections() instanceof Shared some) {
      pick = some.pick();
      pool = null;
      Pools.open(some.count(), () -> shared.add(open()));
    } else if (order.client().connections() instanceof Pooled pooled) {
      pick = null;
      pool = LettucePool.create(this::open, pooled, recorder);
      if (Pools.openAtStart(pooled) == 0) open().close();
      Pools.open(Pools.openAtStart(pooled), pool::addObject);
    } else if (order.client().connections() instanceof PerRequest) {
      pick = null;
      pool = null;
      open().close();
    } else {
      throw new Refusal("Lettuce does not have these connections.");
    }
  }

  @Override
  public Session session(int caller) {
    LettuceSender sender = new LettuceSender(ttlMs, io);
    if (pool != null) return pool.session(sender);
    if (shared.isEmpty()) return perRequest(sender);
    if (shared.size() == 1) {
      var only = shared.get(0);
      return exchange -> sendAtOnce(sender, only, exchange);
    }
    var connections = List.copyOf(shared);
    int count = connections.size();
    if (pick == Pick.RANDOM)
      return exchange -> sendAtOnce(sender, connections.get(exchange.requests().below(count)), exchange);
    // A common turn of all callers would be a point of contention: each has its own.
    int[] turn = {caller % count};
    return exchange -> {
      turn[0] = turn[0] + 1 == count ? 0 : turn[0] + 1;
      sendAtOnce(sender, connections.get(turn[0]), exchange);
    };
  }

  @Override
  public void close() {
    client.shutdown(0, CLOSE_MS, TimeUnit.MILLISECONDS);
    resources.shutdown(0, CLOSE_MS, TimeUnit.MILLISECONDS);
  }

  private Session perRequest(LettuceSender sender) {
    return exchange -> {
      try (var connection = open()) {
        if (exchange.start(connection)) sender.send(connection, exchange.requests());
      }
    };
  }

  private static void sendAtOnce(
      LettuceSender sender, StatefulRedisConnection<String, String> connection, Exchange exchange)
      throws Exception {
    if (exchange.startAtOnce(connection)) sender.send(connection, exchange.requests());
  }

  private StatefulRedisConnection<String, String> open() {
    StatefulRedisConnection<String, String> connection = client.connect();
    connection.setTimeout(Duration.ofMillis(io.replyTimeoutMs()));
    if (LettuceSender.isManual(io)) connection.setAutoFlushCommands(false);
    return connection;
  }

  private void check(Order order) {
    String flush = io.flush().kind();
    if (!flush.equals("everyCommand") && !flush.equals("explicit"))
      throw new Refusal("Lettuce writes every command at once, or when it is told to flush.");
    if (order.access().nodes() != null) throw new Refusal("Lettuce's client of a cluster is not run here.");
    if (order.client().retry() != null && order.client().retry().maxRetries() > 0)
      throw new Refusal("Lettuce does not retry requests after errors.");
    if (order.workload().batch() instanceof Workload.Transaction
        && order.client().connections() instanceof Shared
        && order.workload().arrivals().callers() > 1)
      throw new Refusal(
          "A transaction needs a connection of its own: on a shared one, commands of other callers get into it.");
    checkScheduler(order.version());
  }

  private void checkScheduler(String version) {
    boolean hasExecutor = version != null && version.matches("6\\.([0-2]\\..*|3\\.[01](\\..*)?)");
    String kind = io.timeoutScheduler().kind();
    if (kind.equals("executor") && !hasExecutor)
      throw new Refusal("Lettuce has scheduled timeouts on a timer wheel since 6.3.2.");
    if (kind.equals("timerWheel") && hasExecutor)
      throw new Refusal("Lettuce has scheduled timeouts on an executor until 6.3.1.");
  }

  private ClientOptions options(Access access) {
    long timeoutMs = io.replyTimeoutMs() == 0 ? DEFAULT_TIMEOUT_MS : io.replyTimeoutMs();
    boolean isScheduled = !io.timeoutScheduler().kind().equals("none");
    ClientOptions.Builder options =
        ClientOptions.builder()
            .protocolVersion(access.resp() == 3 ? ProtocolVersion.RESP3 : ProtocolVersion.RESP2)
            // Commands that wait for a new connection would be measured as slow.
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .timeoutOptions(
                isScheduled
                    ? TimeoutOptions.enabled(Duration.ofMillis(timeoutMs))
                    : TimeoutOptions.builder().timeoutCommands(false).build());
    if (io.requestQueueSize() > 0)
      options.requestQueueSize((int) Math.min(Integer.MAX_VALUE, io.requestQueueSize()));
    if (access.socket().tls() != null)
      options.sslOptions(SslOptions.builder().trustManager(Trust.with(access.socket().tls().ca())).build());
    return options.build();
  }

  private RedisURI uriOf(Access access) {
    Access.Socket socket = access.socket();
    if (socket.path() != null && io.selector() == roundtrip.driver.order.Client.Selector.NIO)
      throw new Refusal("Unix sockets need Netty's epoll.");
    RedisURI.Builder uri =
        socket.path() != null
            ? RedisURI.Builder.socket(socket.path())
            : RedisURI.Builder.redis(
                socket.tls() == null ? socket.host() : socket.tls().serverName(), socket.port());
    uri.withDatabase(access.database());
    if (socket.tls() != null) uri.withSsl(true).withVerifyPeer(true);
    if (access.password() != null && access.username() != null)
      uri.withAuthentication(access.username(), access.password());
    else if (access.password() != null) uri.withPassword(access.password().toCharArray());
    return uri.build();
  }
}
