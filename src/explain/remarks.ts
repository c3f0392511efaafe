/** What else is worth saying of a run, beside what binds it. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { HostUse, Resource, StateShares, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import { count, type Finding, type Rule, rate, share, time, use, workers } from './finding.ts';
import { hiddenWaitUs } from './hidden-wait.ts';
import { BUSY, binding, busiest, NEARLY } from './limits.ts';
import { poolSize } from './request.ts';

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

/** Below this, a resource cannot be what is waited for. */
const HALF_IDLE = 0.5;
/** Parts of a resource's work from which they are worth a sentence. */
const MUCH_KERNEL = 0.3;
const MUCH_SWITCHING = 0.1;

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

/** All remarks that apply, in the order in which they are told. */
export const remarksOn = (scenario: Scenario, summary: Summary): Finding<RemarkId>[] =>
  REMARKS.flatMap((rule) => rule(scenario, summary) ?? []);
