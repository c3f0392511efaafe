/**
 * Named starting points, one file each in `presets/`, and the pairs in which the Lab offers them. A preset is a partial
 * scenario; what it leaves out has the engine's defaults. Titles and descriptions are in the catalogues, under its id. The
 * two of the first picture come with the page, the others are loaded together (`library.ts`) with the first that is chosen.
 */
import pairData from './pairs.json';
import type { Json } from './patch.ts';
import pool from './presets/jedis-pool-8.json';
import shared from './presets/lettuce-shared.json';

/** Two presets that are worth seeing side by side. */
export interface Pair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
}

/** All pairs, in the order in which they are offered; the first is what the Lab opens with. */
export const pairs: readonly Pair[] = pairData;

/** Presets that are in no pair. */
const SINGLE = ['rtt-wall-250ms', 'textbook-closed-network'];

/** Names of all presets, as they appear in links and on the command line; in their order: a pool of 8 before one of 50. */
export const presetIds: readonly string[] = [
  ...new Set([...SINGLE, ...pairs.flatMap(({ a, b }) => [a, b])]),
].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

const first: Readonly<Record<string, Json>> = { 'jedis-pool-8': pool, 'lettuce-shared': shared };

/** The partial scenario of a preset; undefined when there is none of this name. Fails when the library cannot be loaded. */
export const loadPreset = async (id: string): Promise<Json | undefined> =>
  first[id] ?? (await import('./library.ts')).presetById(id)?.scenario;
