/** Grades a diagnosis again from its own runs: neither the points nor the remedy's effect of a file are believed. */
import { exhibitsOf } from './exhibits/exhibits.ts';
import { factsOf } from './facts.ts';
import { type Diagnosis, type Grade, gradeOf } from './grade.ts';
import type { Changes, Incident } from './incident.ts';
import { judgedOutcome } from './measures.ts';
import { type Recording, recordOf } from './run.ts';
import { variantOf } from './variant.ts';

/** The changes that an incident offers. */
function offered({ knobs }: Incident, remedy: Changes): Changes {
  const known = knobs.flatMap(({ id, options }) => {
    const option = options.find((each) => each.id === remedy[id]);
    return option ? [[id, option.id]] : [];
  });
  return Object.fromEntries(known);
}

/**
 * The grade of a diagnosis of a variant; undefined once it is no longer wanted.
 * @param engine not shared with another run meanwhile
 */
export async function regraded(
  engine: Recording,
  incident: Incident,
  seed: number,
  diagnosis: Diagnosis,
  isWanted: () => boolean = () => true,
): Promise<Grade | undefined> {
  const variant = variantOf(incident, seed);
  const remedy = offered(incident, diagnosis.remedy);
  const found = await recordOf(engine, variant, {}, isWanted);
  if (!found) return undefined;
  const facts = factsOf(exhibitsOf(variant, found));
  const isChanged = Object.keys(remedy).length > 0;
  const after = isChanged ? await recordOf(engine, variant, remedy, isWanted) : found;
  return after && gradeOf(incident, facts, { ...diagnosis, remedy }, judgedOutcome(after, variant.goal));
}
