/** Requests that starve while the percentiles look fine. */
import type { Summary } from '../scenario/generated/summary.ts';

/** A wait that goes on for more than this many times p99 is one that p99 hides. */
const HIDDEN_BEYOND = 3;

/**
 * How long the oldest request without an answer has waited, µs, if p99 hides it: percentiles know only requests that were answered.
 * Where none was, there is no p99 that could.
 */
export function hiddenWaitUs({ requests, responseTime }: Summary): number | undefined {
  const oldest = requests.oldestInProgressUs ?? 0;
  const { p99Us } = responseTime;
  return typeof p99Us === 'number' && oldest > HIDDEN_BEYOND * p99Us ? oldest : undefined;
}

/** From this ratio on, more than half of the waiting is by requests that were not completed. */
const MOST = 2;

/**
 * Whether the response times of a run leave out most of its waiting. The mean by Little's law includes every request in progress;
 * the mean of the completed ones does not. In a long run the requests of starving callers are few, and yet most of the queue.
 */
export const leavesOutMostWaiting = ({ little, responseTime }: Summary): boolean =>
  (little.meanResponseUs ?? 0) > MOST * (responseTime.meanUs ?? Number.POSITIVE_INFINITY);
