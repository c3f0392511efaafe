/** From an axis to its values and to the changes that a value makes. */
import { type Field, fieldAt, fields } from '../scenario/fields.ts';
import type { Edits, Json } from '../scenario/patch.ts';
import type { Axis, AxisValue } from './definition.ts';

/** Any field of the axis: enough for its name, unit and kind. */
export const axisField = ({ paths }: Pick<Axis, 'paths'>): Field | undefined =>
  fields.find((field) => paths.includes(field.path));

/** Every value of an axis, in its order. */
export function valuesOf(axis: Axis): readonly AxisValue[] {
  if ('values' in axis) return axis.values;
  const { from, to, points, scale } = axis;
  const isWhole = axisField(axis)?.kind === 'integer';
  const at = (share: number) => (scale === 'log' ? from * (to / from) ** share : from + (to - from) * share);
  const values = Array.from({ length: points }, (_, index) => {
    const value = index === 0 ? from : index === points - 1 ? to : at(index / (points - 1));
    // Six digits: what a person reads is what is simulated.
    return isWhole ? Math.round(value) : Number(value.toPrecision(6));
  });
  return [...new Set(values)];
}

/** Whether the values are numbers, so that they have places on a continuous axis. */
export const isNumeric = (values: readonly AxisValue[]): values is readonly number[] =>
  values.every((value) => typeof value === 'number');

/** Whether a value is the smallest or the largest of an axis while its knob has others beyond it, which have not been tried. */
export function canGoBeyond(axis: Axis, value: AxisValue | undefined): boolean {
  const values = valuesOf(axis);
  const { min = -Infinity, max = Infinity } = axisField(axis) ?? {};
  if (typeof value !== 'number' || !isNumeric(values)) return false;
  return (value > min && value === Math.min(...values)) || (value < max && value === Math.max(...values));
}

/** Whether an axis is best drawn logarithmically: as it says, or because its values grow by more than they are apart. */
export function isLogarithmic(axis: Axis): boolean {
  if (!('values' in axis)) return axis.scale === 'log';
  const values = valuesOf(axis);
  if (!isNumeric(values) || values.length < 3 || Math.min(...values) <= 0) return false;
  return Math.max(...values) / Math.min(...values) >= 20;
}

/** The changes that a value makes of a system; none when the system has no such knob. */
export const editsAt = ({ paths }: Axis, value: AxisValue, scenario: Json): Edits =>
  Object.fromEntries(paths.filter((path) => fieldAt(scenario, path)).map((path) => [path, value]));
