/** An axis of factors, in doublings: twice as much and half as much are equally far from the middle. */

import { range } from 'd3-array';
import type { Scale } from './value-scale.ts';

/** Changes beyond this factor are drawn to the edge; their figure says how large they are. */
const LARGEST = 2 ** 12;
/** The axis shows at least this much, most of it on the side to which most bars go. */
const LEAST_DOUBLINGS = 0.6;
/** What it shows at least of the other side. */
const LEAST_BEYOND = 0.05;
/** Room for a value on the axis, in widths of a letter. */
const LABEL_EMS = 3.5;
const STEPS = [0.1, 0.25, 0.5, 1, 2, 3, 4, 6];

/** A factor in doublings, within what is drawn. */
export const doublings = (from: number, to: number): number =>
  Math.log2(Math.min(LARGEST, Math.max(1 / LARGEST, from > 0 ? to / from : 1)));

/** The doublings that an axis has to reach. */
export function reach(
  effects: readonly { readonly from: number; readonly to: number }[],
): readonly [number, number] {
  const ends = effects.map(({ from, to }) => doublings(from, to));
  const [least, most] = [Math.min(-LEAST_BEYOND, ...ends), Math.max(LEAST_BEYOND, ...ends)];
  const missing = Math.max(0, LEAST_DOUBLINGS - (most - least));
  return most >= -least ? [least, most + missing] : [least - missing, most];
}

/** Round numbers of doublings, with room for their labels. */
export function roundDoublings(x: Scale, fontSize: number): number[] {
  const [[least = 0, most = 0], [start = 0, end = 0]] = [x.domain(), x.range()];
  const room = Math.max(1, Math.min(4, (end - start) / (fontSize * LABEL_EMS)));
  const raw = (most - least) / room;
  const step = STEPS.find((candidate) => candidate >= raw) ?? Math.ceil(raw);
  return range(Math.ceil(least / step), Math.floor(most / step) + 1).map((index) => index * step);
}
