/** Converts results to chart data. */
import { quantile } from 'd3-array';
import type { SweepAxis } from '../charts/sweep-axis.ts';
import type { SweepHeatData } from '../charts/sweep-heat.ts';
import type { SweepLine, SweepLinesData, SweepValue } from '../charts/sweep-lines.ts';
import type { MappedMeasured } from '../charts/sweep-measured.ts';
import { isLogarithmic, isNumeric, valuesOf } from '../model/sweep/axis.ts';
import { bindingBounds, boundsOf, crossingsOf } from '../model/sweep/bounds.ts';
import type { Axis } from '../model/sweep/definition.ts';
import { betterOf, unitOf } from '../model/sweep/metrics.ts';
import { numbered } from '../model/sweep/plan.ts';
import { type Row, rowsOf } from '../model/sweep/table.ts';
import { answersOf, type Results } from './answers.ts';
import { CHART_UNITS, type SweepWords } from './metric-words.ts';
import type { Prediction, SweepRun } from './sweep-state.ts';

/** Places along the first axis at one value of the second, of every system. */
export interface Slice {
  /** Index of the second axis' value; 0 without that axis. */
  readonly second: number;
  /** By system, then by place. */
  readonly points: readonly (readonly number[])[];
}

/** The points of a sweep by slices of its second axis. */
export function slicesOf({ sweep }: Pick<SweepRun, 'sweep'>): Slice[] {
  const [first, second] = sweep.axes;
  const columns = first ? valuesOf(first).length : 0;
  const rows = second ? valuesOf(second).length : 1;
  return Array.from({ length: rows }, (_, row) => ({
    second: row,
    points: sweep.series.map((_, series) =>
      Array.from({ length: columns }, (_, column) => series * columns * rows + column * rows + row),
    ),
  }));
}

export function chartAxis(axis: Axis, words: SweepWords): SweepAxis {
  const values = valuesOf(axis);
  const isWide = isNumeric(values) && Math.min(...values) <= 0 && 'values' in axis && values.length > 2;
  return {
    title: words.axis(axis),
    values,
    // Values that jump by factors from 0 fit neither scale.
    spacing: !isNumeric(values) || isWide ? 'even' : isLogarithmic(axis) ? 'log' : 'linear',
    label: (value) => words.place(axis, value),
  };
}

/** Rows of every point with one metric, by number. */
export const metricRows = (run: Pick<SweepRun, 'sweep' | 'runs' | 'gaps'>, metric: string): readonly Row[] =>
  rowsOf(numbered(run.sweep), run.runs, run.gaps, [metric]);

const sweepValue = (row: Row | undefined, factor: number): SweepValue | undefined => {
  const [estimate] = row?.estimates ?? [];
  if (!estimate) return undefined;
  const { mean, half, count, isAtLeast } = estimate;
  return { mean: mean * factor, half: half === undefined ? undefined : half * factor, count, isAtLeast };
};

export interface LineOptions {
  readonly metric: string;
  readonly isLogY: boolean;
  readonly hasBounds: boolean;
  /** The name of the bound that a law sets to a line. */
  readonly bound: (line: string, law: string) => string;
  readonly prediction: Prediction;
}

/** The lines of one slice. */
export function linesData(
  run: Results,
  rows: readonly Row[],
  slice: Slice,
  words: SweepWords,
  options: LineOptions,
): SweepLinesData | undefined {
  const [first] = run.sweep.axes;
  if (!first) return undefined;
  const { unit, factor } = CHART_UNITS[unitOf(options.metric)];
  const answers = answersOf(run, options.metric);
  const lines = run.sweep.series.map(({ name }, style): SweepLine => {
    const points = slice.points[style] ?? [];
    const firstOf = (point: number) => run.runs.find((one) => one.point === point && one.replication === 0);
    const bounds = options.hasBounds ? bindingBounds(boundsOf(points.map(firstOf), options.metric)) : [];
    return {
      name,
      style,
      values: points.map((point) => sweepValue(rows[point], factor)),
      gaps: points.flatMap((point, place) => (rows[point]?.gap ? [place] : [])),
      prediction: points.map((point) => {
        const value = options.prediction[point];
        return value === undefined ? undefined : value * factor;
      }),
      bounds: bounds.map(({ law, perSec }) => ({ name: options.bound(name, law), values: perSec })),
      answer: answers[style],
      crossings: crossingsOf(bounds, options.isLogY).map(({ after, share, perSec }) => ({
        after,
        share,
        value: perSec,
      })),
    };
  });
  return { x: chartAxis(first, words), lines, unit, isLogY: options.isLogY };
}

export const PERCENTILES = [
  ['p50', 'responseTime.p50Us'],
  ['p90', 'responseTime.p90Us'],
  ['p99', 'responseTime.p99Us'],
  ['p99.9', 'responseTime.p999Us'],
] as const;

/** The percentiles of one system along the first axis. */
export function fanData(
  run: SweepRun,
  points: readonly number[],
  words: SweepWords,
): SweepLinesData | undefined {
  const [first] = run.sweep.axes;
  if (!first) return undefined;
  const { unit, factor } = CHART_UNITS.us;
  const lines = PERCENTILES.map(([name, metric], style): SweepLine => {
    const rows = metricRows(run, metric);
    return {
      name,
      style,
      values: points.map((point) => sweepValue(rows[point], factor)),
      gaps: points.flatMap((point, place) => (style === 0 && rows[point]?.gap ? [place] : [])),
      prediction: [],
      bounds: [],
      crossings: [],
    };
  });
  return { x: chartAxis(first, words), lines, unit, isLogY: true, isFan: true };
}

const TARGETED = 'responseTime.p99Us';

/**
 * One system over both axes.
 * @param targetUs the p99 target; undefined: no line
 */
export function heatData(
  run: Results,
  rows: readonly Row[],
  series: number,
  metric: string,
  words: SweepWords,
  targetUs: number | undefined,
  measured: readonly MappedMeasured[] = [],
): SweepHeatData | undefined {
  const [first, second] = run.sweep.axes;
  if (!first || !second) return undefined;
  const { unit, factor } = CHART_UNITS[unitOf(metric)];
  const slices = slicesOf(run);
  const points = slices.flatMap((slice) => slice.points[series] ?? []);
  const p99 = targetUs === undefined ? [] : metricRows(run, TARGETED);
  return {
    name: run.sweep.series[series]?.name ?? '',
    x: chartAxis(first, words),
    y: chartAxis(second, words),
    cells: points.map((point) => sweepValue(rows[point], factor)),
    gaps: points.flatMap((point, index) => (rows[point]?.gap ? [index] : [])),
    unit,
    better: betterOf(metric),
    measured,
    target:
      targetUs === undefined
        ? undefined
        : { label: 'p99', limit: targetUs, values: points.map((point) => p99[point]?.estimates[0]?.mean) },
  };
}

/** A round target that about half of the cells meet, as a default. */
export function middleP99(run: SweepRun): number | undefined {
  const values = metricRows(run, TARGETED).flatMap(({ estimates: [estimate] }) =>
    estimate ? [estimate.mean] : [],
  );
  const middle = quantile(values, 0.5);
  return middle === undefined ? undefined : Number(middle.toPrecision(1));
}
