package roundtrip.driver.report;

import java.util.Map;

/** A message to the bridge. The record's name, in lower case, is its {@code kind}. */
public sealed interface Message {
  /** The connections are open. */
  record Connected(Map<String, String> versions) implements Message {}

  /**
   * The warm-up has ended.
   *
   * @param isSteady whether the throughput was steady; null: nobody asked for it
   */
  record Measuring(long warmupUs, Boolean isSteady) implements Message {}

  /** Ten times a second. */
  record Reported(Report report) implements Message {}

  /** The measured time is over; requests in flight may still complete. */
  record Measured() implements Message {}

  /**
   * All connections are closed.
   *
   * @param sent commands sent in the whole run, by Redis' names
   * @param isReusable whether nothing of the run is left and the process waits for another order; otherwise it exits
   */
  record Ended(Map<String, Long> sent, boolean isReusable) implements Message {}

  /** It cannot start: one sentence says why. */
  record Refused(String message) implements Message {}
}
