/** Metrics of one configuration, from its replications. */
import { HIDDEN_BEYOND } from '../../model/explain/starvation.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Values } from '../../model/sweep/metrics.ts';
import type { PairedRuns } from '../../model/sweep/paired-runs.ts';
import { type Estimate, estimateOf } from '../../model/sweep/statistics.ts';
import {
  type Goal,
  type GoalMetric,
  goalValue,
  isLowerBound,
  meets,
  type Objective,
  unitOfGoal,
} from './goal.ts';

/** Connections that a client process may open, over all nodes. */
function connectionsOf({ client: { connections }, server, workload }: Scenario): number {
  switch (connections.kind) {
    case 'pooled':
      return connections.maxTotal * server.nodes;
    case 'shared':
      return connections.count * server.nodes;
    case 'perRequest':
      return workload.arrivals.callers;
  }
}

/** Busy cores of the client and of the server together, in one run. */
function coresOf({ client, server }: Scenario, values: Values): number {
  const busy = (host: string) =>
    ['user', 'kernel', 'switch'].reduce((sum, state) => sum + (values[`hosts.${host}.${state}`] ?? 0), 0);
  const serverCores = server.host.kind === 'own' ? server.host.cores : 0;
  return busy('client') * client.cores + busy('server') * serverCores;
}

export interface Outcome {
  /** Changes of the unchanged configuration. */
  readonly edits: Edits;
  readonly scenario: Scenario;
  /** The mean of each metric, with its 95 % interval over the seeds; absent without completions. */
  readonly metrics: Readonly<Partial<Record<GoalMetric, Estimate>>>;
  readonly connections: number;
  /** Busy cores, client and server. */
  readonly cores: number;
  /** Whether every condition is met by the mean, and no caller starves. */
  readonly isMet: boolean;
  /** Whether some callers wait far longer than the goal allows, without ever being in a percentile of the others. */
  readonly isStarving: boolean;
  /** Whether the whole interval meets every condition; false without an interval. */
  readonly isSure: boolean;
}

/** Metrics that every outcome has, besides those of its conditions. */
const ALWAYS: readonly GoalMetric[] = ['p99', 'mean', 'throughput', 'failures'];

/** The outcome of a configuration; undefined before it has run, or if it cannot be simulated. */
export function outcomeOf(
  runs: PairedRuns,
  goal: Goal,
  scenario: Scenario,
  edits: Edits,
): Outcome | undefined {
  const values = runs.valuesOf(scenario).filter((run) => run !== undefined);
  if (values.length === 0) return undefined;
  const metrics: Partial<Record<GoalMetric, Estimate>> = {};
  for (const metric of new Set([...ALWAYS, ...goal.conditions.map((condition) => condition.metric)])) {
    const known = values.map((run) => goalValue(run, metric)).filter((value) => value !== undefined);
    const estimate = estimateOf(known);
    if (!estimate) continue;
    metrics[metric] = values.some((run) => isLowerBound(run, metric))
      ? { ...estimate, half: undefined, isAtLeast: true }
      : estimate;
  }
  const judged = goal.conditions.map((condition) => {
    const estimate = metrics[condition.metric];
    if (!estimate) return { isMet: false, isSure: false };
    const { mean, half, isAtLeast } = estimate;
    // A lower bound of a time can show that a condition is broken, not that it is met.
    const isMet = meets(condition, mean) && !(isAtLeast && condition.relation === '<');
    const worst = mean + (condition.relation === '<' ? 1 : -1) * (half ?? Number.POSITIVE_INFINITY);
    return { isMet, isSure: isMet && meets(condition, worst) };
  });
  const limits = goal.conditions.filter(({ metric }) => unitOfGoal(metric) === 'us');
  // In every run: by chance, one request may be late at the end.
  const oldestUs = Math.min(...values.map((run) => run['requests.oldestInProgressUs'] ?? 0));
  const isStarving = limits.some(({ value }) => oldestUs > HIDDEN_BEYOND * value);
  return {
    ...{ edits, scenario, metrics, isStarving },
    connections: connectionsOf(scenario),
    cores: values.reduce((sum, run) => sum + coresOf(scenario, run), 0) / values.length,
    isMet: judged.every((each) => each.isMet) && !isStarving,
    isSure: judged.every((each) => each.isSure) && !isStarving,
  };
}

/** The verdict on an outcome, for its text. */
export const verdictOf = ({ isMet, isSure, isStarving }: Outcome) =>
  ({ isMet: isMet ? 'yes' : isStarving ? 'starving' : 'no', isSure: isSure ? 'yes' : 'no' }) as const;

/** What is compared among outcomes: smaller is better. */
export function scoreOf({ metrics, connections, cores }: Outcome, objective: Objective): number {
  switch (objective) {
    case 'connections':
      return connections;
    case 'cpu':
      return cores;
    case 'throughput':
      return -(metrics.throughput?.mean ?? 0);
    case 'p99':
    case 'mean':
      return metrics[objective]?.mean ?? Number.POSITIVE_INFINITY;
  }
}

/** The miss of a condition without a value: more than any real one. */
const NO_VALUE = 10;

/** How far an outcome misses the conditions: the sum of the logarithms of the missing factors; 0 if it meets all. */
export const missOf = ({ metrics }: Outcome, { conditions }: Goal): number =>
  conditions.reduce((sum, condition) => {
    const mean = metrics[condition.metric]?.mean;
    if (mean === undefined) return sum + NO_VALUE;
    if (meets(condition, mean)) return sum;
    return sum + Math.abs(Math.log(Math.max(mean, 1e-9) / Math.max(condition.value, 1e-9)));
  }, 0);

/** The objective of a goal: what it names, else what its first condition asks. */
export function objectiveOf({ objective, conditions: [first] }: Goal): Objective {
  if (objective) return objective;
  if (first?.metric === 'throughput') return 'throughput';
  return first?.metric === 'mean' || first?.metric === 'p50' ? 'mean' : 'p99';
}
