/** Round instants of a time axis and what they are called. */
import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import { textWidth } from './chart.ts';
import type { Tick } from './marks/axes.ts';
import type { Scale } from './value-scale.ts';

/** Between two ticks without need for more, in letters. */
const LETTERS_APART = 7;

/**
 * Ticks with decimals enough to tell each from the next, and so far from each other that their labels fit: a short stretch
 * late in a run has long ones.
 *
 * @param scale from model time in the axis' unit to pixels
 * @param number a tick in words; `step` is how far it is from the next
 */
export function timeTicks(
  scale: Scale,
  fontSize: number,
  number: (value: number, step?: number) => string,
): Tick[] {
  const [from = 0, to = 0] = scale.domain();
  const [left = 0, right = 0] = scale.range();
  const longest = textWidth(number(to, (to - from) / 10), fontSize);
  // There may be half as many again as are asked for.
  const apart = Math.max(fontSize * LETTERS_APART, longest * 1.5 + fontSize);
  const instants = scale.ticks(Math.max(2, Math.floor((right - left) / apart)));
  const [first = 0, second = first] = instants;
  return instants.map((instant) => ({ at: scale(instant), label: number(instant, second - first) }));
}

/**
 * Ticks of a scale of model time, ns, in the unit that suits a length of time.
 *
 * @param lengthNs that length @param zeroNs what the ticks count from
 */
export function durationTicks(
  scale: Scale,
  lengthNs: number,
  fontSize: number,
  number: (value: number, step?: number) => string,
  zeroNs = 0,
): { readonly ticks: Tick[]; readonly unit: string } {
  const { unit, value } = durationOf(lengthNs);
  const inUnit = scale.domain().map((ns) => ((ns - zeroNs) * value) / lengthNs);
  return { ticks: timeTicks(scaleLinear(inUnit, scale.range()), fontSize, number), unit };
}
