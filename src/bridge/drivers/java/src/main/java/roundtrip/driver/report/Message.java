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

  /** All connections are closed; commands sent in the whole run, by Redis' names. */
  record Ended(Map<String, Long> sent) implements Message {}

  /** It cannot start: one sentence says why. */
  record Refused(String message) implements Message {}
}
