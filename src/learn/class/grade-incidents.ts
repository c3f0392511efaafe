/** Grades the hidden faults of a class on the teacher's machine: each diagnosis from the runs of its own variant. */
import { closeEngine, engine } from '../../lab/run/engines.ts';
import type { Diagnosis, Grade } from '../incidents/grade.ts';
import type { Incident } from '../incidents/incident.ts';
import { bestVariant, type IncidentProgress } from '../incidents/incident-progress.ts';
import { INCIDENTS } from '../incidents/incidents.ts';
import { gradedOutcome, type IncidentOutcome, undiagnosed } from '../incidents/outcome.ts';
import { regraded } from '../incidents/regrade.ts';
import type { IncidentOutcomes } from './class-table.ts';
import type { Results } from './results-file.ts';

/** Grades by variant and diagnosis: results are graded anew whenever a file is added. */
const graded = new Map<string, Grade>();

async function gradeOf(
  incident: Incident,
  seed: number,
  { cause, evidence, remedy }: Diagnosis,
  isWanted: () => boolean,
): Promise<Grade | undefined> {
  const key = JSON.stringify([incident.id, seed, cause, evidence, Object.entries(remedy).sort()]);
  const known = graded.get(key);
  if (known) return known;
  const grade = await regraded(engine('incident'), incident, seed, { cause, evidence, remedy }, isWanted);
  if (grade) graded.set(key, grade);
  return grade;
}

async function outcomeOf(
  incident: Incident,
  { seed, progress }: { readonly seed: number; readonly progress: IncidentProgress },
  isWanted: () => boolean,
): Promise<IncidentOutcome | undefined> {
  const { best } = progress;
  if (!best) return undiagnosed(seed, progress);
  const grade = await gradeOf(incident, seed, best, isWanted);
  return grade && gradedOutcome(incident, seed, progress, best, grade);
}

/**
 * The outcomes of each student's incidents, by the signature of the results.
 * @param isWanted asked between runs
 * @param onProgress called after each incident of a student
 * @returns undefined when it is no longer wanted
 */
export async function gradeIncidents(
  all: readonly Results[],
  isWanted: () => boolean,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<ReadonlyMap<string, IncidentOutcomes> | undefined> {
  const due = INCIDENTS.flatMap((incident) =>
    all.flatMap(({ incidents, signature }) => {
      const variant = bestVariant(incidents, incident.id);
      return variant ? [{ incident, variant, signature }] : [];
    }),
  );
  const outcomes = new Map<string, IncidentOutcomes>();
  try {
    for (const [index, { incident, variant, signature }] of due.entries()) {
      onProgress(index, due.length);
      const outcome = await outcomeOf(incident, variant, isWanted);
      if (!outcome) return undefined;
      outcomes.set(signature, { ...outcomes.get(signature), [incident.id]: outcome });
    }
    return isWanted() ? outcomes : undefined;
  } finally {
    if (due.length > 0) closeEngine('incident');
  }
}
