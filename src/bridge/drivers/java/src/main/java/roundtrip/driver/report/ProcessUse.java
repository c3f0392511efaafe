package roundtrip.driver.report;

/**
 * What this process used since the last report. A null field cannot be measured here.
 *
 * @param cores CPU time per time
 * @param voluntarySwitches context switches of all threads because they waited. They are read about once a second and
 *     when a phase of the run ends; in between the number is 0.
 * @param involuntarySwitches context switches of all threads because another thread got the core, as above
 * @param gcUs time in which the garbage collector was active
 */
public record ProcessUse(
    Double cores, Long voluntarySwitches, Long involuntarySwitches, Long residentBytes, Long gcUs) {}
