/** What the page of the model says of the engine and of what it is calibrated from: read from what the tests hold to the engine. */

import { fieldNamed } from '../../model/scenario/fields.ts';
import recorded from '../answers/generated/engine.json';
import { storedFits } from '../fit/stored.ts';

/** The engine that counted what is shown, and the format of scenarios that it reads. */
export const versions = {
  engine: recorded.version,
  format: String(fieldNamed('version')?.default ?? ''),
} as const;

const profiles = fieldNamed('costs.profile')?.choices ?? [];

/** Every fit that is kept, in the order of the profiles. */
export const fits = storedFits.toSorted(
  (one, other) => profiles.indexOf(one.profile) - profiles.indexOf(other.profile),
);
