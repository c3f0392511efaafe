/** Values of a setting, typed or chosen in the palette. */

import { type ExperimentState, experiment } from '../../lab/settings/experiment-state.ts';
import { changeKnob } from '../../lab/settings/knob.ts';
import { type Amount, inField } from '../../model/scenario/amount.ts';
import { choiceEdits } from '../../model/scenario/choice-edits.ts';
import { type Field, fieldAt } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** The sides with the setting, and its field; fields of different variants may share a path. */
export const sidesWith = (path: string, sides: readonly SideName[]) =>
  sides.flatMap((side) => {
    const field = fieldAt(experiment.getState()[side]?.scenario, path);
    return field ? [{ side, field }] : [];
  });

/**
 * The default sides of a value: both visible ones; B alone where it is a branch of A, which keeps its future.
 */
export const sidesMeant = ({ branchNs }: ExperimentState, shown: readonly SideName[]): readonly SideName[] =>
  branchNs !== undefined && shown.includes('b') ? ['b'] : shown;

/** The typed value in the field's unit; undefined where it is invalid. */
export function typedValue(field: Field, amount: Amount | undefined): number | undefined {
  if (!amount || (field.kind !== 'number' && field.kind !== 'integer')) return undefined;
  const value = inField(amount, field);
  return value !== undefined && (field.kind === 'number' || Number.isInteger(value)) ? value : undefined;
}

export const isInRange = ({ min, max }: Field, value: number): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);

/** Sets the value; returns whether the engine accepts it on every side. */
export async function setKnob(path: string, sides: readonly SideName[], value: Json): Promise<boolean> {
  const names = sidesWith(path, sides).map(({ side }) => side);
  await changeKnob(names, (state) => {
    const field = fieldAt(state.scenario, path);
    return field?.kind === 'choice' && typeof value === 'string'
      ? choiceEdits(field, state.scenario, value)
      : { [path]: value };
  });
  return sides.every((side) => !(path in (experiment.getState()[side]?.drafts ?? {})));
}
