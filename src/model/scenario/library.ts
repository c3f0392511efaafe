/** All presets with their scenarios. */
import type { Json } from './patch.ts';

export interface Preset {
  /** File name: `jedis-pool-8`. Appears in links and on the command line. */
  readonly id: string;
  /** Partial scenario. */
  readonly scenario: Json;
}

const files = import.meta.glob<Json>('./presets/*.json', { eager: true, import: 'default' });

const byName = new Intl.Collator('en', { numeric: true });

/** All presets by id, in natural order: a pool of 8 before one of 50. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([path, scenario]) => ({ id: path.slice('./presets/'.length, -'.json'.length), scenario }))
  .sort((a, b) => byName.compare(a.id, b.id));

export const presetById = (id: string): Preset | undefined => presets.find((preset) => preset.id === id);
