/**
 * The best position of a curve with its uncertainty. Other positions may be equally good: their paired
 * difference from the best (same seeds) includes 0 in its 95 % interval. Intervals are not adjusted for
 * multiple comparisons.
 */
import { pairedDifference } from './statistics.ts';

/** Replications at a position, by seed. */
export type Replications = readonly (number | undefined)[];

export interface Optimum {
  /** Index of the best position. */
  readonly best: number;
  /** First and last adjacent position that may be equally good. */
  readonly from: number;
  readonly to: number;
}

/** The best position on an axis; undefined with fewer than two values. */
export function optimumOf(places: readonly Replications[], better: 'more' | 'less'): Optimum | undefined {
  const means = places.map((values) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
  const sign = better === 'more' ? 1 : -1;
  let best = -1;
  for (const [index, value] of means.entries())
    if (value !== undefined && (best < 0 || sign * value > sign * (means[best] ?? 0))) best = index;
  if (best < 0 || means.filter((value) => value !== undefined).length < 2) return undefined;
  const isAsGood = (index: number): boolean => {
    const difference = pairedDifference(places[index] ?? [], places[best] ?? []);
    if (!difference) return false;
    // A single replication has no interval: only the best itself is known.
    return difference.half !== undefined && sign * difference.mean <= difference.half;
  };
  let [from, to] = [best, best];
  while (from > 0 && isAsGood(from - 1)) from--;
  while (to < places.length - 1 && isAsGood(to + 1)) to++;
  return { best, from, to };
}
