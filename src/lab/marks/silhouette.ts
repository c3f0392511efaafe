/** A run at a glance, from its summary: how much is answered when, and how long the queue is. */
import type { Summary } from '../../model/scenario/generated/summary.ts';

const NS_PER_US = 1000;

/** What happens in equal intervals of a whole run. */
export interface Silhouette {
  readonly intervalNs: number;
  /** Answers in each. */
  readonly answers: readonly number[];
  /** The longest queue in each. */
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

/** The largest value of several runs, which are drawn to one scale; 1 where nothing happens. */
export const mostOf = (levels: readonly (readonly number[])[]): number =>
  Math.max(...levels.map((level) => level.reduce((most, value) => Math.max(most, value), 0)), 0) || 1;

/**
 * Levels as a path of steps from the left edge on: one unit wide for the whole run, and one high for `most`, upwards or (−1)
 * downwards from 0. Beyond the last interval nothing is drawn.
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
