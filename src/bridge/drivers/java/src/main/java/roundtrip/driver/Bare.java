package roundtrip.driver;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPoolConfig;

/** The least program with the same library, threads and pool: it only counts. The driver's own cost is the difference. */
public final class Bare {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Cells between two counters, so that they are on different cache lines. */
  private static final int STRIDE = 16;

  private static final String KEY = "roundtrip:{bare}:0000000000000000000";
  private static volatile boolean stopped;

  private Bare() {}

  /**
   * Prints requests per second and CPU time per request as JSON.
   *
   * @param arguments jedis or lettuce, port, connections, threads, warm-up in ms, measurement in ms
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int port = Integer.parseInt(arguments[1]);
    int connections = Integer.parseInt(arguments[2]);
    int threads = Integer.parseInt(arguments[3]);
    AtomicLongArray counts = new AtomicLongArray(threads * STRIDE);
    Runnable request = arguments[0].equals("jedis") ? jedis(port, connections) : lettuce(port);
    for (int number = 0; number < threads; number++) {
      int cell = number * STRIDE;
      Thread thread =
          new Thread(
              () -> {
                for (long count = 1; !stopped; count++) {
                  request.run();
                  counts.lazySet(cell, count);
                }
              });
      thread.setDaemon(true);
      thread.start();
    }
    Thread.sleep(Long.parseLong(arguments[4]));
    long before = sum(counts);
    long start = System.nanoTime();
    long cpuBefore = SYSTEM.getProcessCpuTime();
    Thread.sleep(Long.parseLong(arguments[5]));
    double requests = sum(counts) - before;
    double perSec = requests * 1e9 / (System.nanoTime() - start);
    double cpuUs = (SYSTEM.getProcessCpuTime() - cpuBefore) / 1e3 / requests;
    stopped = true;
    System.out.println(new ObjectMapper().writeValueAsString(Map.of("perSec", perSec, "cpuUs", cpuUs)));
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static Runnable jedis(int port, int connections) {
    JedisPoolConfig config = new JedisPoolConfig();
    config.setMaxTotal(connections);
    config.setMaxIdle(connections);
    JedisPool pool = new JedisPool(config, "127.0.0.1", port);
    return () -> {
      try (Jedis jedis = pool.getResource()) {
        jedis.get(KEY);
      }
    };
  }

  private static Runnable lettuce(int port) {
    var connection = RedisClient.create("redis://127.0.0.1:" + port).connect();
    return () -> connection.sync().get(KEY);
  }

  private static long sum(AtomicLongArray counts) {
    long sum = 0;
    for (int i = 0; i < counts.length(); i += STRIDE) sum += counts.get(i);
    return sum;
  }
}
