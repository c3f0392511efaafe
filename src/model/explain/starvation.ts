/** Detects starving requests that percentiles hide. */
import type { Summary } from '../scenario/generated/summary.ts';

/** Ratio to p99 above which an ongoing wait is hidden by it. */
export const HIDDEN_BEYOND = 3;

/**
 * Age of the oldest pending request, µs, if p99 hides it: percentiles cover only completed requests.
 * Undefined without completions.
 */
export function hiddenWaitUs({ requests, responseTime }: Summary): number | undefined {
  const oldest = requests.oldestInProgressUs ?? 0;
  const { p99Us } = responseTime;
  return typeof p99Us === 'number' && oldest > HIDDEN_BEYOND * p99Us ? oldest : undefined;
}

/** Ratio from which most of the waiting is by pending requests. */
const MOSTLY_PENDING = 2;

/**
 * Whether the response times omit most of the waiting. Little's mean includes all requests in progress; the
 * mean of completed ones does not. In a long run starving requests are few, but make up most of the queue.
 */
export const leavesOutMostWaiting = ({ little, responseTime }: Summary): boolean =>
  (little.meanResponseUs ?? 0) > MOSTLY_PENDING * (responseTime.meanUs ?? Number.POSITIVE_INFINITY);
