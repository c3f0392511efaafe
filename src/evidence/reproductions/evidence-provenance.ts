/** Where the numbers of the page of evidence come from. */

import type { Provenance } from '../../charts/export.ts';
import recorded from '../answers/generated/engine.json';

/** Every run of a claim has seed 1; its scenarios are named in the table and can be opened in the Lab. */
export const evidenceProvenance = async (title: string, caption: string): Promise<Provenance> => ({
  title,
  caption,
  engineVersion: recorded.version,
  link: location.href,
  sides: [],
});
