/** What the core time that a request needs goes into, by kinds of work that can be told apart in words. */
import type {
  Activity,
  HostRole,
  Resource,
  Summary,
  ThreadClass,
  ThreadGroup,
} from '../scenario/generated/summary.ts';

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

/** What one kind of work is, the largest first. */
export type WorkParts = readonly Work[];

const CLASS_OF: Partial<Record<Resource, ThreadClass>> = {
  serverMain: 'serverMain',
  serverIo: 'serverIo',
  eventLoop: 'eventLoop',
  processors: 'carrier',
};
const HOST_OF: Partial<Record<Resource, HostRole>> = { clientCores: 'client', serverCores: 'server' };
/** Threads of the client that nothing carries. */
const OWN_THREADS: readonly ThreadClass[] = ['carrier', 'sysmon', 'timer', 'eventLoop'];
/** Sleeping and polling take a core, but no Go processor. */
const WITHOUT_PROCESSOR: readonly WorkKind[] = ['events', 'park', 'wake', 'switch'];

/** The threads whose core time a resource is; none of links and connections. */
export function threadsOf({ threads }: Summary, resource: Resource): readonly ThreadGroup[] {
  const own = threads.filter((group) => group.class === CLASS_OF[resource]);
  const onHost = threads.filter(({ host }) => host === HOST_OF[resource]);
  // What a loop or a carrier carries is done in its time.
  const carried = own.some(({ shares }) => shares.carrying > 0)
    ? threads.filter((group) => group.host === 'client' && !OWN_THREADS.includes(group.class))
    : [];
  return [...own, ...onHost, ...carried];
}

/** What some threads do on cores, all of it. */
export function workOf(summary: Summary, groups: readonly ThreadGroup[]): WorkParts {
  const { completed } = summary.requests;
  const sums = new Map<WorkKind, number>();
  const add = (kind: WorkKind, us: number) => {
    if (us > 0) sums.set(kind, (sums.get(kind) ?? 0) + us);
  };
  for (const { shares, count, work } of completed > 0 ? groups : []) {
    const livedUs = (count * summary.windowUs) / completed;
    const named = work.reduce((sum, { perRequestUs }) => sum + (perRequestUs ?? 0), 0);
    for (const { activity, perRequestUs } of work) add(KIND_OF[activity], perRequestUs ?? 0);
    add('switch', shares.switch * livedUs);
    const unnamed = (shares.user + shares.kernel) * livedUs - named;
    // Less is what rounding leaves.
    add('other', unnamed > 1e-6 * livedUs ? unnamed : 0);
  }
  return sorted([...sums].map(([kind, us]) => ({ kind, us })));
}

export const sorted = (parts: WorkParts): WorkParts => [...parts].sort((one, other) => other.us - one.us);

export const sumOf = (parts: WorkParts): number => parts.reduce((sum, { us }) => sum + us, 0);

/** Of one kind, µs per request. */
export const usOf = (parts: WorkParts, wanted: WorkKind): number =>
  parts.find(({ kind }) => kind === wanted)?.us ?? 0;

/** What a resource's time goes into in a request, which adds up to its demand: several servers share the work evenly. */
export function demandParts(summary: Summary, resource: Resource): WorkParts {
  const demandUs = summary.resources.find((other) => other.resource === resource)?.demandUs ?? 0;
  const groups = threadsOf(summary, resource);
  const counted = workOf(summary, groups).filter(
    ({ kind }) =>
      !(resource in CLASS_OF && kind === 'spin') &&
      !(resource === 'processors' && WITHOUT_PROCESSOR.includes(kind)),
  );
  const whole = sumOf(counted);
  return whole > 0 ? counted.map(({ kind, us }) => ({ kind, us: (us * demandUs) / whole })) : [];
}

/** Busy waiting of a class of threads, µs of core time per request. */
export const spinUs = (summary: Summary, by: ThreadClass): number =>
  usOf(
    workOf(
      summary,
      summary.threads.filter((group) => group.class === by),
    ),
    'spin',
  );

/** Which kinds are system calls, as far as the engine names them by their calls. */
export const CALLS: readonly WorkKind[] = ['read', 'write', 'fileWrite', 'events', 'connect', 'wake', 'park'];
