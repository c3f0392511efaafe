/** The preview of a run from its summary: completions and the longest queue over time. */
import type { Summary } from '../../model/scenario/generated/summary.ts';

const NS_PER_US = 1000;

/** Counts in equal intervals of a whole run. */
export interface Silhouette {
  readonly intervalNs: number;
  /** Completions per interval. */
  readonly answers: readonly number[];
  /** The longest queue per interval. */
  readonly queue: readonly number[];
}

export const silhouetteOf = ({
  series,
  longestQueue,
}: Pick<Summary, 'series' | 'longestQueue'>): Silhouette => ({
  intervalNs: series.intervalUs * NS_PER_US,
  answers: series.completions,
  queue: longestQueue,
});

/** The largest value of several runs, for one scale; 1 if all are zero. */
export const mostOf = (levels: readonly (readonly number[])[]): number =>
  Math.max(...levels.map((level) => level.reduce((most, value) => Math.max(most, value), 0)), 0) || 1;

/**
 * Levels as a stepped path, one unit wide for the whole run and one high for `most`; (−1) draws downwards
 * from 0. Nothing is drawn after the last interval.
 */
export function steps(
  levels: readonly number[],
  {
    intervalNs,
    endNs,
    most,
    direction,
  }: { intervalNs: number; endNs: number; most: number; direction: 1 | -1 },
): string {
  const at = (value: number) => Number(value.toFixed(4));
  const line = levels.map((level, i) => {
    const x = Math.min(1, ((i + 1) * intervalNs) / endNs);
    return `V${at((-direction * level) / most)}H${at(x)}`;
  });
  return `M0 0${line.join('')}V0`;
}
