/** Adds and changes the fixed conditions of an experiment: settings that all its systems have. */
import { choiceEdits } from '../model/scenario/choice-edits.ts';
import type { Field } from '../model/scenario/fields.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { listPath } from '../model/scenario/list-fields.ts';
import { type Edits, getAt, type Json } from '../model/scenario/patch.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { editsAlong, enablingEdits } from '../model/sweep/gaps.ts';
import { withoutOverride } from '../model/sweep/overrides.ts';
import { plannedPoints } from './sweep.ts';
import { changeSweep } from './sweep-definition.ts';
import { sweeps } from './sweep-state.ts';

/** The first point of an experiment that the engine accepts. */
async function firstScenario(sweep: Sweep): Promise<Scenario | undefined> {
  const points = await plannedPoints(sweep);
  return points.find(({ scenario }) => scenario)?.scenario;
}

/** A choice with the fields that it requires. */
function choiceOf(field: Field, scenario: Scenario, value: string): Edits {
  const edits = choiceEdits(field, scenario, value);
  return { ...edits, ...editsAlong(field.path, value) };
}

/**
 * Adds a condition with the value that the first system has. If that lacks the setting, it gets it.
 */
export async function addCondition(field: Field): Promise<void> {
  const { definition } = sweeps.getState();
  if (!definition) return;
  const scenario = await firstScenario(definition);
  const value = getAt(scenario, field.path) as Json | undefined;
  // A setting in a list needs its entry, which an experiment does not add.
  const enabling = listPath(field.path) ? {} : enablingEdits(field);
  const edits =
    value !== undefined
      ? { [field.path]: value }
      : { ...enabling, [field.path]: enabling[field.path] ?? field.default ?? field.min ?? 1 };
  changeSweep({ set: { ...definition.set, ...edits } });
}

/** The conditions with another value of one; a choice brings the fields that it requires. */
export async function changedCondition(set: Edits, field: Field, value: Json): Promise<Edits> {
  const { definition } = sweeps.getState();
  if (field.kind !== 'choice' || typeof value !== 'string' || !definition)
    return { ...set, [field.path]: value };
  const rest = withoutOverride(set, field.path);
  const scenario = await firstScenario({ ...definition, set: rest });
  return { ...rest, ...(scenario ? choiceOf(field, scenario, value) : { [field.path]: value }) };
}
