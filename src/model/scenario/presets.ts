/**
 * Presets, one file each in `presets/`, and the pairs that the Lab offers. A preset is a partial scenario;
 * absent fields have the engine's defaults. Titles and descriptions are in the catalogues, by id. Scenarios
 * are in `library.ts`.
 */
import pairData from './pairs.json';

/** Two presets worth comparing. */
export interface Pair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
}

/** All pairs in display order; the first is the Lab's default. */
export const pairs: readonly Pair[] = pairData;

/** Presets without a pair. */
export const SINGLE = [
  'rtt-loopback',
  'rtt-zone',
  'rtt-wall-250ms',
  's2-mget-own-pool-150',
  'textbook-closed-network',
  'pool-grows-slowly',
];

/**
 * Ids of all presets, as in links and on the command line, in natural order: a pool of 8 before one of 50.
 */
export const presetIds: readonly string[] = [
  ...new Set([...SINGLE, ...pairs.flatMap(({ a, b }) => [a, b])]),
].sort(new Intl.Collator('en', { numeric: true }).compare);
