/**
 * The answer of an experiment about a size: the smallest value within a tolerance of the best, and which
 * points need more replications to decide it. A position is decided when the 95 % interval of its paired
 * difference from the tolerance excludes 0 (same seeds, not adjusted for multiple comparisons).
 */
import { ascending, pairs } from 'd3-array';
import { axisField, isNumeric, valuesOf } from './axis.ts';
import type { Axis, Sweep } from './definition.ts';
import { betterOf } from './metrics.ts';
import { type Optimum, optimumOf, type Replications } from './optimum.ts';
import { numbered } from './plan.ts';
import { pairedDifference } from './statistics.ts';

/** Tolerance as a share of the best mean. */
export const TOLERANCE = 0.05;

export interface Answer extends Optimum {
  /** Index of the smallest position within the tolerance. */
  readonly enough: number;
  /** Indices of positions below it or at it that are undecided; none when the answer is decided. */
  readonly open: readonly number[];
}

/** Conditions under which systems are compared, so their smallest sufficient value is not searched. */
const CONDITIONS = /^(network|workload)\.(?!batch\.|arrivals\.callers$)/;

/** Whether an axis varies a size in ascending order, so that its smallest sufficient value is an answer. */
export function isSize(axis: Axis): boolean {
  const field = axisField(axis);
  const values = valuesOf(axis);
  if (!field || !isNumeric(values) || CONDITIONS.test(field.path)) return false;
  return pairs(values).every(([before, after]) => ascending(before, after) < 0);
}

/**
 * The answer along ascending positions; undefined with fewer than two values.
 * @param places replications by position
 */
export function answerOf(places: readonly Replications[], better: 'more' | 'less'): Answer | undefined {
  const optimum = optimumOf(places, better);
  if (!optimum) return undefined;
  const [share, sign] = better === 'more' ? [1 - TOLERANCE, 1] : [1 + TOLERANCE, -1];
  const limits = (places[optimum.best] ?? []).map((value) => value && value * share);
  const margins = places.map((values) => pairedDifference(limits, values));
  const enough = margins.findIndex((margin) => margin !== undefined && sign * margin.mean >= 0);
  const open = margins.flatMap((margin, place) => {
    if (!margin || place > enough || place === optimum.best) return [];
    const { mean, half } = margin;
    return half !== undefined && (half === 0 || Math.abs(mean) > half) ? [] : [place];
  });
  return { ...optimum, enough, open };
}

/** The points of a sweep that must be repeated to decide its answers, given all replications so far. */
export function openPoints(sweep: Sweep, replicationsOf: (point: number) => Replications): readonly number[] {
  const [axis, second] = sweep.axes;
  const better = betterOf(sweep.metric);
  if (!axis || second || !better || !isSize(axis)) return [];
  return sweep.series.flatMap((_, series) => {
    const points = numbered(sweep).flatMap((place) => (place.series === series ? [place.index] : []));
    const answer = answerOf(points.map(replicationsOf), better);
    if (!answer || answer.open.length === 0) return [];
    // Each comparison is with the best position, seed by seed.
    const places = new Set([...answer.open, answer.best]);
    return points.filter((_, place) => places.has(place));
  });
}
