/**
 * Asymptotic bounds of the throughput (operational laws; Denning and Buzen 1978), each from figures of the run itself:
 *
 * - X ≤ 1/D: a resource that every request occupies for D cannot serve more; of several nodes, event loops or I/O threads, each with work
 *   of its own, D is that of the busiest; the main thread of Redis is occupied also while it waits for its disk;
 * - X ≤ N/(RTT + D + Z): each of N callers has one request on its way, which takes at least its time on the wire without others and its
 *   work, and pauses for the Z that its scenario asks for; of a request that is split, which work is done at the same time is not
 *   known, so that D is left out;
 * - X ≤ K/RTT: each of K pooled connections is lent at least for the time on the wire, tests of it included;
 * - X ≤ W/(parts·RTT): each of W workers that all callers share asks for one part of a split request at a time;
 * - X ≤ K/B: each of K connections that all share executes nothing while a command blocks it, for B per request on average;
 * - X ≤ the offered rate, in the long run.
 *
 * D is measured at the present load; what travels together (batching) makes it smaller under more load.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Resource, Summary } from '../scenario/generated/summary.ts';
import { blockedUs, sharedSize } from './blocking.ts';
import { diskUs, leastTakenUs } from './disk.ts';
import type { Sharing } from './finding.ts';
import { leastLentWireUs, leastWireUs, lentTrips, poolSize, roundTrips, thinkUs, workUs } from './request.ts';
import { serversOf } from './servers.ts';
import { isShared } from './shared-cores.ts';
import { spunUs } from './spinning.ts';
import { splitOf } from './split.ts';

export type LawName = 'resource' | 'callers' | 'pool' | 'workers' | 'blocking' | 'offered';

export interface Law {
  readonly law: LawName;
  /** Of the law 1/D. */
  readonly resource?: Resource;
  /** Whether these are cores on which Redis runs as well. */
  readonly isShared?: boolean;
  /** How its threads, cores or nodes share it, and which node the time is of where one has more to do than the others, from 1. */
  readonly sharing?: Sharing;
  readonly node?: number | undefined;
  /** Largest throughput that it allows, 1/s. */
  readonly perSec: number;
  /** How many callers, connections, or threads, cores or nodes of a resource; absent for the offered rate. */
  readonly count?: number;
  /** Time of a request that it divides by, µs. */
  readonly timeUs?: number;
  /** The part of it that Redis waits for its disk, µs, where it does. */
  readonly diskUs?: number;
  /** Round trips of a request, of laws that divide by time on the wire. */
  readonly trips?: number;
  /** What this window has seen, 1/s, where chance or its ends make that more than there is in the long run: of random arrivals, of pauses. */
  readonly camePerSec?: number;
  /** Whether the time contains a pause of the caller, of the law of the callers. */
  readonly pauses?: boolean;
  /** Whether it leaves out work, of the law of the callers. */
  readonly isSplit?: boolean;
}

const US_PER_S = 1e6;

/** What a connection is lent for contains waiting; it is not a demand. `pool` says what can be said. */
const isDemand = (resource: Resource): boolean => resource !== 'connections';

function resourceLaws(scenario: Scenario, summary: Summary): Law[] {
  return summary.resources.flatMap(({ resource, demandUs, boundPerSec }) => {
    if (!isDemand(resource) || demandUs === null || boundPerSec === null) return [];
    const servers = serversOf(scenario, summary, resource);
    const takenUs = resource === 'serverMain' ? leastTakenUs(scenario, summary) : demandUs;
    const waitUs = takenUs > demandUs ? diskUs(summary) : 0;
    const timeUs = takenUs - spunUs(summary, resource);
    // That wait is known of all nodes on average, whatever each of them has to do.
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

/** What is offered. In a short run chance may make more of it, and as much may be completed. */
function offeredLaw({ workload: { arrivals } }: Scenario, { requests, windowUs }: Summary): Law[] {
  if (arrivals.kind !== 'open') return [];
  const came = ((requests.issued + requests.shed) * US_PER_S) / windowUs;
  return [
    { law: 'offered', perSec: arrivals.ratePerSec, ...(came > arrivals.ratePerSec && { camePerSec: came }) },
  ];
}

/** How much of what a law allows a run has reached. */
export const usedOf = ({ perSec, camePerSec = perSec }: Law, { throughput }: Summary): number =>
  throughput.perSec / camePerSec;

/** Of callers who pause. A window that cuts pauses, or few random ones, may have seen more than there is in the long run. */
const paused = (law: Law, { throughput: { perSec } }: Summary): Law => ({
  ...law,
  pauses: true,
  ...(perSec > law.perSec && { camePerSec: perSec }),
});

const divided = (law: LawName, count: number | undefined, timeUs: number, trips: number): Law[] =>
  count === undefined || timeUs <= 0
    ? []
    : [{ law, count, timeUs, trips: Math.round(trips), perSec: (count * US_PER_S) / timeUs }];

/** Workers that wait for one part after the other, of requests that are split. */
function sharedWorkers(scenario: Scenario): number | undefined {
  const { crossSlot } = scenario.client;
  return crossSlot.kind === 'split' && crossSlot.workers > 0 && splitOf(scenario)
    ? crossSlot.workers
    : undefined;
}

/** Every law that applies to a run, the tightest first. */
export function lawsOf(scenario: Scenario, summary: Summary): Law[] {
  const { arrivals } = scenario.workload;
  const [wire, trips] = [leastWireUs(scenario, summary), roundTrips(scenario)];
  const laws: Law[] = [
    ...resourceLaws(scenario, summary),
    ...divided('callers', arrivals.callers, wire + workUs(scenario, summary) + thinkUs(scenario), trips)
      .map((law) => ({ ...law, isSplit: splitOf(scenario) !== undefined }))
      .map((law) => (thinkUs(scenario) > 0 ? paused(law, summary) : law)),
    ...divided('pool', poolSize(scenario), leastLentWireUs(scenario, summary), lentTrips(scenario)),
    ...divided('workers', sharedWorkers(scenario), leastLentWireUs(scenario, summary), lentTrips(scenario)),
    ...divided('blocking', sharedSize(scenario), blockedUs(summary), 1),
    ...offeredLaw(scenario, summary),
  ];
  return laws.sort((one, other) => one.perSec - other.perSec);
}
