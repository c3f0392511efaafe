/** A complete run in a worker, in slices, so that it can be stopped and does not block. */
import type { Change } from '../../model/scenario/course.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { engine, type Role } from './engines.ts';

/** Wall time of one slice, ms: the longest delay of a stop. */
const SLICE_MS = 40;

/** The canonical scenario of a partial one. Rejects when the engine refuses it. */
export async function completed(role: Role, partial: Json): Promise<Scenario> {
  const { scenario, issues } = await engine(role).normalize(JSON.stringify(partial));
  if (!scenario) throw new Error(issues.map(({ code, path }) => `${code} ${path}`).join(', '));
  return scenario;
}

/**
 * The summary of the complete run; undefined when cancelled.
 * @param changes mid-run changes of the system
 */
export async function wholeRun(
  role: Role,
  scenario: Scenario,
  isWanted: () => boolean,
  changes?: readonly Change[],
): Promise<Summary | undefined> {
  await engine(role).open(scenario, false, changes);
  while (isWanted()) {
    const { done, summary } = await engine(role).finish(SLICE_MS);
    if (done && summary) return summary;
  }
  return undefined;
}
