/**
 * What a run shows about its own speed: first what binds it, then what else is worth saying. Every finding carries the
 * figures that it rests on; the rules are tried in order, and the first one that applies names the limit.
 */

import type { Scenario } from '../scenario/generated/scenario.ts';
import type {
  HostUse,
  Phase,
  Resource,
  ResourceUse,
  StateShares,
  Summary,
  ThreadClass,
} from '../scenario/generated/summary.ts';
import { hiddenWaitUs } from './hidden-wait.ts';
import { pauseUs, phasesUs, poolSize, thinkUs, wireUs, workUs } from './request.ts';

/** One figure of a finding. */
export type Fact =
  | { readonly unit: 'count' | 'number' | 'rate' | 'share'; readonly value: number }
  | { readonly unit: 'time'; readonly us: number }
  | { readonly unit: 'resource'; readonly name: Resource }
  | { readonly unit: 'phase'; readonly name: Phase };

export type LimitId =
  | 'unanswered'
  | 'offered'
  | 'busy'
  | 'uneven'
  | 'together'
  | 'pool'
  | 'wire'
  | 'callers'
  | 'none';

export type RemarkId =
  | 'overload'
  | 'failed'
  | 'kernel'
  | 'switches'
  | 'onlyThread'
  | 'loopsIdle'
  | 'wayOfPool'
  | 'serverIdle'
  | 'next'
  | 'starving'
  | 'parts';

export interface Finding<Id extends string = LimitId | RemarkId> {
  /** Its sentence in the catalogue. */
  readonly id: Id;
  readonly facts: Readonly<Record<string, Fact>>;
}

export interface Explanation {
  readonly limit: Finding<LimitId>;
  readonly remarks: readonly Finding<RemarkId>[];
}

/** From here on a resource counts as the limit: a queue in front of it is at least nine times as long as in front of one that is half busy. */
const BUSY = 0.9;
/** A second resource that is this busy comes next; the one whose law is the tightest can be the limit. */
const NEARLY = 0.7;
/** Part of the requests that have come that has to be completed for the load itself to be the limit. */
const SERVED = 0.98;
/** Part of the callers whose requests make a convoy when they travel together. */
const CONVOY = 0.5;
/** Below this, a resource cannot be what is waited for. */
const HALF_IDLE = 0.5;
/** Parts of a resource's work from which they are worth a sentence. */
const MUCH_KERNEL = 0.3;
const MUCH_SWITCHING = 0.1;

const count = (value: number): Fact => ({ unit: 'count', value });
const share = (value: number): Fact => ({ unit: 'share', value });
const rate = (value: number): Fact => ({ unit: 'rate', value });
const time = (us: number): Fact => ({ unit: 'time', us });

type Rule<Id extends string> = (scenario: Scenario, summary: Summary) => Finding<Id> | undefined;

const use = ({ resources }: Summary, wanted: Resource): ResourceUse | undefined =>
  resources.find(({ resource }) => resource === wanted);

/** Resources that do work, busiest first; a lent connection is not work. */
const workers = ({ resources }: Summary): readonly ResourceUse[] =>
  resources.filter(({ resource }) => resource !== 'connections');

const busiest = (summary: Summary): ResourceUse | undefined =>
  workers(summary).find(({ utilisation }) => utilisation >= BUSY);

/**
 * A resource that allows less than the callers could ask for, though it has time left: requests come to it unevenly, or need
 * unevenly much of it, so that they wait now and it waits then.
 */
function uneven(scenario: Scenario, summary: Summary): ResourceUse | undefined {
  const found = workers(summary)[0];
  const least = wireUs(scenario, summary) + workUs(summary) + pauseUs(scenario, summary);
  const asked = (scenario.workload.arrivals.callers * 1e6) / least;
  return found && found.utilisation >= NEARLY && found.boundPerSec !== null && found.boundPerSec < asked
    ? found
    : undefined;
}

/** The resource that binds a run, if one does. */
const binding = (scenario: Scenario, summary: Summary): ResourceUse | undefined =>
  busiest(summary) ?? uneven(scenario, summary);

const threadsOf: Partial<Record<Resource, ThreadClass>> = {
  serverMain: 'serverMain',
  serverIo: 'serverIo',
  eventLoop: 'eventLoop',
};
const hostOf: Partial<Record<Resource, HostUse['host']>> = { clientCores: 'client', serverCores: 'server' };

/** What the busy time of a resource consists of; undefined where it is not made of code. */
function partsOf({ threads, hosts }: Summary, resource: Resource) {
  const parts: Pick<StateShares, 'user' | 'kernel' | 'switch'> | undefined =
    threads.find((group) => group.class === threadsOf[resource])?.shares ??
    hosts.find(({ host }) => host === hostOf[resource]);
  const busy = parts && parts.user + parts.kernel + parts.switch;
  return parts && busy ? { kernel: parts.kernel / busy, switch: parts.switch / busy } : undefined;
}

/** Calls of one kind per request by the threads of a class. */
const calls = ({ syscalls }: Summary, by: ThreadClass, name: string): number =>
  syscalls.find((call) => call.class === by && call.syscall === name)?.perRequest ?? 0;

/** Open workloads only: what is turned away says that something is full, not what. */
const overload: Rule<RemarkId> = ({ workload: { arrivals } }, { requests, throughput }) =>
  arrivals.kind === 'open' && requests.shed > 0
    ? {
        id: 'overload',
        facts: {
          offered: rate(arrivals.ratePerSec),
          completed: rate(throughput.perSec),
          shed: count(requests.shed),
          part: share(requests.shed / (requests.shed + requests.issued)),
        },
      }
    : undefined;

/** Requests without an answer have no response time, so the percentiles are those of the lucky ones. */
const failed: Rule<RemarkId> = (_, { requests }) =>
  requests.failed > 0
    ? {
        id: 'failed',
        facts: {
          failed: count(requests.failed),
          part: share(requests.failed / (requests.failed + requests.completed)),
        },
      }
    : undefined;

/** Where nothing is answered there is no rate that anything could limit. */
const unanswered: Rule<LimitId> = (_, { requests }) =>
  requests.completed === 0 && requests.issued > 0 ? { id: 'unanswered', facts: {} } : undefined;

/** A resource with its law. */
const resourceLimit =
  (
    id: 'busy' | 'uneven',
    find: (scenario: Scenario, summary: Summary) => ResourceUse | undefined,
  ): Rule<LimitId> =>
  (scenario, summary) => {
    const found = find(scenario, summary);
    if (!found || found.boundPerSec === null) return undefined;
    return {
      id,
      facts: {
        resource: { unit: 'resource', name: found.resource },
        utilisation: share(found.utilisation),
        demand: time(found.demandUs ?? 0),
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
      wire: time(wireUs(scenario, summary)),
      wireShare: share(holdUs > 0 ? wireUs(scenario, summary) / holdUs : 0),
      bound: rate(lent.boundPerSec ?? 0),
    },
  };
};

/** Of an open workload nothing is limited but by what has come, which in a short run is more or less than the rate. */
const offered: Rule<LimitId> = ({ workload: { arrivals } }, { throughput, requests, windowUs }) => {
  if (arrivals.kind !== 'open') return undefined;
  const came = ((requests.issued + requests.shed) * 1e6) / windowUs;
  return throughput.perSec >= SERVED * Math.min(arrivals.ratePerSec, came)
    ? { id: 'offered', facts: { offered: rate(arrivals.ratePerSec), completed: rate(throughput.perSec) } }
    : undefined;
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
    const pause = pauseUs(scenario, summary);
    const least = wire + workUs(summary) + pause;
    if (response <= 0 || least <= 0 || !applies(wire / (response + pause))) return undefined;
    return {
      id,
      facts: {
        callers: count(callers),
        response: time(response),
        wire: time(wire),
        wireShare: share(wire / response),
        pauses: count(thinkUs(scenario) > 0 ? 1 : 0),
        pause: time(pause),
        bound: rate((callers * 1e6) / least),
      },
    };
  };

const wire = callersWait('wire', (part) => part >= 0.5);
const callersAlone = callersWait('callers', (part) => part < 0.5);

const LIMITS: readonly Rule<LimitId>[] = [
  unanswered,
  busy,
  pool,
  offered,
  waits,
  together,
  wire,
  callersAlone,
];

/** One read() and one write() for every request is what it takes when no two commands travel together. */
const kernel: Rule<RemarkId> = (_, summary) => {
  const found = workers(summary)[0];
  const parts = found && partsOf(summary, found.resource);
  if (!found || found.utilisation < NEARLY || !parts || parts.kernel < MUCH_KERNEL) return undefined;
  const by = threadsOf[found.resource];
  return {
    id: 'kernel',
    facts: {
      resource: { unit: 'resource', name: found.resource },
      kernel: share(parts.kernel),
      hasCalls: count(by === undefined ? 0 : 1),
      reads: { unit: 'number', value: by === undefined ? 0 : calls(summary, by, 'read') },
      writes: { unit: 'number', value: by === undefined ? 0 : calls(summary, by, 'write') },
    },
  };
};

const switches: Rule<RemarkId> = (_, summary) => {
  const host = summary.hosts.find(({ host: role }) => role === 'client');
  const parts = partsOf(summary, 'clientCores');
  if (!host?.switchesPerRequest || 1 - host.idle < HALF_IDLE) return undefined;
  if (!parts || parts.switch < MUCH_SWITCHING) return undefined;
  return {
    id: 'switches',
    facts: {
      perRequest: { unit: 'number', value: host.switchesPerRequest },
      part: share(parts.switch),
    },
  };
};

/** The one thread that executes commands is full while its machine is not. */
const onlyThread: Rule<RemarkId> = (scenario, summary) => {
  const host = summary.hosts.find(({ host: role }) => role === 'server');
  if (binding(scenario, summary)?.resource !== 'serverMain' || !host || host.cores < 2) return undefined;
  return { id: 'onlyThread', facts: { cores: count(host.cores), idle: share(host.idle) } };
};

/** A connection belongs to one event loop for life. */
const loopsIdle: Rule<RemarkId> = (scenario, summary) => {
  const {
    client: { io, connections },
    server: { nodes },
  } = scenario;
  if (io.kind !== 'eventLoops' || connections.kind !== 'shared') return undefined;
  const all = connections.count * nodes;
  if (all >= io.loops) return undefined;
  return binding(scenario, summary)?.resource === 'eventLoop'
    ? { id: 'loopsIdle', facts: { loops: count(io.loops), connections: count(all) } }
    : undefined;
};

/** All connections are lent because what they lead to is full; more of them would only queue elsewhere. */
const wayOfPool: Rule<RemarkId> = (scenario, summary) => {
  const lent = use(summary, 'connections');
  const size = poolSize(scenario);
  if (!busiest(summary) || size === undefined || !lent || lent.utilisation < BUSY) return undefined;
  return { id: 'wayOfPool', facts: { connections: count(size), lent: share(lent.utilisation) } };
};

/** It is not Redis. */
const serverIdle: Rule<RemarkId> = (_, summary) => {
  const main = use(summary, 'serverMain');
  return main && main.boundPerSec !== null && main.utilisation < HALF_IDLE
    ? {
        id: 'serverIdle',
        facts: { utilisation: share(main.utilisation), bound: rate(main.boundPerSec) },
      }
    : undefined;
};

/** What would bind next. */
const next: Rule<RemarkId> = (scenario, summary) => {
  const limit = binding(scenario, summary);
  const second = workers(summary).find((candidate) => candidate !== limit);
  if (!second || second.boundPerSec === null || second.utilisation < NEARLY) return undefined;
  return {
    id: 'next',
    facts: {
      resource: { unit: 'resource', name: second.resource },
      utilisation: share(second.utilisation),
      bound: rate(second.boundPerSec),
    },
  };
};

const starving: Rule<RemarkId> = ({ client: { connections } }, summary) => {
  const { requests, responseTime } = summary;
  const oldest = hiddenWaitUs(summary);
  if (oldest === undefined) return undefined;
  return {
    id: 'starving',
    facts: {
      waiting: count(requests.inProgressAtEnd),
      oldest: time(oldest),
      p99: time(responseTime.p99Us ?? 0),
      isBarging: count(connections.kind === 'pooled' && connections.handoff === 'barging' ? 1 : 0),
    },
  };
};

/** The two phases in which requests spend most of their time. */
const parts: Rule<RemarkId> = (_, { phases }) => {
  const [first, second] = [...phases].sort((a, b) => b.share - a.share);
  if (!first || !second || first.share === 0) return undefined;
  return {
    id: 'parts',
    facts: {
      first: { unit: 'phase', name: first.phase },
      firstShare: share(first.share),
      others: count(second.share > 0 ? 1 : 0),
      second: { unit: 'phase', name: second.phase },
      secondShare: share(second.share),
    },
  };
};

const REMARKS: readonly Rule<RemarkId>[] = [
  overload,
  failed,
  starving,
  kernel,
  onlyThread,
  loopsIdle,
  wayOfPool,
  serverIdle,
  switches,
  next,
  parts,
];

const applied = <Id extends string>(rules: readonly Rule<Id>[], scenario: Scenario, summary: Summary) =>
  rules.flatMap((rule) => rule(scenario, summary) ?? []);

/** Why a run is as fast as it is. */
export function explain(scenario: Scenario, summary: Summary): Explanation {
  const none: Finding<LimitId> = { id: 'none', facts: {} };
  return {
    limit: applied(LIMITS, scenario, summary)[0] ?? none,
    remarks: applied(REMARKS, scenario, summary),
  };
}
