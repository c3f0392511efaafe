/**
 * Validates edits; the engine decides. A refused edit is set aside with its reason. The other edits take
 * effect, and the last valid scenario stays.
 */

import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import type { Role } from '../run/engines.ts';
import { normalize } from '../run/normalize.ts';
import type { SideState } from './experiment-state.ts';

export type ValidatedEdits = Pick<SideState, 'scenario' | 'drafts' | 'problems'>;

/** Applies `drafts` and then `newest` to a canonical scenario, without those that the engine refuses. */
export async function validateEdits(
  scenario: Scenario,
  drafts: Edits,
  newest: Edits,
  role?: Role,
): Promise<ValidatedEdits> {
  let rest: Edits = { ...withoutReplaced(drafts, newest), ...newest };
  const refused: Record<string, Json> = {};
  const problems: Problem[] = [];
  for (;;) {
    // A scenario without edits is valid already.
    const answer =
      Object.keys(rest).length > 0
        ? await normalize(applyEdits(scenario, rest), role)
        : { scenario, issues: [] };
    if (answer.scenario) return { scenario: answer.scenario, drafts: refused, problems };
    const blamed = toBlame(answer.issues, rest, newest);
    problems.push(...answer.issues);
    if (blamed.length === 0) return { scenario, drafts: { ...refused, ...rest }, problems };
    for (const path of blamed) refused[path] = rest[path] ?? null;
    rest = Object.fromEntries(Object.entries(rest).filter(([path]) => !blamed.includes(path)));
  }
}

/** Another variant discards drafts of the old one; an edit of a part discards the draft of the whole. */
function withoutReplaced(drafts: Edits, newest: Edits): Edits {
  const paths = Object.keys(newest);
  const chosen = paths.filter((path) => path.endsWith('.kind')).map((path) => path.slice(0, -'kind'.length));
  return Object.fromEntries(
    Object.entries(drafts).filter(
      ([path]) =>
        !chosen.some((prefix) => path.startsWith(prefix)) &&
        !paths.some((part) => part.startsWith(`${path}.`)),
    ),
  );
}

/** The edits at fault; for a combination, the newest of its edits. */
function toBlame(issues: readonly Problem[], edits: Edits, newest: Edits): string[] {
  const paths = Object.keys(edits);
  const named = paths.filter((path) => issues.some((issue) => isSamePlace(issue.path, path)));
  if (named.length > 0) return named;
  const latest = paths.filter((path) => path in newest);
  return latest.length > 0 ? latest : paths;
}

/** Whether two paths are equal, or one contains the other. */
export const isSamePlace = (left: string, right: string): boolean =>
  left === right || left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
