/** Scales of values: linear from zero, or logarithmic. Those of d3, with ticks that fit and never more than there is room for. */
import { extent, nice, ticks } from 'd3-array';
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';

export type Scale = ScaleContinuousNumeric<number, number>;

/** The smallest and the largest of some positive values with a little room on both sides; undefined without any. */
export function logDomain(values: readonly number[], room = 1.3): [number, number] | undefined {
  const [least, most] = extent(values.filter((value) => value > 0 && Number.isFinite(value)));
  return least === undefined ? undefined : [least / room, most * room];
}

/** With fewer labels nobody can tell how long a step of a logarithmic axis is. */
const FEWEST = 3;
/** So many equal steps, about, are asked for instead, the most first. */
const EQUAL_STEPS = [5, 4, 3, 2];

/**
 * Powers of ten from 1 to the largest, times 1, 2 and 5 where there is room for them, inside a range of values; equal steps where
 * the range is so small that it has hardly any of those.
 */
export function logTicks(from: number, to: number, most: number): number[] {
  const steps = [[1, 2, 5], [1, 3], [1]].map((mantissas) => {
    const values: number[] = [];
    for (let decade = Math.floor(Math.log10(from)); decade <= Math.log10(to); decade++)
      for (const mantissa of mantissas) {
        const value = mantissa * 10 ** decade;
        if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) values.push(value);
      }
    return values;
  });
  const found = steps.find((values) => values.length <= most) ?? steps.at(-1) ?? [];
  if (found.length >= FEWEST || to >= from * 10) return found;
  const equal = EQUAL_STEPS.map((count) => ticks(from, to, count)).filter(({ length }) => length >= 2);
  // Equal steps are closest together at their end.
  const room = Math.log(to / from) / most;
  const fits = (values: readonly number[]) =>
    Math.log((values.at(-1) ?? to) / (values.at(-2) ?? from)) >= room;
  return equal.find((values) => values.length <= most && fits(values)) ?? equal.at(-1) ?? found;
}

/** A scale before it has its place, from 0 to 1, and its round values. */
export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly scale: Scale;
}

/** A linear scale or a logarithmic one between two values; smaller ones lie on its beginning. @param most ticks, about */
export function valueScale(
  [from, to]: readonly [number, number],
  most: number,
  isLinear: boolean | undefined,
): ValueScale {
  return isLinear
    ? { from, to, ticks: scaleLinear([from, to], [0, 1]).ticks(most), scale: scaleLinear([from, to], [0, 1]) }
    : { from, to, ticks: logTicks(from, to, most), scale: scaleLog([from, to], [0, 1]).clamp(true) };
}

/** A linear scale of values that begins at zero. */
export const scaleFromZero = (values: readonly number[], most: number): ValueScale =>
  valueScale(nice(0, Math.max(1, ...values), most), most, true);

/** A logarithmic scale of positive values. @param room beyond the values, a factor @param empty without any */
export const logScaleOf = (
  values: readonly number[],
  most: number,
  room: number,
  empty: readonly [number, number],
): ValueScale => valueScale(logDomain(values, room) ?? empty, most, false);
