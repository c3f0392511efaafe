/**
 * Throughput over time: completions per second in equal steps, one line a side, in full strength as far as it has been played and
 * pale beyond. Behind them each side's mean over the measured window with its 95 % confidence band: where the lines should settle.
 */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { durationOf } from '../lib/format.ts';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Change, changeMarks, changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, spread, textWidth } from './chart.ts';
import { drawing } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { selectedBand } from './marks/selected-band.ts';
import { textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { timeTicks } from './time-ticks.ts';

export interface ThroughputSide {
  readonly id: SideName;
  /** Length of a step, ns; the first one begins with the run. */
  readonly binNs: number;
  /** Completions per second in each step; undefined where that is not known. */
  readonly perSec: readonly (number | undefined)[];
  /** As far as this it has been played, ns; absent: all of it. */
  readonly playedNs?: number;
  /** Whether the whole run has been counted; absent where nothing is, and all that there is has been recorded. */
  readonly isCounted?: boolean;
  /** Mean over the measured window, 1/s, and the half-width of its 95 % interval. */
  readonly mean: number | undefined;
  readonly halfWidth: number | undefined;
}

export interface ThroughputData {
  /** What is shown, ns. */
  readonly fromNs: number;
  readonly toNs: number;
  readonly sides: readonly ThroughputSide[];
  /** Instant that is pointed at, ns, if any. */
  readonly pointedNs: number | undefined;
  /** Part of time that is selected, ns. */
  readonly selected?: readonly [fromNs: number, toNs: number] | undefined;
  readonly changes?: readonly Change[];
}

export interface ThroughputWords {
  readonly xTitle: (unit: string) => string;
  readonly yTitle: string;
  readonly side: (id: SideName) => string;
  readonly mean: (value: string) => string;
  /** @param step between the ticks of the axis whose tick it names */
  readonly number: (value: number, step?: number) => string;
  /** An instant that can be told from one so far away. */
  readonly instant: (ns: number, apartNs: number) => string;
  readonly duration: (ns: number) => string;
  readonly tableCaption: (bin: string) => string;
  readonly tableTime: string;
  /** How long a step is, and where it comes from: a run that has been counted or is being counted. */
  readonly steps: (bin: string, isCounted: boolean) => string;
  readonly empty: string;
  readonly last: (
    sides: readonly {
      /** Whether nothing has been completed since the beginning of the run, every step is the same, or they differ. */
      extent: 'nothing' | 'single' | 'range';
      side: string;
      last: string;
      time: string;
      min: string;
      max: string;
    }[],
  ) => string;
  readonly means: (sides: readonly { side: string; mean: string; half: string | undefined }[]) => string;
}

/** About as many values on the axis of rates. */
const TICKS = 4;
/** Bold type is wider. */
const BOLD = 1.12;

/** A step of a side: from when to when, and its rate, 1/s. */
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

/** The step of a side in which an instant lies. */
export const stepAt = (side: ThroughputSide, ns: number): Step => stepOf(side, Math.floor(ns / side.binNs));

/** The steps of a side between two instants. */
const stepsOf = (side: ThroughputSide, fromNs: number, untilNs: number): Step[] =>
  side.perSec
    .map((_, index) => stepOf(side, index))
    .filter((step) => step.toNs > fromNs && step.fromNs < untilNs);

const known = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ value }) => (value === undefined ? [] : [value]));

/** What of a side has been played of what is shown. */
const playedOf = ({ fromNs, toNs }: ThroughputData, side: ThroughputSide): Step[] =>
  stepsOf(side, fromNs, Math.min(toNs, side.playedNs ?? toNs));

/** Length of the longest step, ns. */
const stepNs = ({ sides }: ThroughputData): number => Math.max(1, ...sides.map(({ binNs }) => binNs));

/** The length of the steps, of each side where they differ. */
const binOf = ({ sides }: ThroughputData, words: ThroughputWords): string =>
  [...new Set(sides.map(({ binNs }) => words.duration(binNs)))].join(' / ');

/** What is written at the end of a side's line: its mean, or a step's rate as long as there is no mean. */
const endLabel = ({ id, mean }: ThroughputSide, value: number, words: ThroughputWords): string =>
  `${words.side(id)} ${mean === undefined ? words.number(value) : words.mean(words.number(value))}`;

/** The plot's inside, and how data become pixels. */
export function frameOf(data: ThroughputData, box: Box, words: ThroughputWords) {
  const { fontSize } = box;
  // Without a mean the label names the last step: room for the largest one keeps the plot's width while it changes.
  const labels = data.sides.map((side) =>
    endLabel(side, side.mean ?? Math.max(0, ...known(stepsOf(side, 0, Infinity))), words),
  );
  const wanted = Math.max(...labels.map((label) => textWidth(label, fontSize) * BOLD), 0) + fontSize;
  // Names, however long, leave the better half to what they name.
  const right = Math.min(wanted, box.width / 2);
  const tops = data.sides.flatMap(({ perSec, mean = 0, halfWidth = 0 }) => [
    mean + halfWidth,
    ...perSec.map((value = 0) => value),
  ]);
  // Before anything has been completed, the axis ends at one completion in a step.
  const rates = nice(0, Math.max(1e9 / stepNs(data), ...tops), 5);
  const ticks = scaleLinear(rates, [0, 1])
    .ticks(TICKS)
    .map((tick) => words.number(tick));
  const left = Math.max(...ticks.map((label) => textWidth(label, fontSize))) + fontSize * 1.2;
  const area = { left, right: box.width - right, top: fontSize * 2.2, bottom: box.height - fontSize * 3.1 };
  const y = scaleLinear(rates, [area.bottom, area.top]);
  const x = scaleLinear([data.fromNs, data.toNs], [area.left, area.right]);
  return { area, x, y };
}

type Plot = ReturnType<typeof frameOf>;

function axes(
  { fromNs, toNs }: ThroughputData,
  { area, x, y }: Plot,
  box: Box,
  palette: Palette,
  words: ThroughputWords,
): SvgNode {
  const { fontSize } = box;
  const { unit, value } = durationOf(toNs);
  const factor = toNs / value;
  const xInUnit = scaleLinear([fromNs / factor, toNs / factor], x.range());
  const text = { fill: palette.inkSoft, fontSize };
  const grid = y.ticks(TICKS).flatMap((tick) => [
    ruleY(y(tick), area.left, area.right, { stroke: palette.line }),
    textAt(words.number(tick), area.left - fontSize * 0.5, y(tick), {
      ...text,
      dy: '0.32em',
      textAnchor: 'end',
    }),
  ]);
  const times = timeTicks(xInUnit, fontSize, words.number).flatMap(({ at, label }) => [
    ruleX(at, area.bottom, area.bottom + 4, { stroke: palette.inkSoft }),
    textAt(label, at, area.bottom + fontSize * 1.35, { ...text, textAnchor: 'middle' }),
  ]);
  return svg(
    'g',
    {},
    ...grid,
    ...times,
    ruleY(area.bottom, area.left, area.right, { stroke: palette.inkSoft }),
    textAt(words.xTitle(unit), area.right, area.bottom + fontSize * 2.7, { ...text, textAnchor: 'end' }),
    textAt(words.yTitle, 0, fontSize, { ...text }),
  );
}

function reference({ mean, halfWidth }: ThroughputSide, { area, y }: Plot, color: string): SvgNode[] {
  if (mean === undefined) return [];
  const half = halfWidth ?? 0;
  const [high, low] = [y(mean + half), y(Math.max(0, mean - half))];
  return [
    barAt(area.left, high, area.right - area.left, Math.max(1, low - high), { fill: color, opacity: 0.16 }),
    ruleY(y(mean), area.left, area.right, { stroke: color, strokeDasharray: '5 4', opacity: 0.75 }),
  ];
}

/** Steps: flat over each interval, broken where nothing is known, as far as the plot and what has been played go. */
function pathOf(steps: readonly Step[], { area, x, y }: Plot, untilPx = area.right) {
  let isDown = false;
  const path = steps.map(({ fromNs, toNs, value }) => {
    const [from, to] = [fromNs, toNs].map((ns) => px(Math.min(untilPx, Math.max(area.left, x(ns)))));
    const isSeen = value !== undefined && from !== to;
    const step = isSeen ? `${isDown ? 'L' : 'M'}${from},${px(y(value))}H${to}` : '';
    isDown = isSeen;
    return step;
  });
  return { d: path.join(''), fill: 'none' };
}

/** What has been played of a side, over all that is known of it, which is pale and thin. */
function lines(data: ThroughputData, side: ThroughputSide, plot: Plot, stroke: string): SvgNode[] {
  const { id, playedNs = data.toNs } = side;
  return [
    ...(side.isCounted
      ? [
          svg('path', {
            ...pathOf(stepsOf(side, data.fromNs, data.toNs), plot),
            stroke,
            strokeWidth: 1.5,
            opacity: 0.45,
          }),
        ]
      : []),
    svg('path', {
      ...pathOf(playedOf(data, side), plot, Math.min(plot.area.right, plot.x(playedNs))),
      stroke,
      strokeWidth: 2.5,
      strokeLinejoin: 'round',
      // Side B is dashed as well as of another colour.
      strokeDasharray: id === 'b' ? '7 3' : undefined,
    }),
  ];
}

function endLabels(
  data: ThroughputData,
  { area, y }: Plot,
  box: Box,
  palette: Palette,
  words: ThroughputWords,
): SvgNode[] {
  const { fontSize } = box;
  const values = data.sides.map((side) => side.mean ?? known(playedOf(data, side)).at(-1));
  const heights = spread(
    values.map((value) => y(value ?? 0)),
    fontSize * 1.25,
    area.top,
    area.bottom,
  );
  return data.sides.flatMap((side, index) => {
    const value = values[index];
    if (value === undefined) return [];
    const place = { x: px(area.right + fontSize * 0.5), y: px(heights[index] ?? 0), dy: '0.32em', fontSize };
    return [
      svg('text', { ...place, fill: palette.accent[side.id], fontWeight: 600 }, endLabel(side, value, words)),
    ];
  });
}

function draw(data: ThroughputData, box: Box, palette: Palette, words: ThroughputWords): SvgNode {
  const plot = frameOf(data, box, words);
  return drawing(
    box,
    axes(data, plot, box, palette, words),
    ...selectedBand(data.selected, plot.x, plot.area, palette),
    ...data.sides.flatMap((side) => reference(side, plot, palette.accent[side.id])),
    ...data.sides.flatMap((side) => lines(data, side, plot, palette.accent[side.id])),
    ...changeMarks(data.changes, plot.x, plot.area, box.fontSize, palette),
    ...endLabels(data, plot, box, palette, words),
  );
}

function describe(data: ThroughputData, words: ThroughputWords): string {
  const sides = data.sides.flatMap((side) => {
    const { id, binNs, playedNs = data.toNs } = side;
    const steps = playedOf(data, side).filter(({ value }) => value !== undefined);
    const end = steps.at(-1);
    if (!end) return [];
    const values = known(steps);
    const [min, most] = [Math.min(...values), Math.max(...values)];
    const untilNs = Math.min(end.toNs, playedNs, data.toNs);
    const isNothing = stepsOf(side, 0, untilNs).every(({ value }) => value === 0);
    const extent = isNothing ? 'nothing' : min === most ? 'single' : 'range';
    const time = words.instant(untilNs, binNs / 100);
    const rates = { last: words.number(end.value ?? 0), min: words.number(min), max: words.number(most) };
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
    ...(counted.length > 0 ? [words.steps(binOf(data, words), counted.every(Boolean))] : []),
    ...changeTexts(data.changes),
  ]);
}

export const throughputOverTime = {
  id: 'throughput-over-time',
  draw,
  describe,
  table: (data, words) => {
    const steps = data.sides.map((side) => stepsOf(side, data.fromNs, data.toNs));
    // Runs that are not equally long have other steps: a row begins where one of them does.
    const starts = new Set(steps.flat().map(({ fromNs }) => fromNs));
    return {
      caption: words.tableCaption(binOf(data, words)),
      columns: [
        { title: words.tableTime, unit: 'ns', isInstant: true },
        ...data.sides.map(({ id }) => ({
          title: words.side(id),
          unit: '1/s' as const,
          isCurve: true as const,
        })),
      ],
      rows: [...starts]
        .sort((one, other) => one - other)
        .map((ns) => [ns, ...data.sides.map((side) => stepAt(side, ns).value)])
        .filter((row) => row.slice(1).some((cell) => cell !== undefined)),
    };
  },
} as const satisfies ChartSpec<ThroughputData, ThroughputWords>;
