/**
 * Compares two systems in a metric without a single-run interval, such as a percentile or a share of core
 * time. Both run with the same seeds; the differences per seed are independent.
 */
import { NEEDED } from '../explain/cautions.ts';
import {
  effectOf,
  type Figure,
  hasBounds,
  isWithoutChance,
  minCompletions,
  type Replications,
} from './effects.ts';

export interface SeededChange {
  /** Means over common seeds. */
  readonly from: number;
  readonly to: number;
  /**
   * Half-width of the 95 % interval of the difference; undefined with a single seed, too small samples, or
   * only bounds.
   */
  readonly half: number | undefined;
  /**
   * Whether every seed gave the same result: the runs are deterministic, and the difference has no interval.
   */
  readonly isExact: boolean;
  /** Number of pairs. */
  readonly seeds: number;
  /** Minimum completions of a run, and the number that the metric needs. */
  readonly answers: number;
  readonly needed: number;
  /** Whether a mean includes lower bounds, and so is one. */
  readonly isFromAtLeast: boolean;
  readonly isToAtLeast: boolean;
}

/** Undefined before both have run with a common seed. */
export function seededChange(
  before: Replications,
  after: Replications,
  figure: Figure,
): SeededChange | undefined {
  const effect = effectOf(before, after, figure);
  if (!effect) return undefined;
  const { from, to, half, count } = effect;
  const answers = minCompletions([before, after]) ?? 0;
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
