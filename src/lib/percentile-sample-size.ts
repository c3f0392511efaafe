/** Minimum sample sizes of percentiles, for all charts, tables and warnings. */

/** With fewer values than this beyond a percentile, the percentile is mostly noise. */
export const MIN_SAMPLES_BEYOND = 10;

/** The largest share whose percentile a sample of `count` values supports, 0 … 1. */
export const maxSupportedShare = (count: number): number =>
  Math.max(0, 1 - MIN_SAMPLES_BEYOND / Math.max(1, count));

/** Sample size that the percentile of a share needs. */
export const samplesNeeded = (share: number): number => Math.round(MIN_SAMPLES_BEYOND / (1 - share));
