/** Carrier threads that pinned virtual threads keep. */

import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { BUSY, count, type Finding, rate, share, time, use } from './finding.ts';

/** Carrier threads that run the callers, if callers are ever pinned. */
export const carriersOf = ({ client: { pinned } }: Scenario): number | undefined =>
  pinned.kind === 'nowhere' ? undefined : pinned.carriers;

/** Carrier threads of which a call keeps one from its beginning to its end. */
export const carriersPerCall = (scenario: Scenario): number | undefined =>
  scenario.client.pinned.kind === 'call' ? carriersOf(scenario) : undefined;

/** Whether callers can wait for a carrier. */
export const waitsForCarriers = (scenario: Scenario): boolean =>
  scenario.workload.arrivals.callers > (carriersOf(scenario) ?? Number.POSITIVE_INFINITY);

/** Bottleneck: all carrier threads are in use, mostly pinned, and other callers wait for one. */
export function carriersArePinned(scenario: Scenario, summary: Summary): Finding<'carriers'> | undefined {
  const carriers = carriersOf(scenario);
  const found = use(summary, 'carriers');
  if (carriers === undefined || !found || !waitsForCarriers(scenario) || found.utilisation < BUSY)
    return undefined;
  return {
    id: 'carriers',
    facts: {
      carriers: count(carriers),
      callers: count(scenario.workload.arrivals.callers),
      pinned: share(found.utilisation),
      hold: time((found.demandUs ?? 0) * carriers),
      bound: rate(found.boundPerSec ?? 0),
    },
  };
}
