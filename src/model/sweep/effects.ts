/**
 * The effect of a change on a metric, from paired runs with common random numbers. Replication k of every
 * system has the displayed run's seed + k, which reduces the variance.
 */
import { boundOf, type Values } from './metrics.ts';
import { pairedDifference } from './statistics.ts';

/** Metrics that judge changes, and their names in a run's values. */
const METRICS = {
  throughput: 'throughput.perSec',
  response: 'little.meanResponseUs',
  p99: 'responseTime.p99Us',
} as const;
/** These, and another that distinguishes systems. */
const FIGURES = { ...METRICS, kernel: 'hosts.client.kernel' } as const;

/**
 * Throughput, 1/s; mean response time including waiting requests (Little's law), µs; its 99th percentile, µs.
 */
export type Quantity = keyof typeof METRICS;
/** Also the kernel share of the client's core time, 0 … 1. */
export type Figure = keyof typeof FIGURES;
/** Relative rounding error of a metric: percentiles are middles of 64 buckets per octave. */
const ROUNDING: Readonly<Partial<Record<Figure, number>>> = { p99: 1 / 128 };
export const QUANTITIES = Object.keys(METRICS) as readonly Quantity[];

/** Stored metrics of a run; absent without completions. */
export interface Figures extends Readonly<Partial<Record<Figure, number>>> {
  /** Completed requests, the sample size of percentiles. */
  readonly answers: number;
  /** Whether p99 is only a lower bound. */
  readonly isAtLeast?: boolean;
}

/** Replications by number; undefined if not run. */
export type Replications = readonly (Figures | undefined)[];

export const figuresOf = (values: Values): Figures => ({
  ...Object.fromEntries(
    Object.entries(FIGURES).flatMap(([figure, metric]) => {
      const value = values[metric];
      return value === undefined ? [] : [[figure, value]];
    }),
  ),
  answers: values['responseTime.count'] ?? 0,
  ...(values[boundOf(METRICS.p99)] && { isAtLeast: true }),
});

/**
 * The half-width of an interval, widened by the rounding of its values.
 * @param size sum of all added or subtracted values
 */
export const withRounding = (half: number | undefined, quantity: Figure, size: number): number | undefined =>
  half === undefined ? undefined : half + (ROUNDING[quantity] ?? 0) * size;

/** Means of a metric before and after a change. */
export interface Effect {
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined for a single pair. */
  readonly half: number | undefined;
  /** Number of pairs. */
  readonly count: number;
}

export const valuesIn = (runs: Replications, quantity: Figure): (number | undefined)[] =>
  runs.map((run) => run?.[quantity]);

/** The effect of a change on a metric, over common replications; undefined without any. */
export function effectOf(before: Replications, after: Replications, quantity: Figure): Effect | undefined {
  const [befores, afters] = [valuesIn(before, quantity), valuesIn(after, quantity)];
  const difference = pairedDifference(befores, afters);
  if (!difference) return undefined;
  const { mean, half, count } = difference;
  const paired = befores.flatMap((value, k) =>
    value === undefined || afters[k] === undefined ? [] : [value],
  );
  const from = paired.reduce((sum, value) => sum + value, 0) / paired.length;
  const to = from + mean;
  return { from, to, half: withRounding(half, quantity, from + to), count };
}

/**
 * Whether the systems are deterministic: several seeds, identical metrics. Their differences are then exact,
 * without an interval.
 */
export const isWithoutChance = (systems: readonly Replications[]): boolean =>
  systems.every((runs) => {
    const results = runs.flatMap((run) => (run ? [JSON.stringify(run)] : []));
    return results.length > 1 && new Set(results).size === 1;
  });

/** Improvement factor: more throughput, less time. */
export const gainOf = ({ from, to }: Effect, quantity: Quantity): number => {
  const [more, less] = quantity === 'throughput' ? [to, from] : [from, to];
  return more / Math.max(less, Number.MIN_VALUE);
};

/** How far the runs determine an effect on p99, where some have only lower bounds. */
export type Certainty =
  | 'exact'
  /** The time before is a lower bound, so the gain is at least this large. */
  | 'atLeast'
  /** The time after is a lower bound: unknown. */
  | 'unknown';

export const certaintyOf = (before: Replications, after: Replications, quantity: Quantity): Certainty => {
  if (quantity !== 'p99') return 'exact';
  if (hasBounds([after])) return 'unknown';
  return hasBounds([before]) ? 'atLeast' : 'exact';
};

/** Whether the p99 of any run is only a lower bound. */
export const hasBounds = (systems: readonly Replications[]): boolean =>
  systems.some((runs) => runs.some((run) => run?.isAtLeast));

/** The minimum number of completions of a run; undefined before the first. */
export const minCompletions = (systems: readonly Replications[]): number | undefined => {
  const answers = systems.flatMap((runs) => runs.flatMap((run) => run?.answers ?? []));
  return answers.length > 0 ? Math.min(...answers) : undefined;
};
