package roundtrip.driver.client;

import java.util.List;
import java.util.SplittableRandom;
import roundtrip.driver.measure.CallerRecord;
import roundtrip.driver.measure.CommandName;
import roundtrip.driver.order.Workload;

/** Chooses the commands, keys and values of one caller, and counts what is sent. */
public final class Requests {
  private final Workload.Batch batch;
  private final List<String> keys;
  private final double secondShare;
  private final String first;
  private final String second;
  private final SplittableRandom random;
  private final CallerRecord record;
  private int turn;

  public Requests(Workload workload, List<String> keys, int caller, CallerRecord record) {
    this.batch = workload.batch();
    this.keys = keys;
    this.secondShare = workload.second() == null ? 0 : workload.second().share();
    this.first = valueOf(workload.command());
    this.second = valueOf(workload.second());
    this.random = new SplittableRandom(workload.seed() * 1_000_003 + caller);
    this.record = record;
    // Callers start at different keys, because a common turn would be a point of contention.
    this.turn = caller % keys.size();
  }

  public Workload.Batch batch() {
    return batch;
  }

  /** The next key in turn. */
  public String key() {
    turn = turn + 1 == keys.size() ? 0 : turn + 1;
    return keys.get(turn);
  }

  /** Chooses the next command and counts it: the value of a SET, or null for a GET. */
  public String value() {
    String value = secondShare > 0 && random.nextDouble() < secondShare ? second : first;
    record.sent(value == null ? CommandName.GET : CommandName.SET);
    return value;
  }

  /** The value of the first command, for MSET. */
  public String firstValue() {
    return first == null ? "" : first;
  }

  /** Counts a command that is about to be sent. */
  public void count(CommandName name) {
    record.sent(name);
  }

  /** A random number below a bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  private static String valueOf(Workload.Command command) {
    return command == null || command.kind() == Workload.Kind.GET ? null : "v".repeat(command.valueBytes());
  }
}
