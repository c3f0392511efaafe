/** Shares of requests without a response time, computed consistently for all displays. */
import type { Summary } from '../scenario/generated/summary.ts';

/** Rejected share of the arrivals, 0 … 1. Admitted ones may still wait. */
export const shedPart = ({ requests: { shed, issued } }: Summary): number =>
  shed / Math.max(1, shed + issued);

/** Failed share of the requests that ended, 0 … 1. */
export const failedPart = ({ requests: { failed, completed } }: Summary): number =>
  failed / Math.max(1, failed + completed);

/** Probability that an arrival is rejected, or fails, 0 … 1. */
export const leftOutPart = (summary: Summary): number =>
  1 - (1 - shedPart(summary)) * (1 - failedPart(summary));
