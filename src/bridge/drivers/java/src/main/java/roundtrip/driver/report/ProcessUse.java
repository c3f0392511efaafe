package roundtrip.driver.report;

/**
 * What this process used since the last report. A null field was not measured.
 *
 * @param cores CPU time per time
 * @param voluntarySwitches context switches of all threads because they waited; about once a second, of the time since
 *     the last such number
 * @param involuntarySwitches context switches of all threads because another thread got the core
 * @param gcUs time in which the garbage collector was active
 */
public record ProcessUse(
    Double cores, Long voluntarySwitches, Long involuntarySwitches, Long residentBytes, Long gcUs) {}
