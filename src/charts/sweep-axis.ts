/** The horizontal axis of a sweep: the tested values, spaced by value or evenly. */

import { scaleLinear } from 'd3-scale';
import { type Box, textWidth } from './chart.ts';
import type { Tick } from './marks/axes.ts';

export type AxisCell = number | string | boolean;

export interface SweepAxis {
  readonly title: string;
  readonly values: readonly AxisCell[];
  /** `even`: values without meaningful distances. */
  readonly spacing: 'linear' | 'log' | 'even';
  readonly label: (value: AxisCell) => string;
}

/** Position of each value, px. */
export function placesOn({ values, spacing }: SweepAxis, from: number, to: number): number[] {
  const at = values.map((value, index) =>
    spacing === 'even' || typeof value !== 'number' ? index : spacing === 'log' ? Math.log(value) : value,
  );
  const [min, max] = [Math.min(...at), Math.max(...at)];
  if (min === max) return at.map(() => (from + to) / 2);
  const scale = scaleLinear([min, max], [from, to]);
  return at.map(scale);
}

/**
 * Fractional index of a value among the tested values: 1.5 is halfway between the second and the third, in
 * the axis' spacing. Undefined outside, and between values without distances.
 */
export function placeOf({ values, spacing }: SweepAxis, value: AxisCell): number | undefined {
  const exact = values.indexOf(value);
  if (exact >= 0) return exact;
  if (spacing === 'even' || typeof value !== 'number') return undefined;
  const at = (cell: AxisCell | undefined) => (spacing === 'log' ? Math.log(Number(cell)) : Number(cell));
  for (let place = 0; place + 1 < values.length; place++) {
    const share = (at(value) - at(values[place])) / (at(values[place + 1]) - at(values[place]));
    if (share > 0 && share < 1) return place + share;
  }
  return undefined;
}

/** Interpolates between two indices. */
export function between(values: readonly (number | undefined)[], place: number): number | undefined {
  const [from, to] = [values[Math.floor(place)], values[Math.ceil(place)]];
  if (from === undefined || to === undefined) return undefined;
  return from + (to - from) * (place - Math.floor(place));
}

/** The ticks: a label at each position with room for one. */
export const placeTicks = (axis: SweepAxis, places: readonly number[], box: Box): Tick[] =>
  labelled(axis, places, box).map((index) => ({
    at: places[index] ?? 0,
    label: axis.label(axis.values[index] ?? ''),
  }));

/** Indices whose labels do not overlap; the first and the last have priority. */
export function labelled(axis: SweepAxis, places: readonly number[], { fontSize }: Box): number[] {
  const half = axis.values.map((value) => textWidth(axis.label(value), fontSize) / 2 + fontSize * 0.35);
  const placed: number[] = [];
  const fits = (index: number) =>
    placed.every(
      (placed) =>
        Math.abs((places[index] ?? 0) - (places[placed] ?? 0)) >= (half[index] ?? 0) + (half[placed] ?? 0),
    );
  for (const index of [0, places.length - 1, ...places.keys()])
    if (!placed.includes(index) && fits(index)) placed.push(index);
  return placed.sort((a, b) => a - b);
}
