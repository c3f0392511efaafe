/** Values of an axis, and the edits for each value. */
import { type Field, fields } from '../scenario/fields.ts';
import { anyField, anyFieldAt } from '../scenario/list-fields.ts';
import type { Edits, Json } from '../scenario/patch.ts';
import type { Axis, AxisValue } from './definition.ts';

/** Any field of the axis: enough for its name, unit and kind. */
export const axisField = ({ paths }: Pick<Axis, 'paths'>): Field | undefined =>
  fields.find((field) => paths.includes(field.path)) ?? anyField(paths[0] ?? '');

/** All values of an axis in order. */
export function valuesOf(axis: Axis): readonly AxisValue[] {
  if ('values' in axis) return axis.values;
  const { from, to, points, scale } = axis;
  const isWhole = axisField(axis)?.kind === 'integer';
  const at = (share: number) => (scale === 'log' ? from * (to / from) ** share : from + (to - from) * share);
  const values = Array.from({ length: points }, (_, index) => {
    const value = index === 0 ? from : index === points - 1 ? to : at(index / (points - 1));
    // Six digits: the displayed value is the simulated one.
    return isWhole ? Math.round(value) : Number(value.toPrecision(6));
  });
  return [...new Set(values)];
}

/** Whether the values are numbers, for a continuous axis. */
export const isNumeric = (values: readonly AxisValue[]): values is readonly number[] =>
  values.every((value) => typeof value === 'number');

/** Whether a value is at the end of its axis while the field allows values beyond. */
export function canGoBeyond(axis: Axis, value: AxisValue | undefined): boolean {
  const values = valuesOf(axis);
  const { min = -Infinity, max = Infinity } = axisField(axis) ?? {};
  if (typeof value !== 'number' || !isNumeric(values)) return false;
  return (value > min && value === Math.min(...values)) || (value < max && value === Math.max(...values));
}

/** Whether an axis should be logarithmic: as declared, or because its values grow geometrically. */
export function isLogarithmic(axis: Axis): boolean {
  if (!('values' in axis)) return axis.scale === 'log';
  const values = valuesOf(axis);
  if (!isNumeric(values) || values.length < 3 || Math.min(...values) <= 0) return false;
  return Math.max(...values) / Math.min(...values) >= 20;
}

/** The edits of a value in a system; none if the system lacks the field. */
export const editsAt = ({ paths }: Axis, value: AxisValue, scenario: Json): Edits =>
  Object.fromEntries(paths.filter((path) => anyFieldAt(scenario, path)).map((path) => [path, value]));
