/**
 * What tells two systems apart in a figure of which one run has no interval: a percentile, a share of core time. Both are run
 * with the same seeds, and the differences seed by seed are independent of each other.
 */
import { NEEDED } from '../explain/cautions.ts';
import {
  effectOf,
  type Figure,
  fewestAnswers,
  hasBounds,
  isWithoutChance,
  type Replications,
} from './effects.ts';

export interface SeededChange {
  /** Means over the seeds that both have. */
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined with a single seed, or where the sample does not support the figure or gives only bounds. */
  readonly half: number | undefined;
  /** Whether every seed gave the same two runs: nothing in them is random, and the difference has no interval. */
  readonly isExact: boolean;
  /** Pairs of runs. */
  readonly seeds: number;
  /** The fewest answers of a run, and how many its figure needs. */
  readonly answers: number;
  readonly needed: number;
  /** Whether a mean includes lower bounds, and is one. */
  readonly isFromAtLeast: boolean;
  readonly isToAtLeast: boolean;
}

/** Undefined before both have run with the same seed. */
export function seededChange(
  before: Replications,
  after: Replications,
  figure: Figure,
): SeededChange | undefined {
  const effect = effectOf(before, after, figure);
  if (!effect) return undefined;
  const { from, to, half, count } = effect;
  const answers = fewestAnswers([before, after]) ?? 0;
  const needed = figure === 'p99' ? NEEDED.p99 : 0;
  const [isFromAtLeast, isToAtLeast] = [before, after].map(
    (runs) => figure === 'p99' && hasBounds([runs]),
  ) as [boolean, boolean];
  return {
    isFromAtLeast,
    isToAtLeast,
    from,
    to,
    half: answers < needed || isFromAtLeast || isToAtLeast ? undefined : half,
    isExact: isWithoutChance([before, after]),
    seeds: count,
    answers,
    needed,
  };
}
