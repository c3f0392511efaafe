/**
 * A number of requests over the measured window, one line per side: all in progress, or those in one queue.
 * Each step is the exact mean over an interval, so no burst is missed.
 */

import { ascending, maxIndex, sort, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Change, changeMarks, changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, type ColumnOf, tableOf, textWidth, type Unit } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { crosshair } from './marks/crosshair.ts';
import { endLabels } from './marks/end-labels.ts';
import { areaOf, drawing, LINE } from './marks/frame.ts';
import { line, stepPoints } from './marks/line.ts';
import { ruleY } from './marks/rule.ts';
import { selectedBand } from './marks/selected-band.ts';
import { strokeOf } from './marks/series.ts';
import { textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import type { SvgNode } from './svg.ts';
import { durationTicks } from './time-ticks.ts';
import { logScaleOf, scaleFromZero } from './value-scale.ts';

export interface LevelData {
  /** Visible range of model time, ns. */
  readonly shown: readonly [number, number];
  /** Instant under the pointer, ns. */
  readonly pointedNs: number | undefined;
  /** Selected range, ns. */
  readonly selected: readonly [number, number] | undefined;
  readonly changes?: readonly Change[];
  readonly sides: readonly {
    readonly id: SideName;
    /** Start of the first interval, and the interval length. */
    readonly fromNs: number;
    readonly binNs: number;
    readonly means: readonly number[];
  }[];
  /** Upper limits, drawn as labelled lines. */
  readonly limits?: readonly Limit[];
  /** Whether the value axis is logarithmic; empty queues are then drawn at its lower end. */
  readonly isLogarithmic?: boolean;
  /** Unit of the values; absent: number of requests. */
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
  /** @param step distance of axis ticks, if the number labels one */
  readonly number: (value: number, step?: number) => string;
  /** Formats an instant so that it differs from one `apartNs` away. */
  readonly instant: (ns: number, apartNs: number) => string;
  readonly tableCaption: string;
  readonly tableFrom: string;
  readonly sentence: (facts: Record<'side' | 'mean' | 'max' | 'time' | 'isLevel', string>) => string;
  readonly reading: (facts: Record<'time' | 'values', string>) => string;
  /** The metric as a sentence, if the title does not name it. */
  readonly subject?: string | undefined;
  /** The labels of the limits as a sentence. */
  readonly limits?: (labels: readonly string[]) => string;
  readonly empty: string;
}

/** A limit above the largest value by more than this factor is not drawn: it would flatten the lines. */
const MAX_LIMIT_RATIO = 1.5;

type LevelSide = LevelData['sides'][number];

/** The mean of the interval at an instant; undefined outside. */
export const levelAt = ({ fromNs, binNs, means }: LevelSide, ns: number): number | undefined =>
  means[Math.floor((ns - fromNs) / binNs)];

/** The intervals in the visible range. */
const shownSteps = ({ means, fromNs, binNs }: LevelSide, [from, to]: LevelData['shown']) =>
  means
    .map((mean, index) => ({ mean, start: fromNs + index * binNs, end: fromNs + (index + 1) * binNs }))
    .filter(({ start, end }) => end > from && start < to);

/** The plot area, with conversions from data to pixels. */
export function levelFrame(data: LevelData, box: Box, words: LevelWords) {
  const values = data.sides.flatMap((side) => shownSteps(side, data.shown).map(({ mean }) => mean));
  const top = Math.max(1, ...values);
  const limits = (data.limits ?? []).filter(({ value }) => value <= top * MAX_LIMIT_RATIO);
  const all = [top, ...limits.map(({ value }) => value)];
  const { scale, ticks } = data.isLogarithmic
    ? logScaleOf([...values, ...all], 5, 1.3, [0.1, 10])
    : scaleFromZero(all, 4);
  const labels = ticks.map((tick) => words.number(tick));
  const area = areaOf(box, labels, 3.1, 1.8, limits.length);
  const x = scaleLinear(data.shown, [area.left, area.right]);
  return { area, x, y: scale.range([area.bottom, area.top]), ticks, limits };
}

/** Length of a limit's sample line before its name, in font sizes. */
const SAMPLE = 2;

/**
 * A line per limit. Its name is above the plot, where no run crosses it. Long names are shifted left to end
 * within the drawing.
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
    return [
      ruleY(y(value), area.left, area.right, dashed),
      ruleY(below - fontSize * 0.3, start, end, dashed),
      textAt(label, end + fontSize * 0.5, below, { fontSize, fill: palette.accent[id] }),
    ];
  });
}

function draw(data: LevelData, box: Box, palette: Palette, words: LevelWords): SvgNode {
  const frame = levelFrame(data, box, words);
  const { area, x, y, ticks } = frame;
  const { shown, sides, pointedNs } = data;
  const { fontSize } = box;
  const inside = x.copy().clamp(true);
  const lines = sides.map((side) => {
    const steps = shownSteps(side, shown);
    const points = stepPoints(
      steps.map(({ mean, start, end }) => ({ from: inside(start), to: inside(end), y: y(mean) })),
    );
    return line(points, { ...strokeOf(side.id, palette), strokeWidth: 2 });
  });
  const ends = sides.flatMap((side) => {
    const last = shownSteps(side, shown).at(-1);
    const name = { text: side.id.toUpperCase(), fill: palette.accent[side.id] };
    return last ? [{ ...name, x: area.right, y: y(last.mean) }] : [];
  });
  const times = durationTicks(x, shown[1], fontSize, words.number);
  const levels = sides.map((side) => {
    const level = pointedNs === undefined ? undefined : levelAt(side, pointedNs);
    return { side: side.id, y: level === undefined ? undefined : y(level) };
  });
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      { ticks: times.ticks, title: words.xTitle(times.unit) },
      { ticks: ticksOn(y, ticks, (tick) => words.number(tick)), title: words.yTitle },
    ),
    ...selectedBand(data.selected, x, area, palette),
    ...lines,
    ...limitLines(frame, box, palette),
    ...changeMarks(data.changes, x, area, fontSize, palette),
    ...endLabels(ends, area, fontSize),
    ...crosshair(pointedNs === undefined ? undefined : x(pointedNs), levels, area, palette),
  );
}

function describe(data: LevelData, words: LevelWords): string {
  const { shown } = data;
  const sentences = data.sides.flatMap((side) => {
    const steps = shownSteps(side, shown);
    const top = steps[maxIndex(steps, ({ mean }) => mean)];
    if (!top) return [];
    // A partly visible step counts by its visible part.
    const lengthOf = ({ start, end }: (typeof steps)[number]) =>
      Math.min(end, shown[1]) - Math.max(start, shown[0]);
    const mean = words.number(sum(steps, (step) => step.mean * lengthOf(step)) / sum(steps, lengthOf));
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
  const limits = labels.length > 0 && words.limits ? words.limits(labels) : '';
  return prose([words.subject ?? '', ...sentences, limits, ...changeTexts(data.changes, ...shown)]);
}

export const levelOverTime = {
  id: 'level-over-time',
  draw,
  describe,
  table: ({ sides, shown, unit = 'number' as Unit }, words) => {
    // Sides of different duration have different steps: a row begins wherever one begins.
    const starts = new Set(sides.flatMap((side) => shownSteps(side, shown).map(({ start }) => start)));
    return tableOf(words.tableCaption, sort(starts, ascending), [
      { title: words.tableFrom, unit: 'ns', isInstant: true, cell: (start) => start },
      ...sides.map((side): ColumnOf<number> => {
        const cell = (start: number) => levelAt(side, start);
        return { title: side.id.toUpperCase(), unit, isCurve: true, cell };
      }),
    ]);
  },
} as const satisfies ChartSpec<LevelData, LevelWords>;
