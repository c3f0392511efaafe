package roundtrip.driver.report;

/**
 * Sampled requests, a structure of arrays as in the bridge's {@code RequestSample}. Times are µs since the start of the
 * run. The libraries do not show when a request is written and when its reply arrives: {@code unwrittenUs} and {@code
 * deliveryUs} are null, and {@code awayUs} runs from the borrowed connection to the reply.
 */
public record RequestSample(
    long fromUs,
    long toUs,
    int[] caller,
    int[] connection,
    long[] startUs,
    long[] waitCallerUs,
    long[] waitConnectionUs,
    Long[] unwrittenUs,
    long[] awayUs,
    Long[] deliveryUs,
    int[] failed) {}
