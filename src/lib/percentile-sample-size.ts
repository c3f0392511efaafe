/** How many values a percentile needs: the rule of every chart, table and caution. */

/** Fewer values than this beyond a percentile, and it tells more about chance than about the system. */
export const MIN_SAMPLES_BEYOND = 10;

/** The largest share whose percentile a sample of so many values supports. */
export const isPercentileSupported = (count: number): number =>
  Math.max(0, 1 - MIN_SAMPLES_BEYOND / Math.max(1, count));

/** Values from which the percentile of a share can be trusted. */
export const samplesNeeded = (share: number): number => Math.round(MIN_SAMPLES_BEYOND / (1 - share));
