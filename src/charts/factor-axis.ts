/** An axis of factors on a log2 scale: twice and half are equally far from the middle. */

import { range } from 'd3-array';
import type { Scale } from './value-scale.ts';

/** Larger factors are drawn to the edge; the label has the value. */
const LARGEST = 2 ** 12;
/** Minimum length of the axis in doublings, mostly on the side of most bars. */
const MIN_DOUBLINGS = 0.6;
/** Minimum length on the other side. */
const MIN_OPPOSITE = 0.05;
/** Room for a tick label, in letter widths. */
const LABEL_EMS = 3.5;
const STEPS = [0.1, 0.25, 0.5, 1, 2, 3, 4, 6];

/** A factor in doublings, clamped to the drawn range. */
export const doublings = (from: number, to: number): number =>
  Math.log2(Math.min(LARGEST, Math.max(1 / LARGEST, from > 0 ? to / from : 1)));

/** The range of the axis, in doublings. */
export function reach(
  effects: readonly { readonly from: number; readonly to: number }[],
): readonly [number, number] {
  const ends = effects.map(({ from, to }) => doublings(from, to));
  const [min, max] = [Math.min(-MIN_OPPOSITE, ...ends), Math.max(MIN_OPPOSITE, ...ends)];
  const missing = Math.max(0, MIN_DOUBLINGS - (max - min));
  return max >= -min ? [min, max + missing] : [min - missing, max];
}

/** Round ticks in doublings, with room for their labels. */
export function roundDoublings(x: Scale, fontSize: number): number[] {
  const [[min = 0, max = 0], [start = 0, end = 0]] = [x.domain(), x.range()];
  const room = Math.max(1, Math.min(4, (end - start) / (fontSize * LABEL_EMS)));
  const raw = (max - min) / room;
  const step = STEPS.find((candidate) => candidate >= raw) ?? Math.ceil(raw);
  return range(Math.ceil(min / step), Math.floor(max / step) + 1).map((index) => index * step);
}
