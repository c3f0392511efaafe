package roundtrip.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/** A Redis of its own for a test, on a free port of this machine. */
final class RedisServer implements AutoCloseable {
  private static final int MOST_PORT = 65_535;

  /** The bus of a cluster listens this far above a node's port. */
  private static final int BUS = 10_000;

  /** Where a node keeps the description of the cluster. */
  private static final String DESCRIPTION = "nodes.conf";

  final int port;
  private final Process process;

  /** Of a node; null: none. */
  private final Path folder;

  /** Whether tests can start one. */
  static boolean isInstalled() {
    try {
      return new ProcessBuilder("redis-server", "--version").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  RedisServer() throws Exception {
    this(MOST_PORT, null);
  }

  /** A node of a cluster, still without slots. It keeps the description of the cluster in a temporary folder. */
  static RedisServer node() throws Exception {
    Path folder = Files.createTempDirectory("rt-node");
    return new RedisServer(
        MOST_PORT - BUS,
        folder,
        "--cluster-enabled",
        "yes",
        "--dir",
        folder.toString(),
        "--cluster-config-file",
        DESCRIPTION);
  }

  private RedisServer(int mostPort, Path folder, String... more) throws Exception {
    this.folder = folder;
    int found;
    do {
      try (ServerSocket free = new ServerSocket(0)) {
        found = free.getLocalPort();
      }
    } while (found > mostPort);
    port = found;
    List<String> command =
        new ArrayList<>(
            List.of(
                "redis-server", "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "",
                "--appendonly", "no"));
    command.addAll(List.of(more));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader log = new BufferedReader(new InputStreamReader(process.getInputStream()));
    for (String line = log.readLine(); line != null; line = log.readLine())
      if (line.contains("Ready to accept connections")) return;
    throw new IllegalStateException("redis-server did not start");
  }

  Jedis connect() {
    return new Jedis("127.0.0.1", port);
  }

  /** Empties the database and the counters. */
  void reset() {
    try (Jedis jedis = connect()) {
      jedis.flushAll();
      jedis.configResetStat();
    }
  }

  /** Calls by command since the last reset. */
  Map<String, Long> calls() {
    Map<String, Long> calls = new TreeMap<>();
    try (Jedis jedis = connect()) {
      for (String line : jedis.info("commandstats").lines().toList()) {
        if (!line.startsWith("cmdstat_")) continue;
        String name = line.substring("cmdstat_".length(), line.indexOf(':'));
        if (name.matches("get|set|mget|mset|multi|exec|ping"))
          calls.put(name, Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")));
      }
    }
    return calls;
  }

  /** Sends a signal, such as STOP or CONT. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
    if (folder == null) return;
    Files.deleteIfExists(folder.resolve(DESCRIPTION));
    Files.delete(folder);
  }
}
