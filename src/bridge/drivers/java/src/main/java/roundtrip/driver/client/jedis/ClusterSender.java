package roundtrip.driver.client.jedis;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.ClusterPipeline;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.params.SetParams;
import roundtrip.driver.client.Requests;
import roundtrip.driver.order.Workload;

/** Sends the requests of one caller with JedisCluster. */
final class ClusterSender {
  private final JedisCluster cluster;
  private final SetParams expiry;
  private final List<Response<String>> responses = new ArrayList<>();

  ClusterSender(JedisCluster cluster, long ttlMs) {
    this.cluster = cluster;
    expiry = SetParams.setParams().px(ttlMs);
  }

  /** Sends a request and waits for its replies. */
  void send(Requests requests) {
    if (requests.batch() instanceof Workload.Pipeline pipeline) pipeline(requests, pipeline.size());
    else single(requests);
  }

  private void single(Requests requests) {
    String value = requests.value();
    if (value == null) cluster.get(requests.key());
    else cluster.set(requests.key(), value, expiry);
  }

  /** close() sends: a sync() before it would start the threads of ClusterPipeline twice. */
  private void pipeline(Requests requests, int size) {
    responses.clear();
    try (ClusterPipeline pipeline = cluster.pipelined()) {
      for (int i = 0; i < size; i++) {
        String value = requests.value();
        if (value == null) responses.add(pipeline.get(requests.key()));
        else responses.add(pipeline.set(requests.key(), value, expiry));
      }
    }
    for (Response<String> response : responses) check(response);
  }

  private static void check(Response<String> response) {
    try {
      response.get();
    } catch (IllegalStateException unset) {
      throw new JedisConnectionException("The connection to a node was lost.", unset);
    }
  }
}
