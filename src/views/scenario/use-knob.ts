/** What a knob shows of one side. */
import { useStore } from 'zustand';
import { meanOf } from '../../scenario/dist.ts';
import { type Field, fieldAt, fields } from '../../scenario/fields.ts';
import type { Dist } from '../../scenario/generated/scenario.ts';
import { applyEdits, getAt, type Json } from '../../scenario/patch.ts';
import type { Problem, SideName } from '../../scenario/problem.ts';
import { experiment, type SideState } from '../../stores/experiment.ts';

export interface KnobValue {
  readonly side: SideName;
  readonly field: Field;
  /** As simulated; undefined for a cost that comes from the profile. */
  readonly value: Json | undefined;
  /** As given, when that was refused. */
  readonly draft: Json | undefined;
  readonly problem: Problem | undefined;
  /** The preset's value, when the present one is another. */
  readonly presetValue: Json | undefined;
}

/** The first of the paths that exists on this side; undefined when none does. */
export function knobValue(
  name: SideName,
  side: SideState | undefined,
  paths: readonly string[],
): KnobValue | undefined {
  if (!side) return undefined;
  // A refused choice keeps its own field on screen, but not those of the variant it would have led to.
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

/** Why a draft is refused: what is said of it, or what it makes impossible together with others, which no draft is named for. */
function problemOf({ drafts, problems }: SideState, path: string): Problem | undefined {
  const isUnnamed = (problem: Problem) => !Object.keys(drafts).some((draft) => isAbout(problem, draft));
  return problems.find((problem) => isAbout(problem, path)) ?? problems.find(isUnnamed);
}

/** Whether a problem is that of a field, or of the union it belongs to. */
const isAbout = (problem: Problem, path: string): boolean =>
  problem.path === path || path.startsWith(`${problem.path}.`) || problem.path.startsWith(`${path}.`);

export const useSide = (name: SideName): SideState | undefined =>
  useStore(experiment, (state) => state[name]);

/** Edits that give a field one of its choices; the kind of a variant brings what the variant cannot do without. */
export const choiceEdits = (field: Field, side: SideState, choice: string): Record<string, Json> =>
  field.path.endsWith('.kind') ? variantEdits(field, side, choice, fields) : { [field.path]: choice };

/** Edits that choose another variant, with values for what it cannot do without. */
export function variantEdits(
  field: Field,
  side: SideState,
  variant: string,
  all: readonly Field[],
): Record<string, Json> {
  const prefix = field.path.slice(0, -'kind'.length);
  const chosen = applyEdits(side.scenario, { [field.path]: variant });
  const edits: Record<string, Json> = { [field.path]: variant };
  const mean = meanOf(getAt(side.scenario, prefix.slice(0, -1)) as Dist | undefined) || 0;
  for (const inner of all) {
    const isDirect = inner.path.startsWith(prefix) && !inner.path.slice(prefix.length).includes('.');
    const exists = inner.when.every(({ path, is }) => getAt(chosen, path) === is);
    if (!isDirect || inner === field || !exists || inner.default !== undefined) continue;
    edits[inner.path] = firstValue(inner, mean);
  }
  return edits;
}

function firstValue(field: Field, mean: number): number {
  if (field.path.endsWith('.min')) return 0;
  if (field.path.endsWith('.max')) return 2 * mean;
  if (field.path.endsWith('.mean') || field.path.endsWith('.value')) return mean;
  // Two stages, or twice the variability of an exponential: visibly something else.
  return Math.max(2, field.min ?? 0);
}
