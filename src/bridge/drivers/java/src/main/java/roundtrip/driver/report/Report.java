package roundtrip.driver.report;

import java.util.Map;

/**
 * What happened since the last report. Fields and units are those of the bridge's {@code Report}; all are additive.
 *
 * @param inProgressUs time integral of the number of requests in progress (number × µs)
 * @param oldestUs age of the oldest request in progress; null: there is none
 * @param response response times of the completed requests
 * @param look sampled requests; null: none
 * @param lastError the latest error message of Redis or of the library; null: none
 * @param silentMs time without any reply while requests were in flight
 */
public record Report(
    long atUs,
    long intervalUs,
    boolean isWarmup,
    long issued,
    long completed,
    long shed,
    Map<String, Long> failures,
    int inProgress,
    double inProgressUs,
    Long oldestUs,
    Tally response,
    long waitCallerNs,
    long waitConnectionNs,
    RequestSample look,
    ProcessUse use,
    String lastError,
    long silentMs,
    boolean wasRateLimited) {}
