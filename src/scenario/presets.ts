/**
 * Named starting points, one file each in `presets/`, and the pairs in which the Lab offers them. A preset is a partial
 * scenario; what it leaves out has the engine's defaults. Titles and descriptions are in the catalogues, under its id.
 */
import pairData from './pairs.json';
import type { Json } from './patch.ts';

export interface Preset {
  /** Name of its file: `jedis-pool-8`. Appears in links and on the command line. */
  readonly id: string;
  /** Partial scenario. */
  readonly scenario: Json;
}

/** Two presets that are worth seeing side by side. */
export interface Pair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
}

const files = import.meta.glob<Json>('./presets/*.json', { eager: true, import: 'default' });

/** All presets, in the order of their ids: a pool of 8 before one of 50. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([path, scenario]) => ({ id: path.slice('./presets/'.length, -'.json'.length), scenario }))
  .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));

export const presetIds: readonly string[] = presets.map(({ id }) => id);

export const presetById = (id: string): Preset | undefined => presets.find((preset) => preset.id === id);

/** All pairs, in the order in which they are offered; the first is what the Lab opens with. */
export const pairs: readonly Pair[] = pairData;
