/**
 * Named starting points, one file each in `presets/`, and the pairs in which the Lab offers them. A preset is a partial
 * scenario; what it leaves out has the engine's defaults. Titles and descriptions are in the catalogues, under its id. A file
 * is loaded when its preset is chosen; the two of the first picture come with the page. (`library.ts` has all at once.)
 */
import pairData from './pairs.json';
import type { Json } from './patch.ts';

/** Two presets that are worth seeing side by side. */
export interface Pair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
}

const first = import.meta.glob<Json>(['./presets/jedis-pool-8.json', './presets/lettuce-shared.json'], {
  eager: true,
  import: 'default',
});
const others = import.meta.glob<Json>(
  ['./presets/*.json', '!./presets/jedis-pool-8.json', '!./presets/lettuce-shared.json'],
  { import: 'default' },
);

const pathOf = (id: string): string => `./presets/${id}.json`;

/** Names of all presets, as they appear in links and on the command line; in their order: a pool of 8 before one of 50. */
export const presetIds: readonly string[] = [...Object.keys(first), ...Object.keys(others)]
  .map((path) => path.slice('./presets/'.length, -'.json'.length))
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** The partial scenario of a preset; undefined when there is none of this name. Fails when its file cannot be loaded. */
export const loadPreset = async (id: string): Promise<Json | undefined> =>
  first[pathOf(id)] ?? (await others[pathOf(id)]?.());

/** All pairs, in the order in which they are offered; the first is what the Lab opens with. */
export const pairs: readonly Pair[] = pairData;
