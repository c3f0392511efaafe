/** The source of the numbers on the page of evidence. */

import type { Provenance } from '../../charts/export.ts';
import recorded from '../answers/generated/engine.json';

/** Every run of a claim has seed 1; the table names its scenarios, which open in the Lab. */
export const evidenceProvenance = async (title: string, caption: string): Promise<Provenance> => ({
  title,
  caption,
  engineVersion: recorded.version,
  link: location.href,
  sides: [],
});
