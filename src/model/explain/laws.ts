/**
 * Asymptotic bounds of the throughput (operational laws; Denning and Buzen 1978), with values of the run
 * itself:
 *
 * - X ≤ 1/D: a resource with demand D per request. If nodes, event loops or I/O threads have their own work,
 * D is that of the busiest. Redis' main thread is also occupied while it waits for its disk.
 * - X ≤ N/(RTT + D + Z): N callers with one request each, which takes at least its undisturbed wire time and
 * its work, and the scenario's think time Z. For split requests D is left out, since the overlap of their
 * work is unknown.
 * - X ≤ K/RTT: K pooled connections, each in use at least for the wire time, tests included.
 * - X ≤ C/RTT: C carrier threads, each pinned by one call at least for its wire time.
 * - X ≤ W/(parts·RTT): W shared workers, each with one part of a split request at a time.
 * - X ≤ K/B: K shared connections, blocked by blocking commands for B per request on average.
 * - X ≤ the offered rate, in the long run.
 *
 * D is measured at the present load; larger batches reduce it under more load.
 */

import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Resource, Summary } from '../scenario/generated/summary.ts';
import { blockedUs, sharedSize } from './blocking.ts';
import { carriersPerCall } from './carriers.ts';
import { diskUs, minBusyUs } from './disk.ts';
import { isHeld, type Sharing } from './finding.ts';
import { allInstances } from './instances.ts';
import { minPooledWireUs, minWireUs, pooledTrips, poolSize, roundTrips, thinkUs, workUs } from './request.ts';
import { serversOf } from './servers.ts';
import { isShared } from './shared-cores.ts';
import { spunUs } from './spinning.ts';
import { splitOf } from './split.ts';

export type LawName = 'resource' | 'callers' | 'pool' | 'carriers' | 'workers' | 'blocking' | 'offered';

export interface Law {
  readonly law: LawName;
  /** For the law 1/D. */
  readonly resource?: Resource;
  /** Whether Redis shares these cores. */
  readonly isShared?: boolean;
  /** How its threads, cores or nodes share it; and the node of the time if one has more work, from 1. */
  readonly sharing?: Sharing;
  readonly node?: number | undefined;
  /** Upper bound of the throughput, 1/s. */
  readonly perSec: number;
  /**
   * Number of callers, connections, or threads, cores or nodes of a resource; absent for the offered rate.
   */
  readonly count?: number;
  /** Time per request in the divisor, µs. */
  readonly timeUs?: number;
  /** The disk wait of Redis within it, µs. */
  readonly diskUs?: number;
  /** Round trips per request, for laws with wire time. */
  readonly trips?: number;
  /**
   * Observed rate, 1/s, if chance or window edges exceed the long-run bound: random arrivals, think times.
   */
  readonly observedPerSec?: number;
  /** Whether the time includes a think time, for the law of callers. */
  readonly pauses?: boolean;
  /** Whether it leaves out work, for the law of callers. */
  readonly isSplit?: boolean;
}

const US_PER_S = 1e6;

function resourceLaws(scenario: Scenario, summary: Summary): Law[] {
  return summary.resources.flatMap(({ resource, demandUs, boundPerSec }) => {
    // `pool` and `carriers` cover what is held.
    if (isHeld(resource) || demandUs === null || boundPerSec === null) return [];
    const servers = serversOf(scenario, summary, resource);
    const takenUs = resource === 'serverMain' ? minBusyUs(scenario, summary) : demandUs;
    const waitUs = takenUs > demandUs ? diskUs(summary) : 0;
    const timeUs = takenUs - spunUs(summary, resource);
    // That wait is known only as the mean of all nodes.
    const isOfEach = waitUs > 0 && servers.count > 1;
    return timeUs > 0
      ? [
          {
            law: 'resource',
            resource,
            ...(isShared(summary, resource) && { isShared: true }),
            count: servers.count,
            ...(isOfEach ? { sharing: 'pooled' } : { sharing: servers.sharing, node: servers.node }),
            perSec: (boundPerSec * demandUs) / timeUs,
            timeUs,
            ...(waitUs > 0 && { diskUs: waitUs }),
          } as const,
        ]
      : [];
  });
}

/** The offered rate. In a short run, chance may exceed it. */
function offeredLaw({ workload: { arrivals } }: Scenario, { requests, windowUs }: Summary): Law[] {
  if (arrivals.kind !== 'open') return [];
  const arrivalRate = ((requests.issued + requests.shed) * US_PER_S) / windowUs;
  return [
    {
      law: 'offered',
      perSec: arrivals.ratePerSec,
      ...(arrivalRate > arrivals.ratePerSec && { observedPerSec: arrivalRate }),
    },
  ];
}

/** Achieved share of a law's bound. */
export const usedOf = ({ perSec, observedPerSec = perSec }: Law, { throughput }: Summary): number =>
  throughput.perSec / observedPerSec;

/** With think times: a window that cuts pauses, or has few random ones, may exceed the long-run bound. */
const paused = (law: Law, { throughput: { perSec } }: Summary): Law => ({
  ...law,
  pauses: true,
  ...(perSec > law.perSec && { observedPerSec: perSec }),
});

const divided = (law: LawName, count: number | undefined, timeUs: number, trips: number): Law[] =>
  count === undefined || timeUs <= 0
    ? []
    : [{ law, count, timeUs, trips: Math.round(trips), perSec: (count * US_PER_S) / timeUs }];

/** Workers that process parts of split requests one at a time. */
function sharedWorkers(scenario: Scenario): number | undefined {
  const { crossSlot } = scenario.client;
  return crossSlot.kind === 'split' && crossSlot.workers > 0 && splitOf(scenario)
    ? crossSlot.workers
    : undefined;
}

/** All laws that apply to a run, tightest first. */
export function lawsOf(ofOne: Scenario, summary: Summary): Law[] {
  const scenario = allInstances(ofOne);
  const { arrivals } = scenario.workload;
  const [wire, trips] = [minWireUs(scenario, summary), roundTrips(scenario)];
  const laws: Law[] = [
    ...resourceLaws(scenario, summary),
    ...divided('callers', arrivals.callers, wire + workUs(scenario, summary) + thinkUs(scenario), trips)
      .map((law) => ({ ...law, isSplit: splitOf(scenario) !== undefined }))
      .map((law) => (thinkUs(scenario) > 0 ? paused(law, summary) : law)),
    ...divided('pool', poolSize(scenario), minPooledWireUs(scenario, summary), pooledTrips(scenario)),
    ...divided('carriers', carriersPerCall(scenario), wire, trips),
    ...divided('workers', sharedWorkers(scenario), minPooledWireUs(scenario, summary), pooledTrips(scenario)),
    ...divided('blocking', sharedSize(scenario), blockedUs(summary), 1),
    ...offeredLaw(scenario, summary),
  ];
  return laws.sort((a, b) => a.perSec - b.perSec);
}
