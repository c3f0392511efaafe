/** Round ticks of a time axis, and their labels. */
import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import { textWidth } from './chart.ts';
import type { Tick } from './marks/axes.ts';
import type { Scale } from './value-scale.ts';

/** Default minimum distance of two ticks, in letters. */
const LETTERS_APART = 7;

/**
 * Ticks with enough decimals to differ, spaced so that their labels fit. A short range late in a run has long
 * labels.
 *
 * @param scale from model time in the axis' unit to pixels
 * @param number formats a tick; `step` is the distance to the next
 */
export function timeTicks(
  scale: Scale,
  fontSize: number,
  number: (value: number, step?: number) => string,
): Tick[] {
  const [from = 0, to = 0] = scale.domain();
  const [left = 0, right = 0] = scale.range();
  const longest = textWidth(number(to, (to - from) / 10), fontSize);
  // d3 may return 1.5 times as many ticks as requested.
  const apart = Math.max(fontSize * LETTERS_APART, longest * 1.5 + fontSize);
  const instants = scale.ticks(Math.max(2, Math.floor((right - left) / apart)));
  const [first = 0, second = first] = instants;
  return instants.map((instant) => ({ at: scale(instant), label: number(instant, second - first) }));
}

/**
 * Ticks of a scale of model time, ns, in the unit that suits a duration.
 *
 * @param lengthNs the duration @param zeroNs origin of the tick labels
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
