/** Remarks about a run besides its bottleneck. */

import { servingNodes } from '../scenario/derived.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { ResourceUse, Summary, ThreadClass } from '../scenario/generated/summary.ts';
import { blocking, blockingLent } from './blocking.ts';
import { deliveries } from './deliveries.ts';
import { diskRemark, minBusyUs } from './disk.ts';
import { mainEffect } from './event-effect.ts';
import {
  BUSY,
  count,
  type Finding,
  type Rule,
  rate,
  resourceFact,
  share,
  time,
  use,
  workers,
} from './finding.ts';
import { allInstances } from './instances.ts';
import { failedPart, shedPart } from './left-out.ts';
import { binding, busiest, type LimitId, limitOf, NEARLY } from './limits.ts';
import { poolSize } from './request.ts';
import { busiestFact, serversOf } from './servers.ts';
import { hiddenWaitUs } from './starvation.ts';
import { CALLS, demandParts, spinUs, sumOf, threadsOf } from './work.ts';

export type RemarkId =
  | 'eventPassed'
  | 'eventLasts'
  | 'overload'
  | 'failed'
  | 'work'
  | 'spinning'
  | 'disk'
  | 'neighbour'
  | 'caching'
  | 'deliveries'
  | 'replication'
  | 'blocking'
  | 'blockingLent'
  | 'switches'
  | 'onlyThread'
  | 'topology'
  | 'loopsIdle'
  | 'wayOfPool'
  | 'serverIdle'
  | 'next'
  | 'starving'
  | 'parts';

/** Utilisation below which a resource cannot cause waiting. */
const HALF_IDLE = 0.5;
/** Share of core work from which context switching is mentioned. */
const NOTABLE_SWITCHING = 0.1;
/** Maximum number of named kinds of work, and their minimum share. */
const MAX_KINDS = 3;
const SMALL_KIND = 0.05;
/** Topology queries per request from which they are mentioned: one costs as much as dozens of commands. */
const NOTABLE_TOPOLOGY = 0.001;
/** Share of a thread's time from which busy waiting is mentioned. */
const NOTABLE_SPIN = 0.05;

/** Calls of one kind per request by a thread class. */
const calls = ({ syscalls }: Summary, by: ThreadClass, name: string): number =>
  syscalls.find((call) => call.class === by && call.syscall === name)?.perRequest ?? 0;

/** The event that has done most to the run: what was before, and what since then. */
const event: Rule<RemarkId> = (scenario, summary) => {
  const effect = mainEffect(scenario, summary);
  if (!effect) return undefined;
  const { before, during, event, overMs, untilMs } = effect;
  const ms = (value: number) => time(value * 1000);
  return {
    id: untilMs === undefined ? 'eventLasts' : 'eventPassed',
    facts: {
      at: ms(event.atMs),
      event: { unit: 'event', event },
      before: rate(before.perSec),
      beforeTime: time(before.meanUs),
      during: rate(during.perSec),
      hasTime: count(during.perSec > 0 ? 1 : 0),
      duringTime: time(during.perSec > 0 ? during.meanUs : 0),
      until: ms(untilMs ?? 0),
      isOver: count(overMs < summary.series.completions.length * (summary.series.intervalUs / 1000) ? 1 : 0),
    },
  };
};

/** Open workloads only: rejections show that something is full, but not what. */
const overload: Rule<RemarkId> = ({ workload: { arrivals } }, summary) =>
  arrivals.kind === 'open' && summary.requests.shed > 0
    ? {
        id: 'overload',
        facts: {
          offered: rate(arrivals.ratePerSec),
          completed: rate(summary.throughput.perSec),
          shed: count(summary.requests.shed),
          part: share(shedPart(summary)),
        },
      }
    : undefined;

/** Failed requests have no response time, so the percentiles are biased. */
const failed: Rule<RemarkId> = (_, summary) =>
  summary.requests.failed > 0
    ? {
        id: 'failed',
        facts: {
          failed: count(summary.requests.failed),
          part: share(failedPart(summary)),
        },
      }
    : undefined;

/** Share of the server's main threads from which the client that uses them most is named. */
const NOTABLE_NEIGHBOUR = 0.2;

/** The neighbour for which the server works most, if it works more for that than for this client. */
const neighbour: Rule<RemarkId> = (_, { serverUse: [own, ...others] = [], neighbours = [] }) => {
  const parts = others.map(({ mainThread }, at) => ({ name: neighbours[at]?.name ?? '', part: mainThread }));
  const most = parts.reduce((one, other) => (other.part > one.part ? other : one), { name: '', part: 0 });
  if (!own || most.part < Math.max(NOTABLE_NEIGHBOUR, own.mainThread)) return undefined;
  return {
    id: 'neighbour',
    facts: { name: { unit: 'text', text: most.name }, part: share(most.part), own: share(own.mainThread) },
  };
};

/** What client-side caching saves, and what keeping the caches right costs. */
const caching: Rule<RemarkId> = (_, { clientSideCache, throughput }) => {
  if (!clientSideCache || clientSideCache.hitRatio === null || throughput.perSec === 0) return undefined;
  return {
    id: 'caching',
    facts: {
      hits: share(clientSideCache.hitRatio),
      messages: rate(clientSideCache.invalidationsPerSec),
      areMany: count(clientSideCache.invalidationsPerSec > clientSideCache.hitsPerSec ? 1 : 0),
    },
  };
};

/** Replicas that serve reads execute each write of their primary, too. */
const replication: Rule<RemarkId> = (_, { replication }) =>
  replication && replication.appliedPerSec > 0
    ? {
        id: 'replication',
        facts: { writes: rate(replication.appliedPerSec), lag: time(replication.lag.p50Us ?? 0) },
      }
    : undefined;

/** The resource whose work is described: the binding one, else the busiest. */
const worker = (scenario: Scenario, summary: Summary): ResourceUse | undefined =>
  binding(scenario, summary) ??
  workers(summary).find(({ resource }) => demandParts(summary, resource).length > 0);

/** The work of a resource, over all nodes or threads, by system calls or other kinds. */
const work: Rule<RemarkId> = (scenario, summary) => {
  const found = worker(scenario, summary);
  const workParts = found ? demandParts(summary, found.resource) : [];
  const totalUs = sumOf(workParts);
  if (!found || totalUs === 0) return undefined;
  const [by, ...others] = threadsOf(summary, found.resource);
  const hasCalls = by !== undefined && others.length === 0;
  const inCalls = sumOf(workParts.filter(({ kind }) => CALLS.includes(kind)));
  const largest = workParts.slice(0, MAX_KINDS).filter(({ us }) => us >= SMALL_KIND * totalUs);
  return {
    id: 'work',
    facts: {
      resource: resourceFact(summary, found.resource),
      works: { unit: 'workShares', works: largest.map(({ kind, us }) => ({ kind, share: us / totalUs })) },
      kernel: share(inCalls / totalUs),
      hasCalls: count(hasCalls ? 1 : 0),
      reads: { unit: 'number', value: hasCalls ? calls(summary, by.class, 'read') : 0 },
      writes: { unit: 'number', value: hasCalls ? calls(summary, by.class, 'write') : 0 },
    },
  };
};

/** Busy-waiting I/O threads: they occupy cores without working. */
const spinning: Rule<RemarkId> = (_, summary) => {
  const group = summary.threads.find((each) => each.class === 'serverIo');
  const perRequest = spinUs(summary, 'serverIo');
  if (!group || perRequest === 0) return undefined;
  const part = (perRequest * summary.requests.completed) / (group.count * summary.windowUs);
  return part >= NOTABLE_SPIN
    ? {
        id: 'spinning',
        facts: { threads: count(group.count), perRequest: time(perRequest), part: share(part) },
      }
    : undefined;
};

/** Omitted if the bottleneck already states it. */
const disk: Rule<RemarkId> = (scenario, summary) =>
  limitOf(scenario, summary).id === 'disk' ? undefined : diskRemark(scenario, summary);

const switches: Rule<RemarkId> = (_, summary) => {
  const host = summary.hosts.find(({ host: role }) => role === 'client');
  if (!host?.switchesPerRequest || 1 - host.idle < HALF_IDLE) return undefined;
  const part = host.switch / (host.user + host.kernel + host.switch);
  if (part < NOTABLE_SWITCHING) return undefined;
  return {
    id: 'switches',
    facts: {
      perRequest: { unit: 'number', value: host.switchesPerRequest },
      part: share(part),
    },
  };
};

/** The single command thread is saturated while its machine is not. */
const onlyThread: Rule<RemarkId> = (scenario, summary) => {
  const host = summary.hosts.find(({ host: role }) => role === 'server');
  if (binding(scenario, summary)?.resource !== 'serverMain' || !host || host.cores < 2) return undefined;
  // If I/O threads busy-wait on the other cores, their remark covers it.
  if (1 - host.idle >= BUSY) return undefined;
  // A cluster has a main thread per node.
  if (summary.nodes.length > 1) return undefined;
  return { id: 'onlyThread', facts: { cores: count(host.cores), idle: share(host.idle) } };
};

/** Topology queries belong to no request, but their cost is part of the demand per request. */
const topology: Rule<RemarkId> = (_, { nodes, throughput }) => {
  const perSec = nodes.reduce((sum, { descriptionsPerSec }) => sum + descriptionsPerSec, 0);
  const isPartOfRequests = perSec > 0 && throughput.perSec > 0;
  return isPartOfRequests && perSec >= NOTABLE_TOPOLOGY * throughput.perSec
    ? { id: 'topology', facts: { descriptions: rate(perSec) } }
    : undefined;
};

/** A connection belongs to one event loop for life. */
const loopsIdle: Rule<RemarkId> = (scenario, summary) => {
  const {
    client: { io, connections },
  } = scenario;
  if (io.kind !== 'eventLoops' || connections.kind !== 'shared') return undefined;
  const all = connections.count * servingNodes(scenario);
  if (all >= io.loops) return undefined;
  return binding(scenario, summary)?.resource === 'eventLoop'
    ? { id: 'loopsIdle', facts: { loops: count(io.loops), connections: count(all) } }
    : undefined;
};

/** All connections are in use because their target is saturated; more of them would only move the queue. */
const wayOfPool: Rule<RemarkId> = (scenario, summary) => {
  const pool = use(summary, 'connections');
  const size = poolSize(scenario);
  if (!busiest(summary) || size === undefined || !pool || pool.utilisation < BUSY) return undefined;
  // If every caller has a connection, all are in use without a queue.
  if (scenario.workload.arrivals.callers <= size) return undefined;
  return { id: 'wayOfPool', facts: { connections: count(size), lent: share(pool.utilisation) } };
};

/** Redis is not the bottleneck: its main thread has idle time and no disk waits, which `disk` covers. */
const serverIdle: Rule<RemarkId> = (scenario, summary) => {
  const main = use(summary, 'serverMain');
  const servers = serversOf(scenario, summary, 'serverMain');
  return main?.demandUs && main.utilisation < HALF_IDLE && !diskRemark(scenario, summary)
    ? {
        id: 'serverIdle',
        facts: {
          nodes: count(Math.max(1, summary.nodes.length)),
          utilisation: share(servers.meanShare),
          node: count(servers.node ?? 0),
          busiest: share(main.utilisation),
          bound: rate(1e6 / minBusyUs(scenario, summary)),
        },
      }
    : undefined;
};

/** Bottlenecks that another resource can follow. Without saturation there is no next bottleneck. */
const NAMED: readonly LimitId[] = [
  'busy',
  'disk',
  'blocking',
  'uneven',
  'carriers',
  'pool',
  'together',
  'wire',
];

/** The next bottleneck, or the busiest resource if none binds. */
const next: Rule<RemarkId> = (scenario, summary) => {
  const limit = binding(scenario, summary);
  const second = workers(summary).find(({ resource }) => resource !== limit?.resource);
  if (!second || second.boundPerSec === null || second.utilisation < NEARLY) return undefined;
  return {
    id: 'next',
    facts: {
      isAfter: count(NAMED.includes(limitOf(scenario, summary).id) ? 1 : 0),
      resource: busiestFact(summary, second.resource, serversOf(scenario, summary, second.resource)),
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

/** The two phases with the most time. */
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
  event,
  overload,
  failed,
  starving,
  work,
  spinning,
  disk,
  neighbour,
  caching,
  deliveries,
  replication,
  blocking,
  blockingLent,
  onlyThread,
  topology,
  loopsIdle,
  wayOfPool,
  serverIdle,
  switches,
  next,
  parts,
];

/** All remarks that apply, in display order. */
export const remarksOn = (scenario: Scenario, summary: Summary): Finding<RemarkId>[] =>
  REMARKS.flatMap((rule) => rule(allInstances(scenario), summary) ?? []);
