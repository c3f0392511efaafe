/** Requests that no response time knows, as parts of those that they are counted among: the same wherever they are told. */
import type { Summary } from '../scenario/generated/summary.ts';

/** Part of the requests that came which was turned away, 0 … 1. Of those that were let in many may still wait. */
export const shedPart = ({ requests: { shed, issued } }: Summary): number =>
  shed / Math.max(1, shed + issued);

/** Part of the requests that ended which failed, 0 … 1. */
export const failedPart = ({ requests: { failed, completed } }: Summary): number =>
  failed / Math.max(1, failed + completed);

/** How likely one that comes is turned away, or fails when it ends, 0 … 1. */
export const leftOutPart = (summary: Summary): number =>
  1 - (1 - shedPart(summary)) * (1 - failedPart(summary));
