/** Scales of values: linear from zero, or logarithmic. Those of d3, with ticks that fit and never more than there is room for. */
import { extent, nice } from 'd3-array';
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { logTicks } from './marks/axes.ts';

export type Scale = ScaleContinuousNumeric<number, number>;

/** The smallest and the largest of some positive values with a little room on both sides; undefined without any. */
export function logDomain(values: readonly number[], room = 1.3): [number, number] | undefined {
  const [least, most] = extent(values.filter((value) => value > 0 && Number.isFinite(value)));
  return least === undefined ? undefined : [least / room, most * room];
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
