/**
 * A number of requests over the measured window, one line a side: all that are in progress, or those in one queue. Each step
 * is the mean over an interval, exactly, so that no burst between two looks is missed.
 */

import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Change, changeMarks, changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { areaOf, axes, drawing, LINE, strokeOf } from './marks/axes.ts';
import { crosshair } from './marks/crosshair.ts';
import { line, stepPoints } from './marks/line.ts';
import { ruleY } from './marks/rule.ts';
import { selectedBand } from './marks/selected-band.ts';
import { textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { timeTicks } from './time-ticks.ts';
import { logScaleOf, scaleFromZero } from './value-scale.ts';

export interface LevelData {
  /** The part of model time that is shown, ns. */
  readonly shown: readonly [number, number];
  /** Instant that is pointed at, ns. */
  readonly pointedNs: number | undefined;
  /** Part that is selected, ns. */
  readonly selected: readonly [number, number] | undefined;
  readonly changes?: readonly Change[];
  readonly sides: readonly {
    readonly id: SideName;
    /** Where the first interval begins, and how long each is. */
    readonly fromNs: number;
    readonly binNs: number;
    readonly means: readonly number[];
  }[];
  /** Values that a side cannot exceed, as labelled lines. */
  readonly limits?: readonly Limit[];
  /** Whether the axis of values is logarithmic instead of beginning at zero; empty queues then lie on its beginning. */
  readonly isLogarithmic?: boolean;
  /** Of the values; absent: a number of requests. */
  readonly unit?: '1/s';
}

export interface Limit {
  readonly id: SideName;
  readonly value: number;
  readonly label: string;
}

export interface LevelWords {
  readonly xTitle: (unit: string) => string;
  readonly yTitle: string;
  /** @param step between the ticks of the axis whose tick it names */
  readonly number: (value: number, step?: number) => string;
  /** An instant that can be told from one so far away. */
  readonly instant: (ns: number, apartNs: number) => string;
  readonly tableCaption: string;
  readonly tableFrom: string;
  readonly sentence: (facts: Record<'side' | 'mean' | 'max' | 'time' | 'isLevel', string>) => string;
  readonly reading: (facts: Record<'time' | 'values', string>) => string;
  /** Of what the numbers are, as a sentence, where the title does not say it. */
  readonly subject?: string | undefined;
  /** The labels of the limits, as a sentence. */
  readonly limits?: (labels: readonly string[]) => string;
  readonly empty: string;
}

/** A limit that is further above everything else than this would only make the lines flat. */
const FAR = 1.5;

/** The interval an instant lies in; undefined outside. */
export function levelAt(
  { fromNs, binNs, means }: LevelData['sides'][number],
  ns: number,
): number | undefined {
  return means[Math.floor((ns - fromNs) / binNs)];
}

/** The intervals that overlap what is shown. */
function shownSteps(side: LevelData['sides'][number], [from, to]: LevelData['shown']) {
  return side.means
    .map((mean, index) => ({
      mean,
      start: side.fromNs + index * side.binNs,
      end: side.fromNs + (index + 1) * side.binNs,
    }))
    .filter(({ start, end }) => end > from && start < to);
}

/** The plot's inside, and how data become pixels. */
export function levelFrame(data: LevelData, box: Box, words: LevelWords) {
  const values = data.sides.flatMap((side) => shownSteps(side, data.shown).map(({ mean }) => mean));
  const top = Math.max(1, ...values);
  const limits = (data.limits ?? []).filter(({ value }) => value <= top * FAR);
  const all = [top, ...limits.map(({ value }) => value)];
  const { scale, ticks } = data.isLogarithmic
    ? logScaleOf([...values, ...all], 5, 1.3, [0.1, 10])
    : scaleFromZero(all, 4);
  const area = areaOf(
    box,
    ticks.map((tick) => words.number(tick)),
    3.1,
    1.8,
    limits.length,
  );
  const x = scaleLinear(data.shown, [area.left, area.right]);
  return { area, x, y: scale.range([area.bottom, area.top]), ticks, limits };
}

/** Length of a piece of a limit's line before its name, in sizes of type. */
const SAMPLE = 2;

/**
 * A line for each limit. What it is stands above the plot: a run that is at its limit would run through its name. Long names begin where
 * they end within the drawing.
 */
function limitLines(
  { area, y, limits }: ReturnType<typeof levelFrame>,
  { width, fontSize }: Box,
  palette: Palette,
): SvgNode[] {
  const widest = Math.max(0, ...limits.map(({ label }) => textWidth(label, fontSize)));
  const start = Math.max(0, Math.min(area.left, width - widest - fontSize * (SAMPLE + 0.5)));
  return limits.flatMap(({ id, value, label }, index) => {
    const dashed = { stroke: palette.accent[id], strokeWidth: 1.5, strokeDasharray: '1 3' };
    const below = area.top - fontSize * (0.7 + LINE * (limits.length - 1 - index));
    const end = start + fontSize * SAMPLE;
    const at = px(below - fontSize * 0.3);
    return [
      ruleY(y(value), area.left, area.right, dashed),
      ruleY(at, start, end, dashed),
      textAt(label, end + fontSize * 0.5, below, { fontSize, fill: palette.accent[id] }),
    ];
  });
}

function draw(data: LevelData, box: Box, palette: Palette, words: LevelWords): SvgNode {
  const frame = levelFrame(data, box, words);
  const { area, x, y, ticks } = frame;
  const { unit, value } = durationOf(data.shown[1]);
  const factor = data.shown[1] / value;
  const inUnit = scaleLinear([data.shown[0] / factor, data.shown[1] / factor], x.range());
  const lines = data.sides.map((side) => {
    const inside = x.copy().clamp(true);
    const steps = shownSteps(side, data.shown).map(({ mean, start, end }) => ({
      from: inside(start),
      to: inside(end),
      y: y(mean),
    }));
    return line(stepPoints(steps), { ...strokeOf(side.id, palette), strokeWidth: 2 });
  });
  const pointed = data.pointedNs;
  const cross =
    pointed === undefined || pointed < data.shown[0] || pointed > data.shown[1]
      ? []
      : crosshair(
          x(pointed),
          data.sides.flatMap((side) => {
            const level = levelAt(side, pointed);
            return level === undefined ? [] : [{ side: side.id, y: y(level) }];
          }),
          area,
          palette,
        );
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      {
        ticks: timeTicks(inUnit, box.fontSize, words.number),
        title: words.xTitle(unit),
        titleLine: 2.7,
      },
      { ticks: ticks.map((tick) => ({ at: y(tick), label: words.number(tick) })), title: words.yTitle },
    ),
    ...selectedBand(data.selected, x, area, palette),
    ...lines,
    ...limitLines(frame, box, palette),
    ...changeMarks(data.changes, x, area, box.fontSize, palette),
    ...endNames(data, area.right, y, box, palette),
    ...cross,
  );
}

/** Which line is whose, where it ends. */
function endNames(data: LevelData, right: number, y: (value: number) => number, box: Box, palette: Palette) {
  const ends = data.sides.map((side) => shownSteps(side, data.shown).at(-1)?.mean);
  const isClose = ends.length === 2 && Math.abs(y(ends[0] ?? 0) - y(ends[1] ?? 0)) < box.fontSize * 1.1;
  return data.sides.flatMap(({ id }, index) => {
    const end = ends[index];
    if (end === undefined) return [];
    // Two lines that end together: their names stand beside each other.
    const place = {
      x: px(right + box.fontSize * (isClose ? 0.2 + index * 0.8 : 0.4)),
      y: px(y(end)),
      dy: '0.32em',
    };
    return [
      svg(
        'text',
        { ...place, fontSize: px(box.fontSize), fontWeight: 600, fill: palette.accent[id] },
        id.toUpperCase(),
      ),
    ];
  });
}

function describe(data: LevelData, words: LevelWords): string {
  const { shown } = data;
  const sentences = data.sides.flatMap((side) => {
    const steps = shownSteps(side, shown);
    if (steps.length === 0) return [];
    const top = steps.reduce((most, step) => (step.mean > most.mean ? step : most));
    // Of a step that is shown in part, that part counts.
    const shares = steps.map(({ start, end }) => Math.min(end, shown[1]) - Math.max(start, shown[0]));
    const area = steps.reduce((sum, step, index) => sum + step.mean * (shares[index] ?? 0), 0);
    const mean = words.number(area / shares.reduce((sum, share) => sum + share, 0));
    const isLevel = steps.every((step) => words.number(step.mean) === mean);
    return [
      words.sentence({
        side: side.id.toUpperCase(),
        mean,
        max: words.number(top.mean),
        isLevel: String(isLevel),
        time: words.instant(top.start, side.binNs),
      }),
    ];
  });
  if (sentences.length === 0) return words.empty;
  const labels = (data.limits ?? []).map(({ label }) => label);
  const limits = labels.length > 0 && words.limits ? [words.limits(labels)] : [];
  const subject = words.subject === undefined ? [] : [words.subject];
  return prose([...subject, ...sentences, ...limits, ...changeTexts(data.changes, ...shown)]);
}

export const levelOverTime = {
  id: 'level-over-time',
  draw,
  describe,
  table: (data, words) => {
    // Runs that are not equally long have other steps: a row begins where one of them does.
    const steps = data.sides.flatMap((side) => shownSteps(side, data.shown));
    const starts = [...new Set(steps.map(({ start }) => start))].sort((one, other) => one - other);
    return {
      caption: words.tableCaption,
      columns: [
        { title: words.tableFrom, unit: 'ns', isInstant: true },
        ...data.sides.map(({ id }) => ({
          title: id.toUpperCase(),
          unit: data.unit ?? ('number' as const),
          isCurve: true as const,
        })),
      ],
      rows: starts.map((start) => [start, ...data.sides.map((side) => levelAt(side, start))]),
    };
  },
} as const satisfies ChartSpec<LevelData, LevelWords>;
