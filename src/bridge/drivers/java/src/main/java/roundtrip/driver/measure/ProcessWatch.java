package roundtrip.driver.measure;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import roundtrip.driver.report.ProcessUse;

/** Watches what this process uses from now on. */
public final class ProcessWatch {
  private static final Path SELF = Path.of("/proc/self");
  private static final String VOLUNTARY = "voluntary_ctxt_switches:";
  private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches:";

  /** Reading the switches of all threads costs some 10 µs a thread. */
  private static final long SWITCHES_NS = 1_000_000_000L;

  private final com.sun.management.OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  private long atNs = System.nanoTime();
  private long cpuNs = system.getProcessCpuTime();
  private long gcMs = gcMs();
  private Map<Path, Switches> switches = switches();
  private long switchesAtNs = atNs;

  /** Context switches of a thread since its start. */
  private record Switches(long voluntary, long involuntary) {
    static final Switches NONE = new Switches(0, 0);
  }

  /**
   * The use since the last call.
   *
   * @param isBoundary whether a phase of the run ends here: then the switches are read too
   */
  public ProcessUse take(boolean isBoundary) {
    long now = System.nanoTime();
    long cpu = system.getProcessCpuTime();
    long gc = gcMs();
    Double cores = cpu < 0 || now == atNs ? null : (double) (cpu - cpuNs) / (now - atNs);
    // Between two readings there is nothing to add.
    Long voluntary = switches == null ? null : 0L;
    Long involuntary = voluntary;
    if (isBoundary || now - switchesAtNs >= SWITCHES_NS) {
      Map<Path, Switches> before = switches;
      switches = switches();
      switchesAtNs = now;
      if (before != null && switches != null) {
        // The last switches of a thread that ended are lost. An earlier run's threads may end in this one.
        for (Map.Entry<Path, Switches> thread : switches.entrySet()) {
          Switches known = before.getOrDefault(thread.getKey(), Switches.NONE);
          voluntary += thread.getValue().voluntary - known.voluntary;
          involuntary += thread.getValue().involuntary - known.involuntary;
        }
      }
    }
    ProcessUse use = new ProcessUse(cores, voluntary, involuntary, residentBytes(), (gc - gcMs) * 1000);
    atNs = now;
    cpuNs = cpu;
    gcMs = gc;
    return use;
  }

  private static long gcMs() {
    long sum = 0;
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans())
      sum += Math.max(0, each.getCollectionTime());
    return sum;
  }

  private static Long residentBytes() {
    try {
      for (String line : Files.readAllLines(SELF.resolve("status")))
        if (line.startsWith("VmRSS:")) return numberIn(line) * 1024;
    } catch (IOException notLinux) {
      return null;
    }
    return null;
  }

  /** Those of all living threads; null if this is not Linux. */
  private static Map<Path, Switches> switches() {
    Map<Path, Switches> all = new HashMap<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(SELF.resolve("task"))) {
      for (Path task : tasks) {
        List<String> lines = linesOf(task.resolve("status"));
        if (!lines.isEmpty()) all.put(task, switchesIn(lines));
      }
    } catch (IOException notLinux) {
      return null;
    }
    return all;
  }

  private static Switches switchesIn(List<String> status) {
    long voluntary = 0;
    long involuntary = 0;
    for (String line : status) {
      if (line.startsWith(VOLUNTARY)) voluntary = numberIn(line);
      else if (line.startsWith(INVOLUNTARY)) involuntary = numberIn(line);
    }
    return new Switches(voluntary, involuntary);
  }

  private static List<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException ended) {
      return List.of();
    }
  }

  private static long numberIn(String line) {
    return Long.parseLong(line.replaceAll("[^0-9]", ""));
  }
}
