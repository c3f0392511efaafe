/** The core time of a request by kinds of work. */

import type {
  Activity,
  HostRole,
  Resource,
  Summary,
  ThreadClass,
  ThreadGroup,
} from '../scenario/generated/summary.ts';
import { completedFor } from './instances.ts';

const KIND_OF = {
  read: 'read',
  readEmpty: 'read',
  peek: 'read',
  write: 'write',
  fileWrite: 'fileWrite',
  poll: 'events',
  epollWait: 'events',
  epollCtl: 'events',
  connect: 'connect',
  accept: 'connect',
  close: 'connect',
  eventfdWrite: 'wake',
  futexWake: 'wake',
  ready: 'wake',
  futexWait: 'park',
  schedule: 'schedule',
  execute: 'execute',
  clientTurn: 'clients',
  cron: 'clients',
  tls: 'tls',
  process: 'process',
  cacheLookup: 'own',
  push: 'clients',
  forward: 'forward',
  handOver: 'handOver',
  spin: 'spin',
  encode: 'encode',
  task: 'encode',
  decode: 'decode',
  dispatch: 'dispatch',
  expire: 'dispatch',
  borrow: 'pool',
  wrap: 'pool',
  return: 'pool',
  caller: 'own',
  resume: 'own',
  none: 'other',
} as const satisfies Record<Activity, string>;

export type WorkKind = (typeof KIND_OF)[Activity] | 'switch';

/** Core time of one kind, µs per completed request. */
export interface Work {
  readonly kind: WorkKind;
  readonly us: number;
}

/** Kinds of work, largest first. */
export type WorkParts = readonly Work[];

const CLASS_OF: Partial<Record<Resource, ThreadClass>> = {
  serverMain: 'serverMain',
  serverIo: 'serverIo',
  eventLoop: 'eventLoop',
  processors: 'carrier',
  proxy: 'proxy',
};
const HOST_OF: Partial<Record<Resource, HostRole>> = { clientCores: 'client', serverCores: 'server' };
/** Client threads that run on their own, not on a carrier. */
const OWN_THREADS: readonly ThreadClass[] = ['carrier', 'sysmon', 'timer', 'eventLoop'];
/** Sleeping and polling use a core, but no Go processor (P). */
const WITHOUT_PROCESSOR: readonly WorkKind[] = ['events', 'park', 'wake', 'switch'];

/** The threads of a core resource; empty for links and connections. */
export function threadsOf({ threads }: Summary, resource: Resource): readonly ThreadGroup[] {
  const classThreads = threads.filter((group) => group.class === CLASS_OF[resource]);
  const onHost = threads.filter(({ host }) => host === HOST_OF[resource]);
  // Work on a loop or carrier is part of its time.
  const carried = classThreads.some(({ shares }) => shares.carrying > 0)
    ? threads.filter((group) => group.host === 'client' && !OWN_THREADS.includes(group.class))
    : [];
  return [...classThreads, ...onHost, ...carried];
}

/** All core time of some threads by kind. */
export function workOf(summary: Summary, groups: readonly ThreadGroup[]): WorkParts {
  const sums = new Map<WorkKind, number>();
  const add = (kind: WorkKind, us: number) => {
    if (us > 0) sums.set(kind, (sums.get(kind) ?? 0) + us);
  };
  for (const { class: by, shares, count, work } of summary.requests.completed > 0 ? groups : []) {
    const livedUs = (count * summary.windowUs) / completedFor(summary, by);
    const named = work.reduce((sum, { perRequestUs }) => sum + (perRequestUs ?? 0), 0);
    for (const { activity, perRequestUs } of work) add(KIND_OF[activity], perRequestUs ?? 0);
    add('switch', shares.switch * livedUs);
    const unnamed = (shares.user + shares.kernel) * livedUs - named;
    // Smaller remainders are rounding errors.
    add('other', unnamed > 1e-6 * livedUs ? unnamed : 0);
  }
  return sorted([...sums].map(([kind, us]) => ({ kind, us })));
}

export const sorted = (parts: WorkParts): WorkParts => [...parts].sort((a, b) => b.us - a.us);

export const sumOf = (parts: WorkParts): number => parts.reduce((sum, { us }) => sum + us, 0);

/** Of one kind, µs per request. */
export const usOf = (parts: WorkParts, name: WorkKind): number =>
  parts.find(({ kind }) => kind === name)?.us ?? 0;

/**
 * A resource's demand per request by kind; the kinds sum to the demand, spread evenly over several servers.
 */
export function demandParts(summary: Summary, resource: Resource): WorkParts {
  const demandUs = summary.resources.find((other) => other.resource === resource)?.demandUs ?? 0;
  const groups = threadsOf(summary, resource);
  const counted = workOf(summary, groups).filter(
    ({ kind }) =>
      !(resource in CLASS_OF && kind === 'spin') &&
      !(resource === 'processors' && WITHOUT_PROCESSOR.includes(kind)),
  );
  const totalUs = sumOf(counted);
  return totalUs > 0 ? counted.map(({ kind, us }) => ({ kind, us: (us * demandUs) / totalUs })) : [];
}

/** Busy waiting of a thread class, µs of core time per request. */
export const spinUs = (summary: Summary, by: ThreadClass): number =>
  usOf(
    workOf(
      summary,
      summary.threads.filter((group) => group.class === by),
    ),
    'spin',
  );

/** Kinds that are system calls, as the engine names them. */
export const CALLS: readonly WorkKind[] = ['read', 'write', 'fileWrite', 'events', 'connect', 'wake', 'park'];
