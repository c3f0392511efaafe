/** The default values of an experiment's parameter. */
import type { Field } from '../scenario/fields.ts';
import { axisField, valuesOf } from './axis.ts';
import type { Axis, AxisValue } from './definition.ts';

/** One parameter under its names in different systems. */
export const CONNECTIONS = ['client.connections.maxTotal', 'client.connections.count'] as const;

const NOT_KNOBS = /^(version|seed|run\.|costs\.overrides)/;

/** Whether an experiment can vary the field. */
export const canVary = ({ path, kind }: Field): boolean => kind !== 'string' && !NOT_KNOBS.test(path);

/** Steps from the present value to an end: an odd number of points with the present one in the middle. */
const STEPS = 4;
/** Ratio of the ends to the present value. */
const REACH = 16;

/**
 * All choices of a field; or a typical range; or, for a known present value, a logarithmic range of a factor
 * of 16 around it, within the allowed limits.
 */
export function firstAxis(paths: readonly string[], present?: unknown): Axis {
  const field = axisField({ paths });
  if (field?.kind === 'choice') return { paths, values: field.choices };
  if (field?.kind === 'boolean') return { paths, values: [false, true] };
  if (field && typeof present === 'number' && present > 0)
    return { paths, values: valuesAround(field, present) };
  const from = Math.max(field?.min ?? 0, 1);
  const to = Math.min(field?.max ?? 1000, field?.scale === 'log' ? 1000 : 100);
  return { paths, from, to, points: 8, scale: field?.scale === 'log' ? 'log' : 'linear' };
}

/**
 * The axis after a change of parameter: it keeps its values if the new field allows them and has the same
 * unit. Otherwise it gets those of {@link firstAxis}.
 */
export function axisOfKnob(paths: readonly string[], before: Axis | undefined): Axis {
  const first = firstAxis(paths);
  const [next, previous] = [axisField({ ...first, paths }), before && axisField(before)];
  if (!before || !next || !previous || next.unit !== previous.unit) return first;
  return valuesOf(before).every((value) => canTake(next, value)) ? { ...before, paths } : first;
}

function canTake({ kind, min = -Infinity, max = Infinity, choices }: Field, value: AxisValue): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'choice') return typeof value === 'string' && choices.includes(value);
  return (
    typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (kind !== 'integer' || Number.isInteger(value))
  );
}

function valuesAround({ kind, min = 0, max = Infinity }: Field, present: number): AxisValue[] {
  const factor = REACH ** (1 / STEPS);
  const values = Array.from({ length: 2 * STEPS + 1 }, (_, step) => {
    const value = Math.min(max, Math.max(min, present * factor ** (step - STEPS)));
    return kind === 'integer' ? Math.round(value) : Number(value.toPrecision(6));
  });
  return [...new Set(values)];
}

/** Equivalent names of a parameter: the connection count is one parameter for all kinds. */
export const namesOf = (path: string): readonly string[] =>
  CONNECTIONS.some((name) => name === path) ? CONNECTIONS : [path];
