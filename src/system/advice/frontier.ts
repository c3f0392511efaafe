/** The frontier: configurations that no other one beats in the goal's metric, in connections and in cores at once. */
import type { Goal } from './goal.ts';
import { type Outcome, objectiveOf, scoreOf } from './outcome.ts';

/** Difference below which two values are the same: the resolution of percentiles. */
const SAME = 0.01;

/** What is plotted against connections and cores: an objective that is one of these would be its own axis. */
export function frontierMetric(goal: Goal): 'throughput' | 'p99' | 'mean' {
  const objective = objectiveOf({ ...goal, objective: undefined });
  return objective === 'throughput' || objective === 'mean' ? objective : 'p99';
}

const isBetter = (a: number, b: number): boolean => a < b - SAME * Math.abs(b);
const isAsGood = (a: number, b: number): boolean => a <= b + SAME * Math.abs(b);

/** By connections, fewest first. */
export function frontierOf(outcomes: readonly Outcome[], goal: Goal): Outcome[] {
  const metric = frontierMetric(goal);
  const costs = (outcome: Outcome) => [scoreOf(outcome, metric), outcome.connections, outcome.cores];
  const beats = (a: Outcome, b: Outcome): boolean => {
    const [left, right] = [costs(a), costs(b)];
    return (
      left.every((value, index) => isAsGood(value, right[index] ?? 0)) &&
      left.some((value, index) => isBetter(value, right[index] ?? 0))
    );
  };
  // The percentiles of a starving system leave out those who starve: they would beat honest ones.
  const honest = outcomes.filter(({ isStarving }) => !isStarving);
  return honest
    .filter((outcome) => !honest.some((other) => other !== outcome && beats(other, outcome)))
    .sort((a, b) => a.connections - b.connections || a.cores - b.cores);
}
