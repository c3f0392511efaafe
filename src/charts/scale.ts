/**
 * A linear scale. That of d3-scale also interpolates colours and formats numbers, which would be a twentieth of what a first
 * visit loads; round ticks are d3's.
 */
import { nice, ticks } from 'd3-array';

export interface Scale {
  (value: number): number;
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  /** About `count` round values inside the domain. */
  readonly ticks: (count: number) => number[];
}

/** @param domain data, from and to @param range pixels, from and to */
export function linear(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [from, to] = domain;
  const [start, end] = range;
  const perUnit = to === from ? 0 : (end - start) / (to - from);
  const scale = (value: number) => start + (value - from) * perUnit;
  return Object.assign(scale, { domain, range, ticks: (count: number) => ticks(from, to, count) });
}

/** The domain from 0 to at least `max`, ending at a round value. */
export function fromZero(max: number, tickCount: number): [number, number] {
  const [from, to] = nice(0, max, tickCount);
  return [from, to];
}
