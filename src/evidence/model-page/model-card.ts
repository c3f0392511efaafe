/** Facts of the model page about the engine and its calibration, which tests compare with the engine. */

import { fieldNamed } from '../../model/scenario/fields.ts';
import recorded from '../answers/generated/engine.json';
import { storedFits } from '../fit/stored.ts';

/** Version of the engine, and of its scenario format. */
export const versions = {
  engine: recorded.version,
  format: String(fieldNamed('version')?.default ?? ''),
} as const;

const profiles = fieldNamed('costs.profile')?.choices ?? [];

/** Every stored fit, in the order of the profiles. */
export const fits = storedFits.toSorted(
  (left, right) => profiles.indexOf(left.profile) - profiles.indexOf(right.profile),
);
