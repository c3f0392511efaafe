/** Logarithmic scales of positive values, and axes that are so or begin at zero; round ticks are those of `axes.ts`. */
import { logTicks } from './axes.ts';
import { fromZero, linear } from './scale.ts';

export interface LogScale {
  (value: number): number;
  readonly domain: readonly [number, number];
  /** At most about `count` round values inside the domain. */
  readonly ticks: (count: number) => number[];
}

/** @param domain data, from and to, both positive @param range pixels, from and to */
export function logarithmic(domain: readonly [number, number], range: readonly [number, number]): LogScale {
  const scale = linear([Math.log10(domain[0]), Math.log10(domain[1])], range);
  return Object.assign((value: number) => scale(Math.log10(value)), {
    domain,
    ticks: (count: number) => logTicks(domain[0], domain[1], count),
  });
}

/** The smallest and the largest of some positive values with a little room on both sides; undefined without any. */
export function logDomain(values: readonly number[], room = 1.3): [number, number] | undefined {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  if (positive.length === 0) return undefined;
  return [Math.min(...positive) / room, Math.max(...positive) * room];
}

/** An axis of values: from where to where, its round values, and what of a value is proportional to its place. */
export interface ValueAxis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly toShare: (value: number) => number;
}

/** An axis that begins at zero. @param count of ticks, about */
export function linearAxis(values: readonly number[], count: number): ValueAxis {
  const [from, to] = fromZero(Math.max(1, ...values), count);
  return { from, to, ticks: linear([from, to], [0, 1]).ticks(count), toShare: (value) => value };
}

/** A part of either, from end to end. @param most ticks */
export function partOf(
  [from, to]: readonly [number, number],
  most: number,
  isLinear: boolean | undefined,
): ValueAxis {
  return isLinear
    ? { from, to, ticks: linear([from, to], [0, 1]).ticks(most), toShare: (value) => value }
    : { from, to, ticks: logTicks(from, to, most), toShare: (value) => Math.log10(Math.max(value, from)) };
}

/** A logarithmic axis of positive values; smaller ones lie on its beginning. @param most ticks @param room beyond the values, a factor */
export function logAxis(
  values: readonly number[],
  most: number,
  room: number,
  empty: readonly [number, number],
): ValueAxis {
  const [from, to] = logDomain(values, room) ?? empty;
  return { from, to, ticks: logTicks(from, to, most), toShare: (value) => Math.log10(Math.max(value, from)) };
}
