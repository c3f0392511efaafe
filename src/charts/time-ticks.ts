/** Round instants of a time axis and what they are called. */
import { textWidth } from './chart.ts';
import type { Scale } from './scale.ts';

export interface TimeTick {
  /** Pixels. */
  readonly at: number;
  readonly label: string;
}

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
): TimeTick[] {
  const { domain, range } = scale;
  const length = domain[1] - domain[0];
  const longest = textWidth(number(domain[1], length / 10), fontSize);
  // There may be half as many again as are asked for.
  const apart = Math.max(fontSize * LETTERS_APART, longest * 1.5 + fontSize);
  const instants = scale.ticks(Math.max(2, Math.floor((range[1] - range[0]) / apart)));
  const [first = 0, second = first] = instants;
  return instants.map((instant) => ({ at: scale(instant), label: number(instant, second - first) }));
}
