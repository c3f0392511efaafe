/**
 * Throughput over time, as far as it has been played: completions per second in equal intervals, one line a side. Behind them
 * each side's mean over the measured window with its 95 % confidence band: where the lines should settle.
 */
import { max } from 'd3-array';
import { durationOf } from '../lib/format.ts';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../scenario/problem.ts';
import { type Change, changeMarks, changeTexts } from './change-marks.ts';
import { type Box, type ChartSpec, spread, textWidth } from './chart.ts';
import { crosshair } from './crosshair.ts';
import { prose } from './prose.ts';
import { fromZero, linear } from './scale.ts';
import { selectedBand } from './selected-band.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { timeTicks } from './time-ticks.ts';

export interface ThroughputSide {
  readonly id: SideName;
  /** Completions per second in each interval; undefined where it has not been played. */
  readonly perSec: readonly (number | undefined)[];
  /** Mean over the measured window, 1/s, and the half-width of its 95 % interval. */
  readonly mean: number | undefined;
  readonly halfWidth: number | undefined;
  /** The whole run as it was counted, from its beginning on, which is known before it is played. */
  readonly counted?: { readonly binNs: number; readonly perSec: readonly number[] } | undefined;
}

export interface ThroughputData {
  readonly fromNs: number;
  readonly binNs: number;
  readonly sides: readonly ThroughputSide[];
  /** Interval that is pointed at, if any. */
  readonly pointed: number | undefined;
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
  readonly unknown: string;
  readonly tableCaption: (bin: string) => string;
  readonly tableTime: string;
  readonly counted: (side: string) => string;
  /** What is pale, and in which steps. */
  readonly pale: (bin: string) => string;
  readonly empty: string;
  readonly last: (
    sides: readonly {
      /** Whether nothing was completed, every interval is the same, or they differ. */
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

const binCount = (data: ThroughputData): number => data.sides[0]?.perSec.length ?? 0;
const known = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);

/** The plot's inside, and how data become pixels. */
export function frameOf(data: ThroughputData, box: Box, words: ThroughputWords) {
  const { fontSize } = box;
  const labels = data.sides.map(({ id, mean }) => `${words.side(id)} ${words.mean(words.number(mean ?? 0))}`);
  const wanted = Math.max(...labels.map((label) => textWidth(label, fontSize) * BOLD), 0) + fontSize;
  // Names, however long, leave the better half to what they name.
  const right = Math.min(wanted, box.width / 2);
  const top = max(
    data.sides.flatMap((side) => [
      ...known(side.perSec),
      ...(side.counted?.perSec ?? []),
      (side.mean ?? 0) + (side.halfWidth ?? 0),
    ]),
  );
  // Before anything has been completed, the axis ends at one completion in an interval.
  const rates = fromZero(Math.max(1e9 / data.binNs, top ?? 0), 5);
  const ticks = linear(rates, [0, 1])
    .ticks(TICKS)
    .map((tick) => words.number(tick));
  const left = Math.max(...ticks.map((label) => textWidth(label, fontSize))) + fontSize * 1.2;
  const area = { left, right: box.width - right, top: fontSize * 2.2, bottom: box.height - fontSize * 3.1 };
  const y = linear(rates, [area.bottom, area.top]);
  const toNs = data.fromNs + data.binNs * binCount(data);
  const x = linear([data.fromNs, toNs], [area.left, area.right]);
  return { area, x, y, toNs };
}

type Plot = ReturnType<typeof frameOf>;

function axes(
  data: ThroughputData,
  { area, x, y, toNs }: Plot,
  box: Box,
  palette: Palette,
  words: ThroughputWords,
): SvgNode {
  const { fontSize } = box;
  const { unit, value } = durationOf(toNs);
  const factor = toNs / value;
  const xInUnit = linear([data.fromNs / factor, toNs / factor], x.range);
  const text = { fill: palette.inkSoft, fontSize };
  const grid = y.ticks(TICKS).flatMap((tick) => [
    svg('line', {
      x1: px(area.left),
      x2: px(area.right),
      y1: px(y(tick)),
      y2: px(y(tick)),
      stroke: palette.line,
    }),
    svg(
      'text',
      { ...text, x: px(area.left - fontSize * 0.5), y: px(y(tick)), dy: '0.32em', textAnchor: 'end' },
      words.number(tick),
    ),
  ]);
  const times = timeTicks(xInUnit, fontSize, words.number).flatMap(({ at, label }) => [
    svg('line', {
      x1: px(at),
      x2: px(at),
      y1: px(area.bottom),
      y2: px(area.bottom + 4),
      stroke: palette.inkSoft,
    }),
    svg('text', { ...text, x: px(at), y: px(area.bottom + fontSize * 1.35), textAnchor: 'middle' }, label),
  ]);
  return svg(
    'g',
    {},
    ...grid,
    ...times,
    svg('line', {
      x1: px(area.left),
      x2: px(area.right),
      y1: px(area.bottom),
      y2: px(area.bottom),
      stroke: palette.inkSoft,
    }),
    svg(
      'text',
      { ...text, x: px(area.right), y: px(area.bottom + fontSize * 2.7), textAnchor: 'end' },
      words.xTitle(unit),
    ),
    svg('text', { ...text, x: 0, y: px(fontSize) }, words.yTitle),
  );
}

function reference({ mean, halfWidth }: ThroughputSide, { area, y }: Plot, color: string): SvgNode[] {
  if (mean === undefined) return [];
  const half = halfWidth ?? 0;
  const [high, low] = [y(mean + half), y(Math.max(0, mean - half))];
  return [
    svg('rect', {
      x: px(area.left),
      y: px(high),
      width: px(area.right - area.left),
      height: px(Math.max(1, low - high)),
      fill: color,
      opacity: 0.16,
    }),
    svg('line', {
      x1: px(area.left),
      x2: px(area.right),
      y1: px(y(mean)),
      y2: px(y(mean)),
      stroke: color,
      strokeDasharray: '5 4',
      opacity: 0.75,
    }),
  ];
}

/** Steps: flat over each interval, broken where nothing is known, as far as the plot goes. */
function stepsOf(values: ThroughputSide['perSec'], fromNs: number, binNs: number, { area, x, y }: Plot) {
  let isDown = false;
  const steps = values.map((value, index) => {
    const [from, to] = [index, index + 1].map((edge) =>
      px(Math.min(area.right, Math.max(area.left, x(fromNs + edge * binNs)))),
    );
    const isSeen = value !== undefined && from !== to;
    const step = isSeen ? `${isDown ? 'L' : 'M'}${from},${px(y(value))}H${to}` : '';
    isDown = isSeen;
    return step;
  });
  return { d: steps.join(''), fill: 'none' };
}

/** What has been played of a side, over what will be, which is pale and thin. */
function lines(
  data: ThroughputData,
  { id, perSec, counted }: ThroughputSide,
  plot: Plot,
  stroke: string,
): SvgNode[] {
  return [
    ...(counted
      ? [
          svg('path', {
            ...stepsOf(counted.perSec, 0, counted.binNs, plot),
            stroke,
            strokeWidth: 1.5,
            opacity: 0.45,
          }),
        ]
      : []),
    svg('path', {
      ...stepsOf(perSec, data.fromNs, data.binNs, plot),
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
  const values = data.sides.map(({ perSec, mean }) => mean ?? known(perSec).at(-1));
  const heights = spread(
    values.map((value) => y(value ?? 0)),
    fontSize * 1.25,
    area.top,
    area.bottom,
  );
  return data.sides.flatMap(({ id, mean }, index) => {
    const value = values[index];
    if (value === undefined) return [];
    const label = mean === undefined ? words.number(value) : words.mean(words.number(value));
    const place = { x: px(area.right + fontSize * 0.5), y: px(heights[index] ?? 0), dy: '0.32em', fontSize };
    return [
      svg('text', { ...place, fill: palette.accent[id], fontWeight: 600 }, `${words.side(id)} ${label}`),
    ];
  });
}

function pointedAt(data: ThroughputData, { area, x, y }: Plot, palette: Palette): SvgNode[] {
  const { pointed, fromNs, binNs } = data;
  if (pointed === undefined) return [];
  const points = data.sides.flatMap(({ id, perSec }) => {
    const value = perSec[pointed];
    return value === undefined ? [] : [{ side: id, y: y(value) }];
  });
  return crosshair(x(fromNs + (pointed + 0.5) * binNs), points, area, palette);
}

function draw(data: ThroughputData, box: Box, palette: Palette, words: ThroughputWords): SvgNode {
  const plot = frameOf(data, box, words);
  return svg(
    'svg',
    { viewBox: `0 0 ${px(box.width)} ${px(box.height)}`, width: px(box.width), height: px(box.height) },
    axes(data, plot, box, palette, words),
    ...selectedBand(data.selected, plot.x, plot.area, palette),
    ...data.sides.flatMap((side) => reference(side, plot, palette.accent[side.id])),
    ...data.sides.flatMap((side) => lines(data, side, plot, palette.accent[side.id])),
    ...changeMarks(data.changes, plot.x, plot.area, box.fontSize, palette),
    ...endLabels(data, plot, box, palette, words),
    ...pointedAt(data, plot, palette),
  );
}

function describe(data: ThroughputData, words: ThroughputWords): string {
  const sides = data.sides.flatMap(({ id, perSec }) => {
    const values = known(perSec);
    const last = values.at(-1);
    if (last === undefined) return [];
    const time = words.instant(data.fromNs + (perSec.lastIndexOf(last) + 1) * data.binNs, data.binNs);
    const [min, most] = [Math.min(...values), Math.max(...values)];
    const extent = most === 0 ? 'nothing' : min === most ? 'single' : 'range';
    const rates = { last: words.number(last), min: words.number(min), max: words.number(most) };
    return [{ extent, side: words.side(id), time, ...rates }] as const;
  });
  const means = data.sides.flatMap(({ id, mean, halfWidth }) => {
    if (mean === undefined) return [];
    const half = halfWidth === undefined ? undefined : words.number(halfWidth);
    return [{ side: words.side(id), mean: words.number(mean), half }];
  });
  const counted = data.sides.find((side) => side.counted)?.counted;
  return prose([
    sides.length > 0 ? words.last(sides) : words.empty,
    ...(means.length > 0 ? [words.means(means)] : []),
    ...(counted ? [words.pale(words.duration(counted.binNs))] : []),
    ...changeTexts(data.changes),
  ]);
}

const withCounted = ({ sides }: ThroughputData) => sides.filter(({ counted }) => counted);

export const throughputOverTime = {
  id: 'throughput-over-time',
  draw,
  describe,
  table: (data, words) => ({
    caption: words.tableCaption(words.duration(data.binNs)),
    columns: [
      { title: words.tableTime, unit: 'ns', isInstant: true },
      ...data.sides.map(({ id }) => ({
        title: words.side(id),
        unit: '1/s' as const,
        isCurve: true as const,
      })),
      ...withCounted(data).map(({ id }) => ({ title: words.counted(words.side(id)), unit: '1/s' as const })),
    ],
    rows: Array.from({ length: binCount(data) }, (_, index) => [
      data.fromNs + index * data.binNs,
      ...data.sides.map(({ perSec }) => perSec[index]),
      ...withCounted(data).map(
        ({ counted }) =>
          counted?.perSec[Math.floor((data.fromNs + (index + 0.5) * data.binNs) / counted.binNs)],
      ),
    ]).filter((row) => row.slice(1).some((cell) => cell !== undefined)),
  }),
} as const satisfies ChartSpec<ThroughputData, ThroughputWords>;
