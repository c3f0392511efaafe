/**
 * The best place of a curve with its uncertainty. Other places may be as good: those whose paired difference from the best
 * (same seeds) could be 0 within its 95 % interval. Each comparison has its own interval; nothing is adjusted for their number.
 */
import { pairedDifference } from './statistics.ts';

/** A place of the curve: its replications in the order of their seeds. */
export type Replications = readonly (number | undefined)[];

export interface Optimum {
  /** Number of the best place. */
  readonly best: number;
  /** First and last place around it that may be as good. */
  readonly from: number;
  readonly to: number;
}

/** The best place of several along an axis; undefined when fewer than two have values. */
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
    // A single replication says nothing about chance: only the best itself is known.
    return difference.half !== undefined && sign * difference.mean <= difference.half;
  };
  let [from, to] = [best, best];
  while (from > 0 && isAsGood(from - 1)) from--;
  while (to < places.length - 1 && isAsGood(to + 1)) to++;
  return { best, from, to };
}
