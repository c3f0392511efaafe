/** Requests that starve while the percentiles look fine. */
import type { Summary } from '../scenario/generated/summary.ts';

/** A wait that goes on for more than this many times p99 is one that p99 hides. */
const HIDDEN_BEYOND = 3;

/** How long the oldest request without an answer has waited, µs, if p99 hides it: percentiles know only requests that were answered. */
export function hiddenWaitUs({ requests, responseTime }: Summary): number | undefined {
  const oldest = requests.oldestInProgressUs ?? 0;
  return oldest > HIDDEN_BEYOND * (responseTime.p99Us ?? 0) ? oldest : undefined;
}
