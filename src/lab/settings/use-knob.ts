/** The state of a setting on one side. */

import { type Field, fieldAt } from '../../model/scenario/fields.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { useStore } from '../../ui/use-store.ts';
import { experiment, type SideState } from './experiment-state.ts';

export interface KnobValue {
  readonly side: SideName;
  readonly field: Field;
  /** As simulated; undefined for a cost that comes from the profile. */
  readonly value: Json | undefined;
  /** The input, if it was refused. */
  readonly draft: Json | undefined;
  readonly problem: Problem | undefined;
  /** The preset's value, if it differs from the current one. */
  readonly presetValue: Json | undefined;
}

/** The first of the paths that exists on this side; undefined when none does. */
export function knobValue(
  name: SideName,
  side: SideState | undefined,
  paths: readonly string[],
): KnobValue | undefined {
  if (!side) return undefined;
  // A refused choice keeps its field on screen, but not those of the refused variant.
  for (const path of paths) {
    const field = fieldAt(side.scenario, path);
    if (!field) continue;
    const value = getAt(side.scenario, path) as Json | undefined;
    const base = getAt(side.base, path) as Json | undefined;
    const isChanged = base !== undefined && base !== value && fieldAt(side.base, path) !== undefined;
    return {
      side: name,
      field,
      value,
      draft: side.drafts[path],
      problem: path in side.drafts ? problemOf(side, path) : undefined,
      presetValue: isChanged ? base : undefined,
    };
  }
  return undefined;
}

/** The problem of a draft: its own, or that of a combination, which names no draft. */
function problemOf({ drafts, problems }: SideState, path: string): Problem | undefined {
  const isUnnamed = (problem: Problem) => !Object.keys(drafts).some((draft) => isAbout(problem, draft));
  return problems.find((problem) => isAbout(problem, path)) ?? problems.find(isUnnamed);
}

/** Whether a problem is that of a field, or of its union. */
const isAbout = (problem: Problem, path: string): boolean =>
  problem.path === path || path.startsWith(`${problem.path}.`) || problem.path.startsWith(`${path}.`);

export const useSide = (name: SideName): SideState | undefined =>
  useStore(experiment, (state) => state[name]);
