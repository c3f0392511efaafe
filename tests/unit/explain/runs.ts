/** Short runs of real presets for what is said about them. */

import { applyEdits } from '../../../src/model/scenario/apply-edits.ts';
import type { Scenario } from '../../../src/model/scenario/generated/scenario.ts';
import { presetById } from '../../../src/model/scenario/library.ts';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { complete, loadEngine } from '../../engine/runs.ts';

export { summaryOf } from '../../engine/summaries.ts';

const engine = await loadEngine();
const SHORT: Edits = { 'run.warmupMs': 20, 'run.measuredMs': 100 };
/** Of systems that answer a few requests a second. */
const SLOW: Edits = { 'run.warmupMs': 1000, 'run.measuredMs': 20_000 };
/** Of systems whose load is another at first. */
const LATE: Edits = { 'run.warmupMs': 600, 'run.measuredMs': 100 };

/** Of systems that complete nothing for a while, and of those beside them. */
const BLOCKED: Edits = { 'run.warmupMs': 1600, 'run.measuredMs': 100 };

const LENGTHS: readonly (readonly [string, Edits])[] = [
  ['s2-mget', SLOW],
  ['load-', LATE],
  ['virtual-pool', BLOCKED],
];

const lengthOf = (preset: string): Edits =>
  LENGTHS.find(([prefix]) => preset.startsWith(prefix))?.[1] ?? SHORT;

/** A preset with changes, complete. */
export const scenarioOf = (preset: string, edits: Edits = {}): Scenario =>
  complete(
    engine,
    applyEdits(presetById(preset)?.scenario ?? {}, {
      ...lengthOf(preset),
      ...edits,
    }) as object,
  );

/** What the engine says to a scenario with changes; undefined where it refuses them. */
export const changed = (scenario: Scenario, edits: Edits): Scenario | undefined =>
  engine.normalize(JSON.stringify(applyEdits(scenario, edits))).scenario ?? undefined;
