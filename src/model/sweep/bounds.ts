/** Theoretical bounds along an axis, and their crossings. */
import { COMMANDS, THROUGHPUT } from './metrics.ts';
import type { RunRecord } from './results.ts';

export interface Bound {
  /** `callers`, `pool`, `offered`, or the resource. */
  readonly law: string;
  /** 1/s by position; undefined if the law does not apply or nothing was run. */
  readonly perSec: readonly (number | undefined)[];
}

/** A crossing: neighbouring positions with different tightest laws. */
export interface Crossing {
  /** Between this position and the next, as a share of the step, on straight lines. */
  readonly after: number;
  readonly share: number;
  readonly perSec: number;
  readonly from: string;
  readonly to: string;
}

const PREFIX = 'laws.';

/** Plotted units per request: the laws count requests. */
const perRequest = ({ values }: RunRecord, metric: string): number =>
  metric === COMMANDS ? (values[COMMANDS] ?? 0) / (values[THROUGHPUT] ?? 0) : 1;

/**
 * The laws of the first replication at every position (bounds hardly depend on the seed).
 * @param metric the throughput metric of the plot
 */
export function boundsOf(places: readonly (RunRecord | undefined)[], metric: string): Bound[] {
  const names = new Set(
    places.flatMap((run) => Object.keys(run?.values ?? {}).filter((name) => name.startsWith(PREFIX))),
  );
  return [...names].map((name) => ({
    law: name.slice(PREFIX.length),
    perSec: places.map((run) => {
      const value = run?.values[name];
      return run && value !== undefined ? value * perRequest(run, metric) : undefined;
    }),
  }));
}

const tightest = (bounds: readonly Bound[], place: number): Bound | undefined =>
  bounds.reduce<Bound | undefined>((best, bound) => {
    const [value, min] = [bound.perSec[place], best?.perSec[place]];
    return value !== undefined && (min === undefined || value < min) ? bound : best;
  }, undefined);

/** The laws that are the tightest somewhere; others would clutter the plot. */
export function bindingBounds(bounds: readonly Bound[]): Bound[] {
  const count = bounds[0]?.perSec.length ?? 0;
  const binding = new Set(Array.from({ length: count }, (_, place) => tightest(bounds, place)));
  return bounds.filter((bound) => binding.has(bound));
}

/** All changes of the tightest law, where two bounds cross. @param isLog whether the plot is logarithmic */
export function crossingsOf(bounds: readonly Bound[], isLog = false): Crossing[] {
  const [drawn, back] = isLog ? [Math.log, Math.exp] : [Number, Number];
  const count = bounds[0]?.perSec.length ?? 0;
  return Array.from({ length: Math.max(0, count - 1) }, (_, after): Crossing | undefined => {
    const [from, to] = [tightest(bounds, after), tightest(bounds, after + 1)];
    if (!from || !to || from === to) return undefined;
    const [a, b] = [from.perSec[after], from.perSec[after + 1]];
    const [c, d] = [to.perSec[after], to.perSec[after + 1]];
    if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
    const step = drawn(c) - drawn(a);
    const share = step / (step - (drawn(d) - drawn(b)));
    const perSec = back(drawn(a) + (drawn(b) - drawn(a)) * share);
    return { after, share, perSec, from: from.law, to: to.law };
  }).filter((crossing) => crossing !== undefined);
}
