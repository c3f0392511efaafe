/** The visible time range of both drawings of a request: the request and a margin. */
import type { Change } from '../../charts/change-marks.ts';
import type { Stretch } from '../../charts/time-axis.ts';
import type { Trail } from './follow-state.ts';

/** Margin before and after, as a share of the response time. */
const MARGIN = 0.12;

export function stretchOf(
  { recorded: { excerpt }, journey: { beginNs, endNs } }: Trail,
  changes: readonly Change[] = [],
): Stretch {
  const margin = Math.max(1000, (endNs - beginNs) * MARGIN);
  return {
    fromNs: Math.max(excerpt.fromNs, beginNs - margin),
    toNs: Math.min(excerpt.toNs, endNs + margin),
    zeroNs: beginNs,
    changes,
  };
}
