package roundtrip.driver.client.jedis;

import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;
import roundtrip.driver.client.Requests;
import roundtrip.driver.measure.CommandName;
import roundtrip.driver.order.Workload;

/** Sends the requests of one caller on a connection of Jedis. */
final class JedisSender {
  private final SetParams expiry;

  JedisSender(long ttlMs) {
    expiry = SetParams.setParams().px(ttlMs);
  }

  /** Sends a request and waits for its replies. */
  void send(Jedis jedis, Requests requests) {
    Workload.Batch batch = requests.batch();
    if (batch instanceof Workload.None) single(jedis, requests);
    else if (batch instanceof Workload.MultiKey multiKey) multiKey(jedis, requests, multiKey);
    else if (batch instanceof Workload.Pipeline pipeline) pipeline(jedis, requests, pipeline.size());
    else if (batch instanceof Workload.Transaction transaction)
      if (transaction.roundTrips() == 1) pipelinedTransaction(jedis, requests, transaction.size());
      else transaction(jedis, requests, transaction.size());
  }

  private void single(Jedis jedis, Requests requests) {
    String value = requests.value();
    if (value == null) jedis.get(requests.key());
    else jedis.set(requests.key(), value, expiry);
  }

  private static void multiKey(Jedis jedis, Requests requests, Workload.MultiKey batch) {
    if (batch.replyPerKey()) {
      String[] keys = new String[batch.size()];
      for (int i = 0; i < keys.length; i++) keys[i] = requests.key();
      requests.count(CommandName.MGET);
      jedis.mget(keys);
      return;
    }
    String[] keysAndValues = new String[2 * batch.size()];
    for (int i = 0; i < keysAndValues.length; i += 2) {
      keysAndValues[i] = requests.key();
      keysAndValues[i + 1] = requests.firstValue();
    }
    requests.count(CommandName.MSET);
    jedis.mset(keysAndValues);
  }

  private void pipeline(Jedis jedis, Requests requests, int size) {
    Pipeline pipeline = jedis.pipelined();
    append(pipeline, requests, size);
    check(pipeline.syncAndReturnAll());
  }

  /** The class Transaction of Jedis: EXEC is sent after the replies to the commands. */
  private void transaction(Jedis jedis, Requests requests, int size) {
    requests.count(CommandName.MULTI);
    try (Transaction transaction = jedis.multi()) {
      for (int i = 0; i < size; i++) {
        String value = requests.value();
        if (value == null) transaction.get(requests.key());
        else transaction.set(requests.key(), value, expiry);
      }
      requests.count(CommandName.EXEC);
      check(transaction.exec());
    }
  }

  /** MULTI and EXEC within a pipeline. Jedis has no method for them since version 5. */
  private void pipelinedTransaction(Jedis jedis, Requests requests, int size) {
    Pipeline pipeline = jedis.pipelined();
    requests.count(CommandName.MULTI);
    pipeline.sendCommand(new CommandArguments(Protocol.Command.MULTI));
    append(pipeline, requests, size);
    requests.count(CommandName.EXEC);
    pipeline.sendCommand(new CommandArguments(Protocol.Command.EXEC));
    check(pipeline.syncAndReturnAll());
  }

  private void append(Pipeline pipeline, Requests requests, int size) {
    for (int i = 0; i < size; i++) {
      String value = requests.value();
      if (value == null) pipeline.get(requests.key());
      else pipeline.set(requests.key(), value, expiry);
    }
  }

  /** Errors of single commands are among the replies. */
  private static void check(List<?> replies) {
    for (Object reply : replies) {
      if (reply instanceof JedisDataException error) throw error;
      if (reply instanceof List<?> inner) check(inner);
    }
  }
}
