/**
 * Presets as the page loads them: the two of the first picture come with it, the others together with the first that is chosen.
 */
import type { Json } from './patch.ts';
import pool from './presets/jedis-pool-8.json';
import shared from './presets/lettuce-shared.json';

const first: Readonly<Record<string, Json>> = { 'jedis-pool-8': pool, 'lettuce-shared': shared };

/** The partial scenario of a preset; undefined when there is none of this name. Fails when the library cannot be loaded. */
export const loadPreset = async (id: string): Promise<Json | undefined> =>
  first[id] ?? (await import('./library.ts')).presetById(id)?.scenario;
