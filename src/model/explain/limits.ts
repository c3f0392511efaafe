/**
 * What binds a run: the rules are tried in order, and the first one that applies names the limit. Which laws there are says
 * `laws.ts`.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { blockingIsFull } from './blocking.ts';
import { BUSY } from './busiest.ts';
import { diskIsFull, diskMostly } from './disk.ts';
import { count, type Finding, type Rule, rate, share, sharingFact, time, use, workers } from './finding.ts';
import {
  betweenOf,
  leastWireUs,
  lentWireUs,
  phasesUs,
  poolSize,
  roundTrips,
  thinkUs,
  wireUs,
  workUs,
} from './request.ts';
import { busiestFact, serversFact, serversOf } from './servers.ts';
import { splitOf } from './split.ts';

export type LimitId =
  | 'unanswered'
  | 'offered'
  | 'busy'
  | 'disk'
  | 'blocking'
  | 'uneven'
  | 'together'
  | 'pool'
  | 'wire'
  | 'callers'
  | 'none';

/** A second resource that is this busy comes next; the one whose law is the tightest can be the limit. */
export const NEARLY = 0.7;
/** Part of the requests that have come that has to be completed for the load itself to be the limit. */
const SERVED = 0.98;
/** Part of the callers whose requests make a convoy when they travel together. */
const CONVOY = 0.5;

/** Part of a caller's time that its law does not count, from which the law is not what binds. */
const MUCH_BETWEEN = 0.1;
/** As many phases of that are named, and none that is less than this part of it. */
const MOST = 3;
const WORTH = 0.1;

/** The resource that has no time left, if there is one. */
export const busiest = (summary: Summary): ResourceUse | undefined =>
  workers(summary).find(({ utilisation }) => utilisation >= BUSY);

/**
 * A resource that allows less than the callers could ask for, though it has time left: requests come to it unevenly, or need
 * unevenly much of it, so that they wait now and it waits then.
 */
function uneven(scenario: Scenario, summary: Summary): ResourceUse | undefined {
  const found = workers(summary)[0];
  const least = leastWireUs(scenario, summary) + workUs(scenario, summary) + thinkUs(scenario);
  const asked = (scenario.workload.arrivals.callers * 1e6) / least;
  return found && found.utilisation >= NEARLY && found.boundPerSec !== null && found.boundPerSec < asked
    ? found
    : undefined;
}

/** The resource that binds a run, if one does. */
export const binding = (scenario: Scenario, summary: Summary): ResourceUse | undefined =>
  busiest(summary) ?? uneven(scenario, summary);

/** Where nothing is answered there is no rate that anything could limit. Requests of before the window may still wait in it. */
const unanswered: Rule<LimitId> = (_, { requests }) =>
  requests.completed === 0 && requests.issued + requests.inProgressAtEnd > 0
    ? { id: 'unanswered', facts: {} }
    : undefined;

/** A resource with its law. */
const resourceLimit =
  (
    id: 'busy' | 'uneven',
    find: (scenario: Scenario, summary: Summary) => ResourceUse | undefined,
  ): Rule<LimitId> =>
  (scenario, summary) => {
    const found = find(scenario, summary);
    if (!found || found.boundPerSec === null) return undefined;
    const servers = serversOf(scenario, summary, found.resource);
    return {
      id,
      facts: {
        resource: busiestFact(summary, found.resource, servers),
        utilisation: share(found.utilisation),
        demand: time(found.demandUs ?? 0),
        servers: count(servers.count),
        sharing: sharingFact(servers.sharing),
        by: serversFact(found.resource, servers),
        whole: time(servers.wholeUs),
        others: count(servers.count - 1),
        othersBusy: share(servers.othersShare),
        bound: rate(found.boundPerSec),
      },
    };
  };

const busy = resourceLimit('busy', (_, summary) => busiest(summary));
const waits = resourceLimit('uneven', uneven);

/** Waiting for a connection is the limit when all are lent and callers queue for them. */
const pool: Rule<LimitId> = (scenario, summary) => {
  const size = poolSize(scenario);
  const lent = use(summary, 'connections');
  const { callers } = scenario.workload.arrivals;
  if (size === undefined || !lent || lent.utilisation < BUSY || callers <= size) return undefined;
  const holdUs = (lent.demandUs ?? 0) * size;
  return {
    id: 'pool',
    facts: {
      connections: count(size),
      callers: count(callers),
      lent: share(lent.utilisation),
      hold: time(holdUs),
      wire: time(lentWireUs(scenario, summary)),
      wireShare: share(holdUs > 0 ? lentWireUs(scenario, summary) / holdUs : 0),
      bound: rate(lent.boundPerSec ?? 0),
    },
  };
};

/** Of an open workload nothing is limited but by what has come, which in a short run is more or less than the rate. */
const offered: Rule<LimitId> = ({ workload: { arrivals } }, { throughput, requests, windowUs }) => {
  if (arrivals.kind !== 'open') return undefined;
  const came = ((requests.issued + requests.shed) * 1e6) / windowUs;
  if (throughput.perSec < SERVED * Math.min(arrivals.ratePerSec, came)) return undefined;
  return {
    id: 'offered',
    facts: {
      offered: rate(arrivals.ratePerSec),
      completed: rate(throughput.perSec),
      came: rate(came),
      isMore: count(came > arrivals.ratePerSec ? 1 : 0),
    },
  };
};

/**
 * Where most requests go with one write, client, network and Redis have them one after the other: none is busy all the time, and
 * none has anything to do while another has them. More callers would make the convoy longer.
 */
const together: Rule<LimitId> = (scenario, summary) => {
  const { arrivals, batch } = scenario.workload;
  const [loop, main] = [use(summary, 'eventLoop'), use(summary, 'serverMain')];
  const size = summary.batching.commandsPerServerRead ?? 0;
  if (arrivals.kind !== 'closed' || arrivals.callers < 2 || batch.kind !== 'none') return undefined;
  if (!loop || !main || size < CONVOY * arrivals.callers) return undefined;
  return {
    id: 'together',
    facts: {
      size: count(Math.round(size)),
      callers: count(arrivals.callers),
      loop: share(loop.utilisation),
      main: share(main.utilisation),
    },
  };
};

/** Every caller waits for its own reply, and nothing is busy: more of them would do more. */
const callersWait =
  (id: 'wire' | 'callers', applies: (wirePart: number) => boolean): Rule<LimitId> =>
  (scenario, summary) => {
    const { callers } = scenario.workload.arrivals;
    // Of an open workload also those that wait for a caller are counted; a caller has its request only afterwards.
    const response = (summary.responseTime.meanUs ?? 0) - phasesUs(summary, ['waitCaller']);
    const wire = wireUs(scenario, summary);
    const pause = thinkUs(scenario);
    const least = leastWireUs(scenario, summary) + workUs(scenario, summary) + pause;
    if (response <= 0 || least <= 0 || !applies(wire / (response + pause))) return undefined;
    const restUs = Math.max(0, response + pause - least);
    const between = betweenOf(scenario, summary).filter(({ us }) => us >= WORTH * restUs);
    return {
      id,
      facts: {
        callers: count(callers),
        response: time(response),
        wire: time(wire),
        wireShare: share(wire / response),
        pauses: count(pause > 0 ? 1 : 0),
        pause: time(pause),
        trips: count(Math.round(roundTrips(scenario))),
        split: count(splitOf(scenario) ? 1 : 0),
        bound: rate((callers * 1e6) / least),
        least: time(least),
        hasRest: count(restUs > MUCH_BETWEEN * (response + pause) && between.length > 0 ? 1 : 0),
        rest: time(restUs),
        between: { unit: 'phases', phases: between.slice(0, MOST) },
      },
    };
  };

const wire = callersWait('wire', (part) => part >= 0.5);
const callersAlone = callersWait('callers', (part) => part < 0.5);

const LIMITS: readonly Rule<LimitId>[] = [
  unanswered,
  busy,
  diskIsFull,
  blockingIsFull,
  pool,
  offered,
  waits,
  diskMostly,
  together,
  wire,
  callersAlone,
];

/** The limit of a run; none where no rule applies. */
export function limitOf(scenario: Scenario, summary: Summary): Finding<LimitId> {
  for (const rule of LIMITS) {
    const found = rule(scenario, summary);
    if (found) return found;
  }
  return { id: 'none', facts: {} };
}
