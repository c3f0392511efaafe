/** Carrier threads that pinned virtual threads keep for a whole call. */

import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { BUSY } from './busiest.ts';
import { count, type Finding, rate, share, time } from './finding.ts';
import { phasesUs } from './request.ts';

const US_PER_S = 1e6;

/** Carrier threads that calls keep, if callers are pinned in the whole call. */
export const carriersOf = ({ client: { pinned } }: Scenario): number | undefined =>
  pinned.kind === 'call' ? pinned.carriers : undefined;

/** Bottleneck: calls pin all carrier threads, and other callers wait for one. */
export function carriersArePinned(scenario: Scenario, summary: Summary): Finding<'carriers'> | undefined {
  const carriers = carriersOf(scenario);
  const { callers } = scenario.workload.arrivals;
  if (carriers === undefined || callers <= carriers) return undefined;
  const holdUs = (summary.responseTime.meanUs ?? 0) - phasesUs(summary, ['waitCaller']);
  const pinnedShare = (summary.throughput.perSec * holdUs) / US_PER_S / carriers;
  if (pinnedShare < BUSY) return undefined;
  return {
    id: 'carriers',
    facts: {
      carriers: count(carriers),
      callers: count(callers),
      pinned: share(Math.min(1, pinnedShare)),
      hold: time(holdUs),
      bound: rate((carriers * US_PER_S) / holdUs),
    },
  };
}
