/** The measurements that belong on an experiment's chart: those with the settings of one of its systems. */
import { between, placeOf, type SweepAxis } from '../charts/sweep-axis.ts';
import type { MappedMeasured, SweepMeasured } from '../charts/sweep-measured.ts';
import { type Overlay, type OverlayPoint, percentileOf } from '../evidence/imports/overlay.ts';
import { getAt } from '../model/scenario/patch.ts';
import type { Axis } from '../model/sweep/definition.ts';
import { unitOf } from '../model/sweep/metrics.ts';
import type { Row } from '../model/sweep/table.ts';
import { metricRows, PERCENTILES, type Slice } from './chart-data.ts';
import { CHART_UNITS } from './metric-words.ts';
import type { SweepRun } from './sweep-state.ts';

/** A setting in which a measurement differs from a system. */
export interface Difference {
  readonly path: string;
  readonly theirs: number | string | boolean;
  /** Undefined: the system, or the measurement, does not have it. */
  readonly ours: unknown;
}

export interface Laid {
  readonly points: readonly SweepMeasured[];
  /** Measurements of this metric that belong to no system, and why. */
  readonly left: readonly { readonly name: string; readonly why: Difference | undefined }[];
}

const SHARES: Readonly<Record<string, number>> = {
  'responseTime.p50Us': 0.5,
  'responseTime.p90Us': 0.9,
  'responseTime.p99Us': 0.99,
  'responseTime.p999Us': 0.999,
};

/** The measured value with its range. */
function seenOf(point: OverlayPoint, metric: string) {
  const share = SHARES[metric];
  if (share !== undefined) return percentileOf(point, share);
  if (metric === 'throughput.perSec') return point.perSec;
  // In a closed loop every request is completed in the end.
  return metric === 'responseTime.meanUs' || metric === 'little.meanResponseUs' ? point.meanUs : undefined;
}

/** Duration and precision of a measurement are not compared. */
const BESIDE = /^(seed$|run\.|network\.(request|reply)JitterUs)/;

const valueOn = ({ paths }: Axis, { at }: OverlayPoint) => {
  const path = paths.find((one) => one in at);
  return path === undefined ? undefined : at[path];
};

export function laidOver(
  run: Pick<SweepRun, 'sweep' | 'points'>,
  rows: readonly Row[],
  slice: Slice,
  metric: string,
  x: SweepAxis,
  overlay: Overlay,
): Laid {
  const [first, second] = run.sweep.axes;
  const { factor } = CHART_UNITS[unitOf(metric)];
  const points: SweepMeasured[] = [];
  const left: { name: string; why: Difference | undefined }[] = [];
  for (const point of overlay.points) {
    const measured = seenOf(point, metric);
    if (!measured || !first) continue;
    const value = valueOn(first, point);
    const place = value === undefined ? undefined : placeOf(x, value);
    const before = points.length;
    let why: Difference | undefined;
    for (const [style, numbers] of slice.points.entries()) {
      const system = numbers.map((number) => run.points[number]).find((one) => one?.scenario);
      if (!system?.scenario) continue;
      const off =
        place === undefined
          ? { path: first.paths[0] ?? '', theirs: value ?? '–', ours: undefined }
          : difference(point, system.scenario, second && { axis: second, value: system.at[1] }, first);
      if (off) {
        why ??= off;
        continue;
      }
      const model = between(
        numbers.map((number) => rows[number]?.estimates[0]?.mean),
        place ?? 0,
      );
      points.push({
        name: point.name,
        style,
        place: place ?? 0,
        seen: measured.value * factor,
        ...('low' in measured && measured.low !== undefined ? { low: measured.low * factor } : {}),
        ...('high' in measured && measured.high !== undefined ? { high: measured.high * factor } : {}),
        model: model === undefined ? undefined : model * factor,
      });
    }
    if (points.length === before) left.push({ name: point.name, why });
  }
  return { points, left };
}

/**
 * The measurements on the percentiles of one system.
 * @param numbers of the system's points
 */
export function laidOverFan(
  run: Pick<SweepRun, 'sweep' | 'points' | 'runs' | 'gaps'>,
  numbers: readonly number[],
  x: SweepAxis,
  overlay: Overlay,
): Laid {
  const all = PERCENTILES.map(([, metric], style) => {
    const slice = { second: 0, points: [numbers] };
    const { points, left } = laidOver(run, metricRows(run, metric), slice, metric, x, overlay);
    return { points: points.map((point) => ({ ...point, style })), left };
  });
  return { points: all.flatMap(({ points }) => points), left: all.flatMap(({ left }) => left) };
}

/**
 * Joins the drawings of one experiment: measurements that belong to none of them, and why.
 * @param second paths of the second setting
 */
export function laidTogether(
  all: readonly Laid[],
  second: readonly string[] = [],
): { readonly shown: number; readonly left: number; readonly example: Difference | undefined } {
  const names = new Set(all.flatMap(({ points }) => points.map(({ name }) => name)));
  const left = all.flatMap((laid) => laid.left.filter(({ name }) => !names.has(name)));
  // A difference in the second setting is no reason: there is a drawing for each value.
  const example = left.find(({ why }) => why && !second.includes(why.path)) ?? left[0];
  return {
    shown: names.size,
    left: new Set(left.map(({ name }) => name)).size,
    example: example?.why,
  };
}

/** The measurements on one system's map. */
export const onMap = (all: readonly Laid[], series: number): MappedMeasured[] =>
  all.flatMap(({ points }, row) =>
    points.filter(({ style }) => style === series).map((point) => ({ ...point, row })),
  );

/** The first setting that differs between a measurement and a system, except the swept ones. */
function difference(
  point: OverlayPoint,
  scenario: unknown,
  second: { readonly axis: Axis; readonly value: unknown } | undefined,
  first: Axis,
): Difference | undefined {
  const swept = new Set([...first.paths, ...(second?.axis.paths ?? [])]);
  if (second) {
    const theirs = valueOn(second.axis, point);
    if (theirs !== second.value)
      return { path: second.axis.paths[0] ?? '', theirs: theirs ?? '–', ours: second.value };
  }
  for (const [path, theirs] of Object.entries(point.at)) {
    if (swept.has(path) || BESIDE.test(path)) continue;
    const ours = getAt(scenario, path);
    // A setting that a system lacks counts as off.
    if (ours !== theirs && !(theirs === false && ours === undefined)) return { path, theirs, ours };
  }
  return undefined;
}
