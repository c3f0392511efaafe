/**
 * A metric of several systems along a parameter, with 95 % bands. Thin lines are the theoretical bounds with
 * their crossings; ghost lines are a user's predictions. Invalid configurations are gaps with a cross on the
 * axis.
 */

import { extent, maxIndex, minIndex, nice, pairs } from 'd3-array';
import { intervalAround } from '../lib/interval.ts';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ColumnOf, tableOf, textWidth, type Unit } from './chart.ts';
import type { Spot } from './label-placement.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { crosshair } from './marks/crosshair.ts';
import { dot } from './marks/dot.ts';
import { endLabels, type LineEnd, placeEnds, roomForNames } from './marks/end-labels.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { area, isNumber, lineOver, type Places } from './marks/line.ts';
import { seriesColor, seriesMark, seriesStroke } from './marks/series.ts';
import { prose } from './prose.ts';
import type { SvgNode } from './svg.ts';
import { answerMarks, type LineAnswer } from './sweep-answer.ts';
import { placesOn, placeTicks, type SweepAxis } from './sweep-axis.ts';
import { measuredMarks, type SweepMeasured } from './sweep-measured.ts';
import { lawNames, type Theory, theory } from './sweep-theory.ts';
import { valueScale } from './value-scale.ts';

export interface SweepValue {
  readonly mean: number;
  readonly half: number | undefined;
  readonly count: number;
  /** Whether it is a lower bound, without an interval. */
  readonly isAtLeast?: boolean | undefined;
}

export interface SweepLine extends Theory {
  readonly name: string;
  /** Index of its system, for colour and shape. */
  readonly style: number;
  /** By position; undefined before the run. */
  readonly values: readonly (SweepValue | undefined)[];
  /** Positions whose configuration is invalid. */
  readonly gaps: readonly number[];
  readonly prediction: readonly (number | undefined)[];
  /** The answer along this line, once it is known. */
  readonly answer?: LineAnswer | undefined;
}

export interface SweepLinesData {
  readonly x: SweepAxis;
  readonly lines: readonly SweepLine[];
  readonly unit: Unit;
  readonly isLogY: boolean;
  /** Whether the lines are ascending percentiles of one system; the areas between them are filled. */
  readonly isFan?: boolean;
  /** Measurements of the same systems. */
  readonly measured?: readonly SweepMeasured[];
  /** Index of the position under the pointer, in this drawing or another of the sweep. */
  readonly pointed?: number | undefined;
  /** Upper end and, if logarithmic, lower end of the vertical axis, shared by the drawings of a sweep. */
  readonly most?: number;
  readonly least?: number;
}

export interface SweepLinesWords {
  readonly yTitle: string;
  readonly value: (value: number) => string;
  readonly ghost: (name: string) => string;
  /** Describes the bands and the number of replications ("5", "5–20"). */
  readonly bands: (count: string) => string;
  readonly tableCaption: string;
  readonly column: (name: string, part: 'mean' | 'low' | 'high' | 'count') => string;
  readonly sentence: (facts: Record<'name' | 'value' | 'at' | 'lowest' | 'lowestAt', string>) => string;
  readonly empty: string;
}

/** The largest value that must be visible. */
export const largest = (lines: readonly SweepLine[], measured: readonly SweepMeasured[] = []): number =>
  Math.max(
    0,
    ...measured.map(({ seen, high = seen }) => high),
    ...lines.flatMap(({ values, prediction }) => [
      ...values.flatMap((value) => (value ? [intervalAround(value.mean, value.half ?? 0)[1]] : [])),
      ...prediction.filter(isNumber),
    ]),
  );

/** The smallest positive value. */
export const smallest = (lines: readonly SweepLine[]): number =>
  Math.min(
    ...lines.flatMap(({ values }) => values.flatMap((value) => (value && value.mean > 0 ? value.mean : []))),
  );

/** Pixel positions of parameters and values. */
export interface SweepFrame extends Places {
  /** Px to value. */
  readonly toValue: (at: number) => number;
  readonly ticks: readonly number[];
}

/** The layout, also for pointing and hand-drawing. */
export function sweepFrame(data: SweepLinesData, box: Box, words: SweepLinesWords): SweepFrame {
  const { fontSize } = box;
  const max = data.most ?? largest(data.lines, data.measured);
  const min = Math.min(max, data.least ?? smallest(data.lines));
  const isLog = data.isLogY && min > 0 && max > min;
  const { scale, ticks } = isLog
    ? valueScale([min / 1.3, max * 1.3], 7, false)
    : valueScale(nice(0, max > 0 ? max : 1, 5), 5, true);
  const names = data.lines.map(({ name }) => name);
  const area = areaOf(box, ticks.map(words.value), 3.2, roomForNames(names, box));
  const y = scale.range([area.bottom, area.top]);
  return {
    area,
    xs: placesOn(data.x, area.left + fontSize * 0.6, area.right - fontSize * 0.6),
    toY: y,
    toValue: y.invert,
    ticks,
  };
}

function band({ values, style }: SweepLine, { xs, toY }: SweepFrame, palette: Palette): SvgNode {
  const between = values.map((value, place) => {
    if (value?.half === undefined) return undefined;
    const [low, high] = intervalAround(value.mean, value.half);
    return { x: xs[place] ?? 0, low: toY(low), high: toY(high) };
  });
  return area(between, { fill: seriesColor(style, palette), opacity: 0.18 });
}

/** The areas between neighbouring percentiles where both are known. */
const fan = ({ lines, isFan }: SweepLinesData, { xs, toY }: SweepFrame, palette: Palette): SvgNode[] =>
  (isFan ? pairs(lines) : []).map(([lower, upper], index) => {
    const between = upper.values.map((high, place) => {
      const low = lower.values[place];
      return high && low && { x: xs[place] ?? 0, low: toY(low.mean), high: toY(high.mean) };
    });
    return area(between, { fill: palette.accent.a, opacity: 0.24 - 0.06 * index });
  });

/** A line at the position under the pointer, and a ring around each value there. */
function pointedMarks({ pointed = -1, lines }: SweepLinesData, { xs, toY, area }: Places, palette: Palette) {
  const x = xs[pointed];
  if (x === undefined) return [];
  const ring = { fill: 'none', stroke: palette.ink };
  const values = lines.flatMap((line) => line.values[pointed] ?? []);
  return [
    ...crosshair(x, [], area, palette),
    ...values.map(({ mean }) => dot('circle', x, toY(mean), 6, ring)),
  ];
}

/** The title of the vertical axis, which explains the bands. */
function titleOf({ lines }: SweepLinesData, words: SweepLinesWords): string {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  if (!values.some(({ half }) => half !== undefined)) return words.yTitle;
  const ends = extent(values, ({ count }) => count);
  return `${words.yTitle} · ${words.bands([...new Set(ends)].join('–'))}`;
}

/** The areas of the line names, as three lines of text each, which the bounds' names avoid. */
const coveredBy = (names: readonly LineEnd[], fontSize: number): Spot[][] =>
  names.flatMap(({ text, x, y }) =>
    [-0.4, 0, 0.4].map((ems): Spot[] => [
      [x + fontSize * 0.5, y + ems * fontSize],
      [x + fontSize * 0.5 + textWidth(text, fontSize), y + ems * fontSize],
    ]),
  );

/** The prediction of a system, and its line. */
const drawLine = (
  { values, prediction, style }: SweepLine,
  frame: SweepFrame,
  palette: Palette,
): SvgNode[] => {
  const wide = { strokeWidth: 6, strokeLinecap: 'round', strokeLinejoin: 'round', opacity: 0.28 };
  const means = values.map((value) => value?.mean);
  return [
    lineOver(prediction, frame, { stroke: seriesColor(style, palette), ...wide }),
    lineOver(means, frame, seriesStroke(style, palette)),
  ];
};

/** The points of a line, and a cross at each invalid position. */
function drawPoints(
  { values, gaps, style }: SweepLine,
  index: number,
  { xs, toY, area: { bottom } }: SweepFrame,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  const cross = { stroke: seriesColor(style, palette), strokeWidth: 2 };
  return [
    ...values.flatMap((value, place) =>
      value ? [seriesMark(style, xs[place] ?? 0, toY(value.mean), palette)] : [],
    ),
    ...gaps.map((place) => dot('cross', xs[place] ?? 0, bottom - fontSize * (0.5 + 0.7 * index), 4, cross)),
  ];
}

function draw(data: SweepLinesData, box: Box, palette: Palette, words: SweepLinesWords): SvgNode {
  const frame = sweepFrame(data, box, words);
  const { area: plot, xs, toY, ticks } = frame;
  const { fontSize } = box;
  const ends = data.lines.flatMap(({ name, style, values }) => {
    const last = values.findLastIndex((value) => value !== undefined);
    const end = {
      text: name,
      // Clear of the last point.
      x: (xs[last] ?? 0) + fontSize * 0.2,
      y: toY(values[last]?.mean ?? 0),
      fill: seriesColor(style, palette),
    };
    return last < 0 ? [] : [end];
  });
  const names = coveredBy(placeEnds(ends, plot, fontSize), fontSize);
  return drawing(
    box,
    axes(
      plot,
      box,
      palette,
      { ticks: placeTicks(data.x, xs, box), title: data.x.title },
      { ticks: ticksOn(toY, ticks, words.value), title: titleOf(data, words) },
    ),
    ...fan(data, frame, palette),
    ...data.lines.map((line) => band(line, frame, palette)),
    ...data.lines.flatMap((line) => theory(line, frame, palette)),
    ...data.lines.flatMap((line) => drawLine(line, frame, palette)),
    ...data.lines.flatMap((line, index) => drawPoints(line, index, frame, fontSize, palette)),
    ...answerMarks(data.lines, frame, (place) => data.x.label(data.x.values[place] ?? ''), fontSize, palette),
    ...pointedMarks(data, frame, palette),
    ...lawNames(data.lines, frame, names, box, palette),
    ...measuredMarks(data.measured ?? [], xs, toY, palette),
    ...endLabels(ends, plot, fontSize),
  );
}

function describe({ lines, x }: SweepLinesData, words: SweepLinesWords): string {
  const sentences = lines.flatMap(({ name, values }) => {
    const mean = (value: SweepValue | undefined) => value?.mean;
    const [max, min] = [maxIndex(values, mean), minIndex(values, mean)];
    const [value, lowest] = [mean(values[max]), mean(values[min])];
    if (value === undefined || lowest === undefined) return [];
    const at = (place: number) => x.label(x.values[place] ?? '');
    const facts = {
      value: words.value(value),
      at: at(max),
      lowest: words.value(lowest),
      lowestAt: at(min),
    };
    return [words.sentence({ name, ...facts })];
  });
  return sentences.length > 0 ? prose(sentences) : words.empty;
}

/** The columns of a line: mean, interval, replications and prediction. */
function columnsOf({ name, values, prediction }: SweepLine, unit: Unit, words: SweepLinesWords) {
  const bound = (place: number, end: 0 | 1) => {
    const { mean, half, isAtLeast } = values[place] ?? {};
    if (isAtLeast && end === 0) return mean;
    return mean === undefined || half === undefined ? undefined : intervalAround(mean, half)[end];
  };
  const columns: ColumnOf<unknown>[] = [
    { title: words.column(name, 'mean'), unit, isCurve: true, cell: (_, place) => values[place]?.mean },
    { title: words.column(name, 'low'), unit, cell: (_, place) => bound(place, 0) },
    { title: words.column(name, 'high'), unit, cell: (_, place) => bound(place, 1) },
    { title: words.column(name, 'count'), unit: 'number', cell: (_, place) => values[place]?.count ?? 0 },
  ];
  const ghost: ColumnOf<unknown> = { title: words.ghost(name), unit, cell: (_, place) => prediction[place] };
  return prediction.some(isNumber) ? [...columns, ghost] : columns;
}

export const sweepLines = {
  id: 'sweep-lines',
  draw,
  describe,
  table: ({ x, lines, unit }, words) =>
    tableOf(words.tableCaption, x.values, [
      { title: x.title, unit: 'text', cell: (value) => x.label(value) },
      ...lines.flatMap((line) => columnsOf(line, unit, words)),
    ]),
} as const satisfies ChartSpec<SweepLinesData, SweepLinesWords>;
