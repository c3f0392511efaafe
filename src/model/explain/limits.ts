/** The bottleneck of a run: the first rule that applies names it. The laws are in `laws.ts`. */

import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary } from '../scenario/generated/summary.ts';
import { blockingIsFull } from './blocking.ts';
import { carriersArePinned } from './carriers.ts';
import { diskIsFull, diskMostly } from './disk.ts';
import {
  BUSY,
  count,
  type Finding,
  type Rule,
  rate,
  share,
  sharingFact,
  time,
  use,
  workers,
} from './finding.ts';
import { allInstances } from './instances.ts';
import {
  betweenOf,
  minWireUs,
  phasesUs,
  pooledWireUs,
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
  | 'carriers'
  | 'pool'
  | 'wire'
  | 'callers'
  | 'none';

/**
 * Utilisation from which a second resource is the next bottleneck, and one with the tightest law can be the
 * bottleneck.
 */
export const NEARLY = 0.7;
/** Completed share of the arrivals from which the load itself is the limit. */
const SERVED = 0.98;
/** Share of the callers from which batched requests form a convoy. */
const CONVOY = 0.5;

/** Share of a caller's time outside its law from which that law does not bind. */
const NOTABLE_BETWEEN = 0.1;
/** Maximum number of named phases, and their minimum share. */
const MAX_PHASES = 3;
const WORTH = 0.1;

/** The saturated resource, if any. */
export const busiest = (summary: Summary): ResourceUse | undefined =>
  workers(summary).find(({ utilisation }) => utilisation >= BUSY);

/**
 * A resource whose bound is below the callers' demand despite idle time: requests arrive or load it unevenly,
 * so queueing and idle times alternate.
 */
function uneven(scenario: Scenario, summary: Summary): ResourceUse | undefined {
  const found = workers(summary)[0];
  const minUs = minWireUs(scenario, summary) + workUs(scenario, summary) + thinkUs(scenario);
  const maxRate = (scenario.workload.arrivals.callers * 1e6) / minUs;
  return found && found.utilisation >= NEARLY && found.boundPerSec !== null && found.boundPerSec < maxRate
    ? found
    : undefined;
}

/** The resource that binds a run, if any. */
export const binding = (scenario: Scenario, summary: Summary): ResourceUse | undefined =>
  busiest(summary) ?? uneven(scenario, summary);

/** Without completions there is no rate to limit. Earlier requests may still wait in the window. */
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
        whole: time(servers.totalUs),
        others: count(servers.count - 1),
        othersBusy: share(servers.othersShare),
        bound: rate(found.boundPerSec),
      },
    };
  };

const busy = resourceLimit('busy', (_, summary) => busiest(summary));
const waits = resourceLimit('uneven', uneven);

/** Bottleneck: all pooled connections are in use, and callers queue for them. */
const pool: Rule<LimitId> = (scenario, summary) => {
  const size = poolSize(scenario);
  const connectionUse = use(summary, 'connections');
  const { callers } = scenario.workload.arrivals;
  if (size === undefined || !connectionUse || connectionUse.utilisation < BUSY || callers <= size)
    return undefined;
  const holdUs = (connectionUse.demandUs ?? 0) * size;
  return {
    id: 'pool',
    facts: {
      connections: count(size),
      callers: count(callers),
      lent: share(connectionUse.utilisation),
      hold: time(holdUs),
      wire: time(pooledWireUs(scenario, summary)),
      wireShare: share(holdUs > 0 ? pooledWireUs(scenario, summary) / holdUs : 0),
      bound: rate(connectionUse.boundPerSec ?? 0),
    },
  };
};

/** An open workload is limited only by its arrivals, whose number varies in a short run. */
const offered: Rule<LimitId> = ({ workload: { arrivals } }, { throughput, requests, windowUs }) => {
  if (arrivals.kind !== 'open') return undefined;
  const arrivalRate = ((requests.issued + requests.shed) * 1e6) / windowUs;
  if (throughput.perSec < SERVED * Math.min(arrivals.ratePerSec, arrivalRate)) return undefined;
  return {
    id: 'offered',
    facts: {
      offered: rate(arrivals.ratePerSec),
      completed: rate(throughput.perSec),
      came: rate(arrivalRate),
      isMore: count(arrivalRate > arrivals.ratePerSec ? 1 : 0),
    },
  };
};

/**
 * Lock-step batches: if one write carries most requests, client, network and Redis process them in turn, and
 * each idles in between. More callers make the batch longer.
 */
const lockStep: Rule<LimitId> = (scenario, summary) => {
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

/** Every caller waits for its own reply, and nothing is saturated: more callers would achieve more. */
const callersWait =
  (id: 'wire' | 'callers', applies: (wirePart: number) => boolean): Rule<LimitId> =>
  (scenario, summary) => {
    const { callers } = scenario.workload.arrivals;
    // An open workload also counts requests without a caller, which take one only later.
    const response = (summary.responseTime.meanUs ?? 0) - phasesUs(summary, ['waitCaller']);
    const wire = wireUs(scenario, summary);
    const pause = thinkUs(scenario);
    const minUs = minWireUs(scenario, summary) + workUs(scenario, summary) + pause;
    if (response <= 0 || minUs <= 0 || !applies(wire / (response + pause))) return undefined;
    const restUs = Math.max(0, response + pause - minUs);
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
        bound: rate((callers * 1e6) / minUs),
        least: time(minUs),
        hasRest: count(restUs > NOTABLE_BETWEEN * (response + pause) && between.length > 0 ? 1 : 0),
        rest: time(restUs),
        between: { unit: 'phases', phases: between.slice(0, MAX_PHASES) },
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
  carriersArePinned,
  pool,
  offered,
  waits,
  diskMostly,
  lockStep,
  wire,
  callersAlone,
];

/** The bottleneck of a run. */
export function limitOf(ofOne: Scenario, summary: Summary): Finding<LimitId> {
  const scenario = allInstances(ofOne);
  for (const rule of LIMITS) {
    const found = rule(scenario, summary);
    if (found) return found;
  }
  return { id: 'none', facts: {} };
}
