/**
 * Costs removed one after another, cumulatively. The steps lead from the present run to the run without them
 * and sum to the difference. Single effects need not sum to it.
 */
import { effectOf, type Quantity, type Replications, valuesIn, withRounding } from './effects.ts';
import { type Estimate, estimateOf } from './statistics.ts';

/** A change, and its runs. */
export interface Changed<Id> {
  readonly id: Id;
  readonly runs: Replications;
}

/** One change on top of those before it. */
export interface Step<Id> {
  readonly id: Id;
  /** Means before and after it. */
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined with a single replication. */
  readonly half: number | undefined;
}

export interface Waterfall<Id> {
  readonly start: number;
  readonly steps: readonly Step<Id>[];
  readonly end: number;
  /** Sum of the single effects; the joint effect; the interaction (joint minus sum). */
  readonly alone: Estimate;
  readonly joint: Estimate;
  readonly interaction: Estimate;
  /** Number of replications behind every value. */
  readonly count: number;
}

/**
 * The order of the steps: by single effect on the mean response time, largest first. It is the same for every
 * metric.
 */
export const stepOrder = <Id>(base: Replications, changes: readonly Changed<Id>[]): Id[] =>
  changes
    .map(({ id, runs }) => {
      const effect = effectOf(base, runs, 'response');
      return { id, difference: effect ? effect.to - effect.from : 0 };
    })
    .sort((a, b) => a.difference - b.difference)
    .map(({ id }) => id);

/**
 * The steps for one metric, from replications that all systems have: other means would break the chain of
 * steps. Undefined without any.
 * @param singles the same changes, each alone
 */
export function waterfallOf<Id>(
  base: Replications,
  steps: readonly Changed<Id>[],
  singles: readonly Changed<Id>[],
  quantity: Quantity,
): Waterfall<Id> | undefined {
  const singleRuns = steps.map(({ id }) => singles.find((single) => single.id === id)?.runs ?? []);
  const [start, ...levels] = shared([base, ...steps.map(({ runs }) => runs), ...singleRuns], quantity);
  const after = levels.slice(0, steps.length);
  const single = levels.slice(steps.length);
  if (!start || start.length === 0 || steps.length === 0) return undefined;
  const means = [start, ...after].map(meanOf);
  const estimate = (values: readonly number[], size: number): Estimate => {
    const { mean, half, count } = estimateOf(values) ?? { mean: 0, half: undefined, count: 0 };
    return { mean, half: withRounding(half, quantity, size), count };
  };
  const [first = 0, end = 0] = [means[0], means.at(-1)];
  const size = { joint: first + end, alone: sumOf(single.map(meanOf)) + first * single.length };
  const last = after.at(-1) ?? start;
  const sums = start.map((before, k) => sumOf(single.map((values) => (values[k] ?? 0) - before)));
  const joints = start.map((before, k) => (last[k] ?? 0) - before);
  return {
    start: first,
    steps: steps.map(({ id }, index) => {
      const before = index === 0 ? start : (after[index - 1] ?? start);
      const differences = (after[index] ?? start).map((value, k) => value - (before[k] ?? 0));
      const [from = 0, to = 0] = means.slice(index);
      return { id, from, to, half: estimate(differences, from + to).half };
    }),
    end,
    alone: estimate(sums, size.alone),
    joint: estimate(joints, size.joint),
    interaction: estimate(
      joints.map((joint, k) => joint - (sums[k] ?? 0)),
      size.alone + size.joint,
    ),
    count: start.length,
  };
}

/** The values of each system in common replications. */
function shared(systems: readonly Replications[], quantity: Quantity): number[][] {
  const values = systems.map((runs) => valuesIn(runs, quantity));
  const common = (values[0] ?? []).map((_, k) => values.every((of) => of[k] !== undefined));
  return values.map((of) => of.filter((value, k): value is number => value !== undefined && !!common[k]));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;
