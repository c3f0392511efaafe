/**
 * The configuration of a run over time: an initial scenario, and changes from certain instants on. Work that
 * has started continues unchanged; only what a running system can change may differ
 * (`wasm/src/sim/change.rs`).
 */

import { poolSize } from './derived.ts';
import type { Scenario } from './generated/scenario.ts';
import { diff } from './patch.ts';

/** A configuration change of a running system. */
export interface Change {
  /** Model time, ns. */
  readonly atNs: number;
  /** The complete scenario from then on. */
  readonly scenario: Scenario;
}

export interface Course {
  /** The initial scenario. */
  readonly scenario: Scenario;
  /** Its changes, by time. */
  readonly changes?: readonly Change[];
  /** Of several processes, the one that is shown; the first when absent. */
  readonly process?: number;
}

/** One scenario of a course, until its end. */
export interface Leg {
  readonly scenario: Scenario;
  /** Model time, ns. */
  readonly untilNs: number;
}

/** Fields that can change in a running system: paths or path prefixes. */
const CHANGEABLE = [
  'network.rttUs',
  'network.requestJitterUs',
  'network.replyJitterUs',
  'network.proxy.rttUs',
  'network.proxy.requestJitterUs',
  'network.proxy.replyJitterUs',
  'network.mbitPerSec',
  'workload.arrivals.callers',
  'workload.arrivals.thinkUs',
  'workload.arrivals.ratePerSec',
  'workload.batch.size',
  'workload.command.',
  'workload.second.',
  'workload.third.',
  'costs.overrides.',
  // Fields with setters in commons-pool2. Properties of connections were fixed with their factory.
  ...[
    'maxTotal',
    'maxIdle',
    'minIdle',
    'order',
    'testOnBorrow',
    'testOnReturn',
    'testWhileIdle',
    'numTestsPerEvictionRun',
    'minEvictableIdleMs',
    'softMinEvictableIdleMs',
    'blockWhenExhausted',
    'maxWaitMs',
  ].map((name) => `client.connections.${name}`),
];
const POOL_SIZE = 'client.connections.maxTotal';
const BATCH_SIZE = 'workload.batch.size';
const CALLERS = 'workload.arrivals.callers';
/** Fixed when the server's timer starts. */
const FIXED = [
  'costs.overrides.cronNs',
  'costs.overrides.clientCronNs',
  'workload.second.blockMs',
  'workload.third.blockMs',
];

/**
 * Changeable fields that are fixed in this system: in a cluster, connections are numbered by node; parts of batches are
 * prepared by size; a load generator deals its connections out at the start.
 */
function fixedIn({ client, server }: Pick<Scenario, 'client' | 'server'>): readonly string[] {
  const isCluster = (server?.nodes ?? 1) > 1 || (server?.replicas ?? 0) > 0;
  const isSplit = client?.crossSlot?.kind === 'split';
  const isGenerator = client?.io?.kind === 'eventLoops' && client.io.flush?.kind === 'writable';
  return [
    ...(isCluster ? [POOL_SIZE] : []),
    ...(isSplit ? [BATCH_SIZE] : []),
    ...(isGenerator ? [CALLERS] : []),
  ];
}

/** Whether the neighbours are the same clients, and differ only in what can change. */
function canNeighboursChange(from: Scenario, to: Scenario): boolean {
  const [before, after] = [from.neighbours ?? [], to.neighbours ?? []];
  return (
    before.length === after.length &&
    after.every((neighbour, index) => {
      const paths = diff(before[index], neighbour).map(({ path }) => path);
      const fixed = fixedIn({ ...neighbour, server: to.server });
      return paths.every((path) => path === 'rttUs' || isChangeable(path, fixed));
    })
  );
}

const isChangeable = (path: string, fixed: readonly string[]): boolean =>
  !fixed.includes(path) && CHANGEABLE.some((start) => path.startsWith(start));

/** Paths that differ but cannot change in a running system. */
export const obstacles = (from: Scenario, to: Scenario): readonly string[] => {
  const fixed = [...FIXED, ...fixedIn(to)];
  return diff(from, to)
    .map(({ path }) => path)
    .filter((path) => (path === 'neighbours' ? !canNeighboursChange(from, to) : !isChangeable(path, fixed)));
};

/** Whether the pool shrinks. */
export const isPoolSmaller = (from: Scenario, to: Scenario): boolean => poolSize(to) < poolSize(from);

/**
 * A course through several scenarios; if a running system cannot change to the next, that one runs alone from
 * the start.
 */
export function courseThrough(legs: readonly Leg[], last: Scenario): Course {
  const [first = last, ...others] = [...legs.map(({ scenario }) => scenario), last];
  let before = first;
  let course: Course = { scenario: first };
  others.forEach((scenario, index) => {
    const change = { atNs: legs[index]?.untilNs ?? 0, scenario };
    course =
      obstacles(before, scenario).length > 0
        ? { scenario }
        : { ...course, changes: [...(course.changes ?? []), change] };
    before = scenario;
  });
  return course;
}

/** The course with each scenario mapped. */
export const mapCourse = ({ scenario, changes }: Course, to: (scenario: Scenario) => Scenario): Course => ({
  scenario: to(scenario),
  ...(changes && { changes: changes.map((change) => ({ ...change, scenario: to(change.scenario) })) }),
});

const NS_PER_MS = 1e6;

/**
 * The scenario with a measured window that starts at an instant, or later if configured so; its end is
 * unchanged.
 */
export function measuredFrom(scenario: Scenario, fromNs: number): Scenario {
  const { warmupMs = 0, measuredMs = 0 } = scenario.run ?? {};
  const from = Math.max(warmupMs, fromNs / NS_PER_MS);
  return { ...scenario, run: { ...scenario.run, warmupMs: from, measuredMs: warmupMs + measuredMs - from } };
}

/** Latest start of a measured window, ns: the maximum warm-up. */
const LATEST_NS = 600_000 * NS_PER_MS;

/** A course that measures only an interval; undefined if it is empty or too late. */
export function measuredWithin(course: Course, fromNs: number, toNs: number): Course | undefined {
  const { warmupMs = 0, measuredMs = 0 } = course.scenario.run ?? {};
  const endNs = Math.min(toNs, (warmupMs + measuredMs) * NS_PER_MS);
  if (!(endNs > fromNs) || fromNs > LATEST_NS) return undefined;
  const run = { warmupMs: fromNs / NS_PER_MS, measuredMs: (endNs - fromNs) / NS_PER_MS };
  // A change after the end never happens.
  return mapCourse(course, (scenario) => ({ ...scenario, run }));
}

/** A course that is measured from an instant on. */
export const courseMeasuredFrom = (course: Course, fromNs: number): Course =>
  mapCourse(course, (scenario) => measuredFrom(scenario, fromNs));
