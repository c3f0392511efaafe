package roundtrip.driver.client.lettuce;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import roundtrip.driver.client.Requests;
import roundtrip.driver.measure.CommandName;
import roundtrip.driver.order.Client.EventLoops;
import roundtrip.driver.order.Workload;

/** Sends the requests of one caller on a connection of Lettuce. */
final class LettuceSender {
  private final SetArgs expiry;

  /** Commands between two flushes; 0: every command is written at once. */
  private final int flushEach;

  private final long timeoutMs;

  LettuceSender(long ttlMs, EventLoops io) {
    expiry = SetArgs.Builder.px(ttlMs);
    flushEach = isManual(io) ? Math.max(1, io.flush().commands()) : 0;
    timeoutMs = io.replyTimeoutMs();
  }

  /** Whether commands are written only by an explicit flush. */
  static boolean isManual(EventLoops io) {
    return io.flush().kind().equals("explicit");
  }

  /** Sends a request and waits for its replies. */
  void send(StatefulRedisConnection<String, String> connection, Requests requests) throws Exception {
    Workload.Batch batch = requests.batch();
    if (batch instanceof Workload.None) single(connection, requests);
    else if (batch instanceof Workload.MultiKey multiKey) multiKey(connection, requests, multiKey);
    else if (batch instanceof Workload.Pipeline pipeline) pipeline(connection, requests, pipeline.size());
    else if (batch instanceof Workload.Transaction transaction)
      if (transaction.roundTrips() == 1) pipelinedTransaction(connection, requests, transaction.size());
      else transaction(connection, requests, transaction.size());
  }

  private void single(StatefulRedisConnection<String, String> connection, Requests requests) {
    if (flushEach > 0) {
      RedisFuture<?> reply = command(connection.async(), requests);
      connection.flushCommands();
      await(reply);
      return;
    }
    RedisCommands<String, String> commands = connection.sync();
    String value = requests.value();
    if (value == null) commands.get(requests.key());
    else commands.set(requests.key(), value, expiry);
  }

  private void multiKey(
      StatefulRedisConnection<String, String> connection, Requests requests, Workload.MultiKey batch) {
    RedisFuture<?> reply;
    if (batch.replyPerKey()) {
      String[] keys = new String[batch.size()];
      for (int i = 0; i < keys.length; i++) keys[i] = requests.key();
      requests.count(CommandName.MGET);
      if (flushEach == 0) {
        connection.sync().mget(keys);
        return;
      }
      reply = connection.async().mget(keys);
    } else {
      Map<String, String> values = new LinkedHashMap<>(2 * batch.size());
      for (int i = 0; i < batch.size(); i++) values.put(requests.key(), requests.firstValue());
      requests.count(CommandName.MSET);
      if (flushEach == 0) {
        connection.sync().mset(values);
        return;
      }
      reply = connection.async().mset(values);
    }
    connection.flushCommands();
    await(reply);
  }

  private void pipeline(
      StatefulRedisConnection<String, String> connection, Requests requests, int size) {
    RedisFuture<?>[] replies = new RedisFuture<?>[size];
    append(connection, requests, replies);
    for (RedisFuture<?> reply : replies) await(reply);
  }

  /** With the synchronous commands: they wait for MULTI and for EXEC. */
  private void transaction(
      StatefulRedisConnection<String, String> connection, Requests requests, int size) {
    if (flushEach > 0) {
      requests.count(CommandName.MULTI);
      RedisFuture<?> multi = connection.async().multi();
      connection.flushCommands();
      await(multi);
      append(connection, requests, new RedisFuture<?>[size]);
      requests.count(CommandName.EXEC);
      RedisFuture<TransactionResult> exec = connection.async().exec();
      connection.flushCommands();
      check(await(exec));
      return;
    }
    RedisCommands<String, String> commands = connection.sync();
    requests.count(CommandName.MULTI);
    commands.multi();
    for (int i = 0; i < size; i++) {
      String value = requests.value();
      if (value == null) commands.get(requests.key());
      else commands.set(requests.key(), value, expiry);
    }
    requests.count(CommandName.EXEC);
    check(commands.exec());
  }

  private void pipelinedTransaction(
      StatefulRedisConnection<String, String> connection, Requests requests, int size) {
    requests.count(CommandName.MULTI);
    connection.async().multi();
    append(connection, requests, new RedisFuture<?>[size]);
    requests.count(CommandName.EXEC);
    RedisFuture<TransactionResult> exec = connection.async().exec();
    if (flushEach > 0) connection.flushCommands();
    check(await(exec));
  }

  /** Sends the commands of a batch, with a flush after every so many. */
  private void append(
      StatefulRedisConnection<String, String> connection, Requests requests, RedisFuture<?>[] replies) {
    RedisAsyncCommands<String, String> commands = connection.async();
    for (int i = 0; i < replies.length; i++) {
      replies[i] = command(commands, requests);
      if (flushEach > 0 && (i + 1) % flushEach == 0) connection.flushCommands();
    }
    if (flushEach > 0 && replies.length % flushEach != 0) connection.flushCommands();
  }

  private RedisFuture<?> command(RedisAsyncCommands<String, String> commands, Requests requests) {
    String value = requests.value();
    return value == null ? commands.get(requests.key()) : commands.set(requests.key(), value, expiry);
  }

  private <T> T await(RedisFuture<T> reply) {
    return LettuceFutures.awaitOrCancel(reply, timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** Errors of single commands are among the replies. */
  private static void check(TransactionResult result) {
    for (Object reply : result) if (reply instanceof RuntimeException error) throw error;
  }
}
