/** The warm-up of runs: their initial transient, where to cut it, and the effect of the cut. */
import type { Summary } from '../scenario/generated/summary.ts';
import type { Place } from './plan.ts';

/** One run from its start, in equal intervals. */
export interface Beginning {
  readonly point: number;
  readonly warmupMs: number;
  readonly intervalMs: number;
  /** Completions per second, and their mean response time, µs (undefined without any). */
  readonly perSec: readonly number[];
  readonly responseUs: readonly (number | undefined)[];
}

export function beginningOf(point: number, warmupMs: number, { series }: Summary): Beginning {
  const { completions, intervalUs, meanResponseUs } = series;
  return {
    point,
    warmupMs,
    intervalMs: intervalUs / 1000,
    perSec: completions.map((count) => (count * 1e6) / intervalUs),
    responseUs: meanResponseUs.map((us, index) => (completions[index] ? us : undefined)),
  };
}

/** Maximum number of distinguishable lines. */
const MAX_LINES = 6;

/** Points to examine: both ends of every system if few, else one end of more. */
export function pointsToWatch(places: readonly Place[]): number[] {
  const bySystem = new Map<number, Place[]>();
  for (const place of places) bySystem.set(place.series, [...(bySystem.get(place.series) ?? []), place]);
  const systems = [...bySystem.values()].slice(0, MAX_LINES);
  const ends = systems.flatMap((system) => [system[0], system.at(-1)]);
  const chosen = ends.length <= MAX_LINES ? ends : systems.map((system) => system.at(-1));
  return [...new Set(chosen.flatMap((place) => (place ? [place.index] : [])))];
}

/** Values per batch, as in White, Cobb and Spratt. */
const BATCH = 5;

/**
 * Length of the transient by MSER-5 (White, Cobb, Spratt, "A comparison of five steady-state truncation
 * heuristics for simulation", 2000): it minimises the standard error of the remaining mean. Undefined if
 * beyond the first half: the run has not settled.
 */
export function settledAfter(values: readonly number[]): number | undefined {
  const batches = Array.from({ length: Math.floor(values.length / BATCH) }, (_, batch) => {
    const batchValues = values.slice(batch * BATCH, (batch + 1) * BATCH);
    return batchValues.reduce((sum, value) => sum + value, 0) / BATCH;
  });
  let [best, min] = [-1, Number.POSITIVE_INFINITY];
  let [sum, squares] = [0, 0];
  for (let from = batches.length - 1; from >= 0; from--) {
    const value = batches[from] ?? 0;
    sum += value;
    squares += value * value;
    const count = batches.length - from;
    // Few values at the end are similar by chance.
    if (count < BATCH) continue;
    const error = Math.max(0, squares - (sum * sum) / count) / (count * count);
    if (error <= min) [best, min] = [from, error];
  }
  return best < 0 || best > batches.length / 2 ? undefined : best * BATCH;
}

/** Means before and after a cut; undefined without data. */
export function aroundCut(
  values: readonly (number | undefined)[],
  cut: number,
): { readonly before: number | undefined; readonly after: number | undefined } {
  const mean = (part: readonly (number | undefined)[]) => {
    const known = part.filter((value) => value !== undefined);
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
  };
  const index = Math.round(cut);
  return { before: mean(values.slice(0, index)), after: mean(values.slice(index)) };
}
