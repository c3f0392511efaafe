/**
 * Throughput over time: completions per second in equal steps, one line per side; the part not yet played is
 * pale. Behind it is each side's mean over the measured window with its 95 % confidence band.
 */

import { ascending, nice, sort } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Change, changeMarks, changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, type ColumnOf, tableOf, textWidth } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { crosshair } from './marks/crosshair.ts';
import { endLabels } from './marks/end-labels.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { line, stepPoints } from './marks/line.ts';
import { ruleY } from './marks/rule.ts';
import { selectedBand } from './marks/selected-band.ts';
import { strokeOf } from './marks/series.ts';
import { prose } from './prose.ts';
import type { SvgNode } from './svg.ts';
import { durationTicks } from './time-ticks.ts';

export interface ThroughputSide {
  readonly id: SideName;
  /** Length of a step, ns; the first begins with the run. */
  readonly binNs: number;
  /** Completions per second in each step; undefined if unknown. */
  readonly perSec: readonly (number | undefined)[];
  /** End of the played part, ns; absent: all. */
  readonly playedNs?: number;
  /** Whether the whole run has been simulated; absent for recordings. */
  readonly isCounted?: boolean;
  /** Mean over the measured window, 1/s, and the half-width of its 95 % interval. */
  readonly mean: number | undefined;
  readonly halfWidth: number | undefined;
  /** Rates between which a real machine varies, 1/s: the band then, instead of the interval of the mean. */
  readonly noise?: readonly [low: number, high: number] | undefined;
}

export interface ThroughputData {
  /** Visible range, ns. */
  readonly fromNs: number;
  readonly toNs: number;
  readonly sides: readonly ThroughputSide[];
  /** Instant under the pointer, ns. */
  readonly pointedNs: number | undefined;
  /** Selected range, ns. */
  readonly selected?: readonly [fromNs: number, toNs: number] | undefined;
  readonly changes?: readonly Change[];
}

export interface ThroughputWords {
  readonly xTitle: (unit: string) => string;
  readonly yTitle: string;
  readonly side: (id: SideName) => string;
  readonly mean: (value: string) => string;
  /** @param step distance of axis ticks, if the number labels one */
  readonly number: (value: number, step?: number) => string;
  /** Formats an instant so that it differs from one `apartNs` away. */
  readonly instant: (ns: number, apartNs: number) => string;
  readonly duration: (ns: number) => string;
  readonly tableCaption: (bin: string) => string;
  readonly tableTime: string;
  /** Describes the step length and its source: a finished or a running simulation. */
  readonly steps: (bin: string, isCounted: boolean) => string;
  readonly empty: string;
  readonly last: (
    sides: readonly {
      /** Whether there were no completions, all steps are equal, or they differ. */
      extent: 'nothing' | 'single' | 'range';
      side: string;
      last: string;
      time: string;
      min: string;
      max: string;
    }[],
  ) => string;
  /** Describes the band of a real machine's noise. */
  readonly noise?: (facts: { side: string; low: string; high: string }) => string;
  readonly means: (sides: readonly { side: string; mean: string; half: string | undefined }[]) => string;
}

/** Approximate number of ticks on the rate axis. */
const TICKS = 4;
/** Bold type is wider, of some fonts by a quarter. */
const BOLD = 1.25;

/** A step of a side: start, end and rate, 1/s. */
export interface Step {
  readonly fromNs: number;
  readonly toNs: number;
  readonly value: number | undefined;
}

const stepOf = ({ binNs, perSec }: ThroughputSide, index: number): Step => ({
  fromNs: index * binNs,
  toNs: (index + 1) * binNs,
  value: perSec[index],
});

/** The step of a side at an instant. */
export const stepAt = (side: ThroughputSide, ns: number): Step => stepOf(side, Math.floor(ns / side.binNs));

/** The steps of a side in an interval. */
function stepsOf(side: ThroughputSide, fromNs: number, untilNs: number): Step[] {
  const { binNs, perSec } = side;
  const steps: Step[] = [];
  // A range on screen is a small part of a run.
  const first = Math.max(0, Math.floor(fromNs / binNs) - 1);
  for (let index = first; index < perSec.length && index * binNs < untilNs; index++) {
    const step = stepOf(side, index);
    if (step.toNs > fromNs) steps.push(step);
  }
  return steps;
}

const known = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ value }) => (value === undefined ? [] : [value]));

/** The played part of a side within the visible range. */
const playedOf = ({ fromNs, toNs }: ThroughputData, side: ThroughputSide): Step[] =>
  stepsOf(side, fromNs, Math.min(toNs, side.playedNs ?? toNs));

/** Length of the longest step, ns. */
const stepNs = ({ sides }: ThroughputData): number => Math.max(1, ...sides.map(({ binNs }) => binNs));

/** The step length, per side if they differ. */
const binOf = ({ sides }: ThroughputData, words: ThroughputWords): string =>
  [...new Set(sides.map(({ binNs }) => words.duration(binNs)))].join(' / ');

/** The label at the end of a side's line: its mean, else the rate of its last step. */
const endLabel = ({ id, mean }: ThroughputSide, value: number, words: ThroughputWords): string =>
  `${words.side(id)} ${mean === undefined ? words.number(value) : words.mean(words.number(value))}`;

/** The plot area, with conversions from data to pixels. */
export function frameOf(data: ThroughputData, box: Box, words: ThroughputWords) {
  const { fontSize } = box;
  // Without a mean the label shows the last step; it has room for the largest, so that the plot width stays
  // constant.
  const labels = data.sides.map((side) =>
    endLabel(side, side.mean ?? Math.max(0, ...known(stepsOf(side, 0, Infinity))), words),
  );
  const labelWidth = Math.max(...labels.map((label) => textWidth(label, fontSize) * BOLD), 0) + fontSize;
  // Names take at most half of the width.
  const right = Math.min(labelWidth, box.width / 2);
  const tops = data.sides.flatMap(({ perSec, mean = 0, halfWidth = 0, noise = [0, 0] }) => [
    mean + halfWidth,
    noise[1],
    ...perSec.map((value = 0) => value),
  ]);
  // Before the first completion, the axis ends at one completion per step.
  const rates = nice(0, Math.max(1e9 / stepNs(data), ...tops), 5);
  const ticks = scaleLinear(rates, [0, 1]).ticks(TICKS);
  const numbers = ticks.map((tick) => words.number(tick));
  const area = { ...areaOf(box, numbers, 3.1), right: box.width - right };
  const y = scaleLinear(rates, [area.bottom, area.top]);
  const x = scaleLinear([data.fromNs, data.toNs], [area.left, area.right]);
  return { area, x, y };
}

type Plot = ReturnType<typeof frameOf>;

/** The mean of a side over the measured window, with its 95 % interval or the machine's noise. */
function reference(side: ThroughputSide, { area, y }: Plot, palette: Palette) {
  const { id, mean, halfWidth: half = 0, noise } = side;
  if (mean === undefined) return [];
  const color = palette.accent[id];
  const [lowest, highest] = noise ?? [Math.max(0, mean - half), mean + half];
  const [high, low] = [y(highest), y(lowest)];
  const band = { fill: color, opacity: 0.16 };
  return [
    barAt(area.left, high, area.right - area.left, Math.max(1, low - high), band),
    ruleY(y(mean), area.left, area.right, { stroke: color, strokeDasharray: '5 4', opacity: 0.75 }),
  ];
}

/** Steps as a line with gaps at unknown values, clipped to the plot and the played part. */
function stepLine(
  steps: readonly Step[],
  { area, x, y }: Plot,
  untilPx: number,
  style: SvgNode['attributes'],
) {
  const inside = (ns: number) => Math.min(untilPx, Math.max(area.left, x(ns)));
  const parts = steps.map(({ fromNs, toNs, value }) => {
    const [from, to] = [inside(fromNs), inside(toNs)];
    return { from, to, y: value === undefined || from === to ? undefined : y(value) };
  });
  return line(stepPoints(parts), style);
}

/** The played part of a side, over the pale line of all its known steps. */
function lines(data: ThroughputData, side: ThroughputSide, plot: Plot, palette: Palette): SvgNode[] {
  const { id, playedNs = data.toNs, isCounted } = side;
  const { right } = plot.area;
  const pale = { stroke: palette.accent[id], strokeWidth: 1.5, opacity: 0.45 };
  const known = stepsOf(side, data.fromNs, data.toNs);
  const played = Math.min(right, plot.x(playedNs));
  return [
    ...(isCounted ? [stepLine(known, plot, right, pale)] : []),
    stepLine(playedOf(data, side), plot, played, strokeOf(id, palette)),
  ];
}

function draw(data: ThroughputData, box: Box, palette: Palette, words: ThroughputWords): SvgNode {
  const plot = frameOf(data, box, words);
  const { area, x, y } = plot;
  const times = durationTicks(x, data.toNs, box.fontSize, words.number);
  const ends = data.sides.flatMap((side) => {
    const value = side.mean ?? known(playedOf(data, side)).at(-1);
    if (value === undefined) return [];
    const text = endLabel(side, value, words);
    return [{ text, x: area.right, y: y(value), fill: palette.accent[side.id] }];
  });
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      { ticks: times.ticks, title: words.xTitle(times.unit) },
      { ticks: ticksOn(y, y.ticks(TICKS), (tick) => words.number(tick)), title: words.yTitle },
    ),
    ...selectedBand(data.selected, x, area, palette),
    ...data.sides.flatMap((side) => reference(side, plot, palette)),
    ...data.sides.flatMap((side) => lines(data, side, plot, palette)),
    ...changeMarks(data.changes, x, area, box.fontSize, palette),
    ...endLabels(ends, area, box.fontSize),
  );
}

/** The instant under the pointer, above the lines. Empty outside the visible range. */
export function pointedMarks(
  data: ThroughputData,
  box: Box,
  palette: Palette,
  words: ThroughputWords,
): SvgNode[] {
  const { pointedNs, sides } = data;
  if (pointedNs === undefined) return [];
  const { area, x, y } = frameOf(data, box, words);
  const points = sides.map((side) => {
    const { value } = stepAt(side, pointedNs);
    return { side: side.id, y: value === undefined ? undefined : y(value) };
  });
  return crosshair(x(pointedNs), points, area, palette);
}

function describe(data: ThroughputData, words: ThroughputWords): string {
  const sides = data.sides.flatMap((side) => {
    const { id, binNs, playedNs = data.toNs } = side;
    const steps = playedOf(data, side).filter(({ value }) => value !== undefined);
    const end = steps.at(-1);
    if (!end) return [];
    const values = known(steps);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    const untilNs = Math.min(end.toNs, playedNs, data.toNs);
    const isNothing = stepsOf(side, 0, untilNs).every(({ value }) => value === 0);
    const extent = isNothing ? 'nothing' : min === max ? 'single' : 'range';
    const time = words.instant(untilNs, binNs / 100);
    const rates = { last: words.number(end.value ?? 0), min: words.number(min), max: words.number(max) };
    return [{ extent, side: words.side(id), time, ...rates }] as const;
  });
  const means = data.sides.flatMap(({ id, mean, halfWidth }) => {
    if (mean === undefined) return [];
    const half = halfWidth === undefined ? undefined : words.number(halfWidth);
    return [{ side: words.side(id), mean: words.number(mean), half }];
  });
  const counted = data.sides.flatMap(({ isCounted }) => isCounted ?? []);
  return prose([
    sides.length > 0 ? words.last(sides) : words.empty,
    ...(means.length > 0 ? [words.means(means)] : []),
    ...data.sides.flatMap(({ id, noise }) =>
      noise && words.noise
        ? [words.noise({ side: words.side(id), low: words.number(noise[0]), high: words.number(noise[1]) })]
        : [],
    ),
    ...(counted.length > 0 ? [words.steps(binOf(data, words), counted.every(Boolean))] : []),
    ...changeTexts(data.changes),
  ]);
}

export const throughputOverTime = {
  id: 'throughput-over-time',
  draw,
  describe,
  table: (data, words) => {
    const steps = data.sides.flatMap((side) => stepsOf(side, data.fromNs, data.toNs));
    // Sides of different duration have different steps: a row begins wherever one begins.
    const starts = sort(new Set(steps.map(({ fromNs }) => fromNs)), ascending);
    const isKnown = (ns: number) => data.sides.some((side) => stepAt(side, ns).value !== undefined);
    return tableOf(words.tableCaption(binOf(data, words)), starts.filter(isKnown), [
      { title: words.tableTime, unit: 'ns', isInstant: true, cell: (ns) => ns },
      ...data.sides.map((side): ColumnOf<number> => {
        const cell = (ns: number) => stepAt(side, ns).value;
        return { title: words.side(side.id), unit: '1/s', isCurve: true, cell };
      }),
    ]);
  },
} as const satisfies ChartSpec<ThroughputData, ThroughputWords>;
