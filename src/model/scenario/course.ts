/**
 * What is run: a system, which from an instant on may be another one, and from a later one on yet another. What has begun by
 * then goes on as it was going to; only what a running system can change may differ (`wasm/src/sim/change.rs`).
 */
import type { Scenario } from './generated/scenario.ts';
import { diff } from './patch.ts';
import { poolSize } from './pool-size.ts';

/** A change of a system that runs. */
export interface Change {
  /** Model time, ns. */
  readonly atNs: number;
  /** The complete scenario from then on. */
  readonly scenario: Scenario;
}

export interface Course {
  /** The system at the beginning. */
  readonly scenario: Scenario;
  /** What becomes of it, in the order of time. */
  readonly changes?: readonly Change[];
}

/** What a run is until it becomes something else. */
export interface Leg {
  readonly scenario: Scenario;
  /** Model time, ns. */
  readonly untilNs: number;
}

/** What can be changed in a system that runs: paths, or the beginnings of several. */
const CHANGEABLE = [
  'network.rttUs',
  'network.requestJitterUs',
  'network.replyJitterUs',
  'network.mbitPerSec',
  'workload.arrivals.thinkUs',
  'workload.arrivals.ratePerSec',
  'workload.command.',
  'workload.second.',
  'workload.third.',
  'costs.overrides.',
  // What commons-pool2 has setters for. What a connection goes through when it is made was decided with its factory.
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
/** The server's timer has these from its start. */
const FIXED = [
  'costs.overrides.cronNs',
  'costs.overrides.clientCronNs',
  'workload.second.blockMs',
  'workload.third.blockMs',
];

/** Paths in which two systems differ although a running system cannot change there. */
export const obstacles = (from: Scenario, to: Scenario): readonly string[] =>
  diff(from, to)
    .map(({ path }) => path)
    .filter((path) => FIXED.includes(path) || !CHANGEABLE.some((start) => path.startsWith(start)))
    // In a cluster connections have their numbers by node.
    .concat((to.server?.nodes ?? 1) > 1 && poolSize(from) !== poolSize(to) ? [POOL_SIZE] : []);

/** Whether a pool may have fewer connections than before. */
export const isPoolSmaller = (from: Scenario, to: Scenario): boolean => poolSize(to) < poolSize(from);

/** A run through several systems; where a running one cannot become the next, that runs by itself from the start. */
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

/** The same course with another scenario in place of each. */
export const mapped = ({ scenario, changes }: Course, to: (scenario: Scenario) => Scenario): Course => ({
  scenario: to(scenario),
  ...(changes && { changes: changes.map((change) => ({ ...change, scenario: to(change.scenario) })) }),
});

const NS_PER_MS = 1e6;

/** The same with a measured window that begins at an instant, unless that of the scenario begins later; its end stays. */
export function measuredFrom(scenario: Scenario, fromNs: number): Scenario {
  const { warmupMs = 0, measuredMs = 0 } = scenario.run ?? {};
  const from = Math.max(warmupMs, fromNs / NS_PER_MS);
  return { ...scenario, run: { ...scenario.run, warmupMs: from, measuredMs: warmupMs + measuredMs - from } };
}

/** The latest beginning of a measured window, ns: the longest warm-up that a scenario may have. */
const LATEST_NS = 600_000 * NS_PER_MS;

/** A course with nothing measured but a part of it; undefined where it has none of it, or too late for a measured window. */
export function measuredWithin(course: Course, fromNs: number, toNs: number): Course | undefined {
  const { warmupMs = 0, measuredMs = 0 } = course.scenario.run ?? {};
  const endNs = Math.min(toNs, (warmupMs + measuredMs) * NS_PER_MS);
  if (!(endNs > fromNs) || fromNs > LATEST_NS) return undefined;
  const run = { warmupMs: fromNs / NS_PER_MS, measuredMs: (endNs - fromNs) / NS_PER_MS };
  // A change that comes after the end never comes.
  return mapped(course, (scenario) => ({ ...scenario, run }));
}

/** A course that is measured from an instant on. */
export const countedFrom = (course: Course, fromNs: number): Course =>
  mapped(course, (scenario) => measuredFrom(scenario, fromNs));
