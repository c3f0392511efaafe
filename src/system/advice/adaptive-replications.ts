/**
 * Runs until a goal is decided: a configuration that misses or meets it by far needs one run, and one whose runs are equal
 * for every seed needs two. Only those near the limit get all replications.
 */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { PairedRuns } from '../../model/sweep/paired-runs.ts';
import { type Goal, type GoalMetric, meets } from './goal.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** Factor from a limit at which one run is enough. Percentiles vary more between seeds than means do. */
const CLEAR: Readonly<Record<GoalMetric, number>> = {
  p50: 1.5,
  p90: 2,
  p99: 2,
  p999: 3,
  mean: 1.5,
  throughput: 1.2,
  failures: 3,
};

/** Whether several runs gave the same values: nothing in the system is random. */
export const isExact = ({ metrics }: Outcome): boolean =>
  Object.values(metrics).every(({ half, count, isAtLeast }) => count > 1 && (half === 0 || isAtLeast));

/** Whether more replications would not change the verdict. */
function isDecided(outcome: Outcome, { conditions }: Goal): boolean {
  if (isExact(outcome)) return true;
  if (conditions.length === 0) return false;
  return conditions.every((condition) => {
    const { metric, value } = condition;
    const estimate = outcome.metrics[metric];
    if (!estimate) return true;
    const { mean, half, isAtLeast } = estimate;
    // A lower bound above the limit misses it for certain.
    if (isAtLeast && !meets(condition, mean)) return true;
    if (mean > value * CLEAR[metric] || mean < value / CLEAR[metric]) return true;
    return half !== undefined && Math.abs(mean - value) > half;
  });
}

export interface DecideInput {
  readonly goal: Goal;
  readonly runs: PairedRuns;
  /** Most replications of each configuration. */
  readonly seeds: number;
  readonly onRun: () => void;
}

/** Runs each of the systems until its verdict is known. */
export async function runUntilDecided(
  systems: readonly Scenario[],
  { goal, runs, seeds, onRun }: DecideInput,
): Promise<void> {
  let open = systems;
  for (let count = 1; count <= seeds && open.length > 0; count++) {
    await runs.run(open, count, onRun);
    open = open.filter((scenario) => {
      const outcome = outcomeOf(runs, goal, scenario, {});
      return outcome && !isDecided(outcome, goal);
    });
  }
}
