/**
 * Asymptotic bounds of the throughput (operational laws; Denning and Buzen 1978), each from figures of the run itself:
 *
 * - X ≤ 1/D: a resource that every request occupies for D cannot serve more;
 * - X ≤ N/(RTT + D + Z): each of N callers has one request on its way, which takes at least its time on the wire and its
 *   work, and pauses for Z;
 * - X ≤ K/RTT: each of K pooled connections is lent at least for the time on the wire, tests of it included;
 * - X ≤ the offered rate.
 *
 * D is measured at the present load; what travels together (batching) makes it smaller under more load.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Resource, Summary } from '../scenario/generated/summary.ts';
import { pauseUs, poolSize, roundTrips, thinkUs, wireUs, workUs } from './request.ts';

export type LawName = 'resource' | 'callers' | 'pool' | 'offered';

export interface Law {
  readonly law: LawName;
  /** Of the law 1/D. */
  readonly resource?: Resource;
  /** Largest throughput that it allows, 1/s. */
  readonly perSec: number;
  /** How many callers, connections or servers; absent for the offered rate. */
  readonly count?: number;
  /** Time of a request that it divides by, µs. */
  readonly timeUs?: number;
  /** Round trips of a request, of laws that divide by time on the wire. */
  readonly trips?: number;
  /** Whether the time contains a pause of the caller, of the law of the callers. */
  readonly pauses?: boolean;
}

const US_PER_S = 1e6;

/** What a connection is lent for contains waiting; it is not a demand. `pool` says what can be said. */
const isDemand = (resource: Resource): boolean => resource !== 'connections';

function resourceLaws({ resources }: Summary): Law[] {
  return resources.flatMap(({ resource, demandUs, boundPerSec }) =>
    isDemand(resource) && demandUs !== null && boundPerSec !== null
      ? [{ law: 'resource', resource, perSec: boundPerSec, timeUs: demandUs } as const]
      : [],
  );
}

const divided = (law: LawName, count: number | undefined, timeUs: number, trips: number): Law[] =>
  count === undefined || timeUs <= 0
    ? []
    : [{ law, count, timeUs, trips, perSec: (count * US_PER_S) / timeUs }];

/** Every law that applies to a run, the tightest first. */
export function lawsOf(scenario: Scenario, summary: Summary): Law[] {
  const { arrivals } = scenario.workload;
  const [wire, trips] = [wireUs(scenario, summary), roundTrips(scenario)];
  const laws: Law[] = [
    ...resourceLaws(summary),
    ...divided('callers', arrivals.callers, wire + workUs(summary) + pauseUs(scenario, summary), trips).map(
      (law) => ({ ...law, pauses: thinkUs(scenario) > 0 }),
    ),
    ...divided('pool', poolSize(scenario), wire, trips),
    ...(arrivals.kind === 'open' ? [{ law: 'offered', perSec: arrivals.ratePerSec } as const] : []),
  ];
  return laws.sort((one, other) => one.perSec - other.perSec);
}
