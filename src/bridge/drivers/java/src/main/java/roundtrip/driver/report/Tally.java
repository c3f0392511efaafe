package roundtrip.driver.report;

/**
 * A histogram in the bridge's buckets. Only filled buckets are in it, in ascending order.
 *
 * @param minNs null: no value
 * @param maxNs 0: no value
 */
public record Tally(int[] buckets, long[] counts, long count, long sumNs, Long minNs, long maxNs) {}
