/** Reads the permitted changes: `client.connections.maxTotal=1..200`, `client.connections.testOnBorrow=true,false`. */
import { fieldNamed } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';

/** A setting that may change, with its bounds or its values. */
export type Knob =
  | { readonly path: string; readonly min: number; readonly max: number; readonly isWhole: boolean }
  | { readonly path: string; readonly values: readonly Json[] };

/** Ratio of the bounds from which values are spaced by factors. */
const WIDE = 10;

const readValue = (text: string): Json => {
  const value = text.trim();
  if (value === 'true' || value === 'false') return value === 'true';
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
};

/** Why a text is no knob: the whole text, or a path that no field has. */
export interface UnreadKnob {
  readonly part: string;
  readonly path?: string;
}

/** Reads a knob; the path must be one of the scenario's fields. */
export function readKnob(text: string): Knob | UnreadKnob {
  const [path = '', range, ...more] = text.split('=').map((part) => part.trim());
  if (range === undefined || range === '' || more.length > 0) return { part: text };
  const field = fieldNamed(path);
  if (!field) return { part: text, path };
  const [from, to, ...rest] = range.split('..');
  if (to === undefined) return { path, values: range.split(',').map(readValue) };
  const [min, max] = [Number(from), Number(to)];
  if (rest.length > 0 || !(min <= max) || from === '' || to === '') return { part: text };
  return { path, min, max, isWhole: field.kind === 'integer' };
}

/** Values between the bounds, both included, spaced evenly or by factors. */
export function valuesOfKnob(knob: Knob, points: number): Json[] {
  if ('values' in knob) return [...knob.values];
  const { min, max } = knob;
  const isByFactors = min > 0 && max / min >= WIDE;
  const at = (share: number) => (isByFactors ? min * (max / min) ** share : min + (max - min) * share);
  const values = Array.from({ length: points }, (_, index) =>
    rounded(knob, at(index / Math.max(1, points - 1))),
  );
  return [...new Set(values)];
}

/** A value that the field can have, within the bounds. */
function rounded({ isWhole, min, max }: Exclude<Knob, { values: readonly Json[] }>, value: number): number {
  const near = isWhole ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(max, Math.max(min, near));
}

/** The values a third and two thirds of the way between two, in the spacing of the knob; fewer if there are none. */
export function thirds(knob: Knob, from: Json, to: Json): number[] {
  if ('values' in knob || typeof from !== 'number' || typeof to !== 'number') return [];
  const at = (share: number) =>
    Math.min(from, to) > 0 ? from * (to / from) ** share : from + (to - from) * share;
  const values = [rounded(knob, at(1 / 3)), rounded(knob, at(2 / 3))];
  return [...new Set(values)].filter((value) => value !== from && value !== to);
}
