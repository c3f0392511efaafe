/**
 * Named starting points, one file each in `presets/`, and the pairs in which the Lab offers them. A preset is a partial
 * scenario; what it leaves out has the engine's defaults. Titles and descriptions are in the catalogues, under its id.
 * Scenarios are in `library.ts`.
 */
import pairData from './pairs.json';

/** Two presets that are worth seeing side by side. */
export interface Pair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
}

/** All pairs, in the order in which they are offered; the first is what the Lab opens with. */
export const pairs: readonly Pair[] = pairData;

/** Presets that are in no pair. */
export const SINGLE = ['rtt-loopback', 'rtt-zone', 'rtt-wall-250ms', 'textbook-closed-network'];

/** Names of all presets, as they appear in links and on the command line; in their order: a pool of 8 before one of 50. */
export const presetIds: readonly string[] = [
  ...new Set([...SINGLE, ...pairs.flatMap(({ a, b }) => [a, b])]),
].sort(new Intl.Collator('en', { numeric: true }).compare);
