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

/** Response times that only completed requests have. */
const OF_COMPLETED: readonly string[] = ['p50', 'p90', 'p99', 'p999', 'max'];

/**
 * Whether a figure must not be compared because it leaves out the requests that wait longest (see {@link hiddenWaitUs}). A system whose
 * callers starve has a better p99 than one that serves all of them.
 */
export const hidesWaits = (figure: string, summary: Summary): boolean =>
  OF_COMPLETED.includes(figure) && hiddenWaitUs(summary) !== undefined;
