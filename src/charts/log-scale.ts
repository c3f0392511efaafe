/** A logarithmic scale of positive values; round ticks are those of `axes.ts`. */
import { logTicks } from './axes.ts';
import { linear } from './scale.ts';

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
