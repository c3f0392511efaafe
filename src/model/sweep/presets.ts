/**
 * Preset experiments, one file each in `presets/`, from questions of articles and forum threads. Titles are
 * in the catalogues.
 */
import type { Json } from '../scenario/patch.ts';

const files = import.meta.glob<Json>('./presets/*.json', { eager: true, import: 'default' });

const ORDER = [
  'poolAtLoad',
  'modeConnections',
  'modeConnectionsLinux',
  'tenModes',
  'tenModesLinux',
  'batchKinds',
  'batchKindsGet',
  'rttThreads',
  'threadsConnections',
  'testOnBorrow',
  'ioThreads',
  'clusterMget',
  'lossConnections',
  'hysteresis',
] as const;

export type SweepPresetId = (typeof ORDER)[number];

export interface SweepPreset {
  readonly id: SweepPresetId;
  /** A definition without its question. */
  readonly definition: Json;
}

export const sweepPresets: readonly SweepPreset[] = ORDER.map((id) => ({
  id,
  definition: files[`./presets/${id}.json`] ?? {},
}));
