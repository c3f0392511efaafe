/** Value scales, linear from zero or logarithmic: d3's, with a bounded number of ticks. */
import { extent, nice, ticks } from 'd3-array';
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';

export type Scale = ScaleContinuousNumeric<number, number>;

/** The range of positive values with a margin factor `room` on both sides; undefined without values. */
export function logDomain(values: readonly number[], room = 1.3): [number, number] | undefined {
  const [min, max] = extent(values.filter((value) => value > 0 && Number.isFinite(value)));
  return min === undefined ? undefined : [min / room, max * room];
}

/** With fewer labels, a logarithmic axis is unreadable. */
const MIN_LABELS = 3;
/** Numbers of equal steps to try instead, largest first. */
const EQUAL_STEPS = [5, 4, 3, 2];

/**
 * Ticks of a logarithmic axis within a range: powers of ten, times 1, 2 and 5 if there is room. A small range
 * with too few of them gets equal steps.
 */
export function logTicks(from: number, to: number, max: number): number[] {
  const steps = [[1, 2, 5], [1, 3], [1]].map((mantissas) => {
    const values: number[] = [];
    for (let decade = Math.floor(Math.log10(from)); decade <= Math.log10(to); decade++)
      for (const mantissa of mantissas) {
        const value = mantissa * 10 ** decade;
        if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) values.push(value);
      }
    return values;
  });
  const found = steps.find((values) => values.length <= max) ?? steps.at(-1) ?? [];
  if (found.length >= MIN_LABELS || to >= from * 10) return found;
  const equal = EQUAL_STEPS.map((count) => ticks(from, to, count)).filter(({ length }) => length >= 2);
  // Equal steps are densest at the upper end.
  const room = Math.log(to / from) / max;
  const fits = (values: readonly number[]) =>
    Math.log((values.at(-1) ?? to) / (values.at(-2) ?? from)) >= room;
  return equal.find((values) => values.length <= max && fits(values)) ?? equal.at(-1) ?? found;
}

/** A scale onto 0 … 1, with round ticks. */
export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly scale: Scale;
}

/**
 * A linear or logarithmic scale between two values; smaller values are clamped. @param most approximate
 * number of ticks
 */
export function valueScale(
  [from, to]: readonly [number, number],
  max: number,
  isLinear: boolean | undefined,
): ValueScale {
  return isLinear
    ? { from, to, ticks: scaleLinear([from, to], [0, 1]).ticks(max), scale: scaleLinear([from, to], [0, 1]) }
    : { from, to, ticks: logTicks(from, to, max), scale: scaleLog([from, to], [0, 1]).clamp(true) };
}

/** A linear scale from zero. */
export const scaleFromZero = (values: readonly number[], max: number): ValueScale =>
  valueScale(nice(0, Math.max(1, ...values), max), max, true);

/** A logarithmic scale of positive values. @param room margin factor @param empty range without values */
export const logScaleOf = (
  values: readonly number[],
  max: number,
  room: number,
  empty: readonly [number, number],
): ValueScale => valueScale(logDomain(values, room) ?? empty, max, false);
