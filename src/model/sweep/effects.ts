/**
 * What a change of a system does to a figure: from runs of both with the same seeds, pair by pair. Replication k of every
 * system has the seed of the run on screen + k, so that both share their luck and the differences scatter less than the runs.
 */
import { boundOf, type Values } from './metrics.ts';
import { pairedDifference } from './statistics.ts';

/** The figures by which changes are judged, and where they stand among those of a run. */
const METRICS = {
  throughput: 'throughput.perSec',
  response: 'little.meanResponseUs',
  p99: 'responseTime.p99Us',
} as const;
/** Those, and what else tells two systems apart. */
const FIGURES = { ...METRICS, kernel: 'hosts.client.kernel' } as const;

/** Throughput, 1/s; mean response time, those that still wait included (Little's law), µs; its 99th percentile, µs. */
export type Quantity = keyof typeof METRICS;
/** And the share of the client's core time in system calls, 0 … 1. */
export type Figure = keyof typeof FIGURES;
/** How far a figure may be from what was counted, as a share of it: percentiles come from 64 buckets an octave, from their middles. */
const ROUNDING: Readonly<Partial<Record<Figure, number>>> = { p99: 1 / 128 };
export const QUANTITIES = Object.keys(METRICS) as readonly Quantity[];

/** What is kept of a run: its figures, absent where nothing was answered. */
export interface Figures extends Readonly<Partial<Record<Figure, number>>> {
  /** Answered requests, on which a percentile rests. */
  readonly answers: number;
  /** Whether p99 is only a lower bound. */
  readonly isAtLeast?: boolean;
}

/** Replications by their number; those that have not been run are undefined. */
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
 * The half-width of an interval with what rounding can do to the figures in it.
 * @param size of all figures that were added or subtracted, together
 */
export const withRounding = (half: number | undefined, quantity: Figure, size: number): number | undefined =>
  half === undefined ? undefined : half + (ROUNDING[quantity] ?? 0) * size;

/** Means of a figure before and after a change. */
export interface Effect {
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined with a single pair. */
  readonly half: number | undefined;
  /** Pairs of runs. */
  readonly count: number;
}

export const valuesIn = (runs: Replications, quantity: Figure): (number | undefined)[] =>
  runs.map((run) => run?.[quantity]);

/** What a change does to a figure, over the replications that both have; undefined without any. */
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
 * Whether nothing in some systems is random: each was run with several seeds, and all of them gave the same figures. Their
 * differences are exact then; such runs are one run, from which no interval can be told.
 */
export const isWithoutChance = (systems: readonly Replications[]): boolean =>
  systems.every((runs) => {
    const made = runs.flatMap((run) => (run ? [JSON.stringify(run)] : []));
    return made.length > 1 && new Set(made).size === 1;
  });

/** How many times better a figure has become: more throughput, less time. */
export const gainOf = ({ from, to }: Effect, quantity: Quantity): number => {
  const [more, less] = quantity === 'throughput' ? [to, from] : [from, to];
  return more / Math.max(less, Number.MIN_VALUE);
};

/** Whether the p99 of any run is only a lower bound. */
export const hasBounds = (systems: readonly Replications[]): boolean =>
  systems.some((runs) => runs.some((run) => run?.isAtLeast));

/** The fewest answers that a run has, of those that have been made; undefined before any. */
export const fewestAnswers = (systems: readonly Replications[]): number | undefined => {
  const answers = systems.flatMap((runs) => runs.flatMap((run) => run?.answers ?? []));
  return answers.length > 0 ? Math.min(...answers) : undefined;
};
