/**
 * A figure of several systems along a knob, with 95 % bands; what the laws allow as thin lines, their crossings, and what
 * somebody had predicted as a ghost. Points that cannot be simulated are gaps with a cross on the axis.
 */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, spread, textWidth, type Unit } from './chart.ts';
import type { Spot } from './label-place.ts';
import { areaOf, axes, drawing, logTicks } from './marks/axes.ts';
import { area } from './marks/line.ts';
import { ruleX } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { seriesColor, seriesMark, seriesStroke } from './series-style.ts';
import { known, lineOf, type Plot } from './stretches.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { labelled, placesOn, type SweepAxis } from './sweep-axis.ts';
import { measuredMarks, type SweepMeasured } from './sweep-measured.ts';
import { lawNames, type Theory, theory } from './sweep-theory.ts';
import type { Scale } from './value-scale.ts';

export interface SweepValue {
  readonly mean: number;
  readonly half: number | undefined;
  readonly count: number;
  /** Whether it is a lower bound, without an interval. */
  readonly isAtLeast?: boolean | undefined;
}

export interface SweepLine extends Theory {
  readonly name: string;
  /** Number of its system, for colour and shape. */
  readonly style: number;
  /** By place; undefined before anything has been run there. */
  readonly values: readonly (SweepValue | undefined)[];
  /** Places that cannot be simulated. */
  readonly gaps: readonly number[];
  readonly prediction: readonly (number | undefined)[];
}

export interface SweepLinesData {
  readonly x: SweepAxis;
  readonly lines: readonly SweepLine[];
  readonly unit: Unit;
  readonly isLogY: boolean;
  /** The lines are percentiles of one system, in rising order: what lies between them is filled. */
  readonly isFan?: boolean;
  /** What was measured of the same systems. */
  readonly measured?: readonly SweepMeasured[];
  /** The place that is pointed at, in this drawing or in another one of the same sweep. */
  readonly pointed?: number | undefined;
  /** Where the vertical axis ends and, if logarithmic, begins: several drawings of one sweep share it. */
  readonly most?: number;
  readonly least?: number;
}

export interface SweepLinesWords {
  readonly yTitle: string;
  readonly value: (value: number) => string;
  readonly ghost: (name: string) => string;
  /** What the bands are, over how many replications ("5", "5–20"). */
  readonly bands: (count: string) => string;
  readonly tableCaption: string;
  readonly column: (name: string, part: 'mean' | 'low' | 'high' | 'count') => string;
  readonly sentence: (facts: {
    name: string;
    value: string;
    at: string;
    lowest: string;
    lowestAt: string;
  }) => string;
  readonly empty: string;
}

/** The largest value that must be seen. */
export const largest = (lines: readonly SweepLine[], measured: readonly SweepMeasured[] = []): number =>
  Math.max(
    0,
    ...measured.map(({ seen, high = seen }) => high),
    ...lines.flatMap(({ values, prediction }) => [
      ...values.flatMap((value) => (value ? [value.mean + (value.half ?? 0)] : [])),
      ...prediction.filter(known),
    ]),
  );

/** The smallest value above 0. */
export const smallest = (lines: readonly SweepLine[]): number =>
  Math.min(
    ...lines.flatMap(({ values }) =>
      values.flatMap((value) => (value && value.mean > 0 ? [value.mean] : [])),
    ),
  );

export interface SweepFrame {
  readonly area: ReturnType<typeof areaOf>;
  /** Of each place, px. */
  readonly xs: readonly number[];
  readonly y: Scale;
  /** Value to px, and back. */
  readonly toY: (value: number) => number;
  readonly toValue: (at: number) => number;
  readonly ticks: readonly number[];
}

/** Where everything is: also for those who point at it or draw into it. */
export function sweepFrame(data: SweepLinesData, box: Box, words: SweepLinesWords): SweepFrame {
  const most = data.most ?? largest(data.lines, data.measured);
  const least = Math.min(most, data.least ?? smallest(data.lines));
  const isLog = data.isLogY && least > 0 && most > least;
  const domain = isLog ? ([least / 1.3, most * 1.3] as const) : nice(0, most > 0 ? most : 1, 5);
  const ticks = isLog ? logTicks(domain[0], domain[1], 7) : scaleLinear(domain, [0, 1]).ticks(5);
  const names = Math.max(0, ...data.lines.map(({ name }) => textWidth(name, box.fontSize)));
  const area = areaOf(
    box,
    ticks.map(words.value),
    3.2,
    Math.min(names / box.fontSize + 1.2, (box.width * 0.3) / box.fontSize),
  );
  const scaled = isLog ? ([Math.log(domain[0]), Math.log(domain[1])] as const) : domain;
  const y = scaleLinear(scaled, [area.bottom, area.top]);
  const share = (at: number) => (area.bottom - at) / (area.bottom - area.top);
  const back = (at: number) => scaled[0] + share(at) * (scaled[1] - scaled[0]);
  return {
    area,
    xs: placesOn(data.x, area.left + box.fontSize * 0.6, area.right - box.fontSize * 0.6),
    y,
    toY: (value) => y(isLog ? Math.log(Math.max(value, domain[0])) : value),
    toValue: (at) => (isLog ? Math.exp(back(at)) : back(at)),
    ticks,
  };
}

function band({ values, style }: SweepLine, { xs, toY }: SweepFrame, palette: Palette): SvgNode {
  const between = values.map((value, place) =>
    value?.half === undefined
      ? undefined
      : { x: xs[place] ?? 0, low: toY(value.mean - value.half), high: toY(value.mean + value.half) },
  );
  return area(between, { fill: seriesColor(style, palette), opacity: 0.18 });
}

/** What lies between neighbouring percentiles, where both are known. */
function fan({ lines, isFan }: SweepLinesData, { xs, toY }: SweepFrame, palette: Palette): SvgNode[] {
  if (!isFan) return [];
  return lines.slice(1).map((upper, index) => {
    const between = upper.values.map((value, place) => {
      const lower = lines[index]?.values[place];
      return value && lower && { x: xs[place] ?? 0, low: toY(lower.mean), high: toY(value.mean) };
    });
    return area(between, { fill: palette.accent.a, opacity: 0.24 - 0.06 * index });
  });
}

/** A line through the place that is pointed at, and a ring around each value there. */
function crosshair({ pointed, lines }: SweepLinesData, { xs, toY, area }: Plot, palette: Palette): SvgNode[] {
  const x = pointed === undefined ? undefined : xs[pointed];
  if (pointed === undefined || x === undefined) return [];
  return [
    ruleX(x, area.top, area.bottom, { stroke: palette.ink, strokeDasharray: '2 2' }),
    ...lines.flatMap(({ values }) => {
      const value = values[pointed];
      return value
        ? [svg('circle', { cx: px(x), cy: px(toY(value.mean)), r: 6, fill: 'none', stroke: palette.ink })]
        : [];
    }),
  ];
}

/** The title of the vertical axis, which says of the bands what they are. */
function titleOf({ lines }: SweepLinesData, words: SweepLinesWords): string {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  if (!values.some(({ half }) => half !== undefined)) return words.yTitle;
  const counts = values.map(({ count }) => count);
  const ends = [Math.min(...counts), Math.max(...counts)];
  return `${words.yTitle} · ${words.bands([...new Set(ends)].join('–'))}`;
}

function draw(data: SweepLinesData, box: Box, palette: Palette, words: SweepLinesWords): SvgNode {
  const frame = sweepFrame(data, box, words);
  const { area: plot, xs, toY, ticks } = frame;
  const { fontSize } = box;
  const ends = data.lines.flatMap((line) => {
    const last = line.values.findLastIndex((value) => value !== undefined);
    return last < 0 ? [] : [{ line, x: xs[last] ?? 0, y: toY(line.values[last]?.mean ?? 0) }];
  });
  const labels = spread(
    ends.map(({ y }) => y),
    fontSize * 1.15,
    plot.top + fontSize * 0.5,
    plot.bottom - fontSize * 0.3,
  );
  const nameX = (x: number) => x + fontSize * 0.7;
  const names = ends.flatMap(({ line, x }, index) =>
    [-0.4, 0, 0.4].map((ems): Spot[] => {
      const y = (labels[index] ?? 0) + ems * fontSize;
      return [
        [nameX(x), y],
        [nameX(x) + textWidth(line.name, fontSize), y],
      ];
    }),
  );
  return drawing(
    box,
    axes(
      plot,
      box,
      palette,
      {
        ticks: labelled(data.x, xs, box).map((place) => ({
          at: xs[place] ?? 0,
          label: data.x.label(data.x.values[place] ?? ''),
        })),
        title: data.x.title,
        titleLine: 2.75,
      },
      {
        ticks: ticks.map((tick) => ({ at: toY(tick), label: words.value(tick) })),
        title: titleOf(data, words),
      },
    ),
    ...fan(data, frame, palette),
    ...data.lines.map((line) => band(line, frame, palette)),
    ...data.lines.flatMap((line) => theory(line, frame, palette)),
    ...data.lines.map((line) =>
      lineOf(line.prediction, frame, {
        fill: 'none',
        stroke: seriesColor(line.style, palette),
        strokeWidth: 6,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        opacity: 0.28,
      }),
    ),
    ...data.lines.map((line) =>
      lineOf(
        line.values.map((value) => value?.mean),
        frame,
        seriesStroke(line.style, palette),
      ),
    ),
    ...data.lines.flatMap((line) =>
      line.values.flatMap((value, place) =>
        value ? [seriesMark(line.style, xs[place] ?? 0, toY(value.mean), palette)] : [],
      ),
    ),
    ...crosshair(data, frame, palette),
    ...lawNames(data.lines, frame, names, box, palette),
    ...measuredMarks(data.measured ?? [], xs, toY, palette),
    ...data.lines.flatMap((line) =>
      line.gaps.map((place) => {
        const [x, y, r] = [
          xs[place] ?? 0,
          plot.bottom - fontSize * (0.5 + 0.7 * data.lines.indexOf(line)),
          4,
        ];
        return svg('path', {
          d: `M${px(x - r)} ${px(y - r)}L${px(x + r)} ${px(y + r)}M${px(x - r)} ${px(y + r)}L${px(x + r)} ${px(y - r)}`,
          stroke: seriesColor(line.style, palette),
          strokeWidth: 2,
        });
      }),
    ),
    ...ends.map(({ line, x }, index) =>
      textAt(line.name, nameX(x), labels[index] ?? 0, {
        dy: '0.32em',
        fontSize,
        fontWeight: 600,
        fill: seriesColor(line.style, palette),
      }),
    ),
  );
}

function describe({ lines, x }: SweepLinesData, words: SweepLinesWords): string {
  const sentences = lines.flatMap(({ name, values }) => {
    const shown = values.flatMap((value, place) => (value ? [{ mean: value.mean, place }] : []));
    const [first] = shown;
    if (!first) return [];
    const at = ({ place }: { place: number }) => x.label(x.values[place] ?? '');
    const most = shown.reduce((best, one) => (one.mean > best.mean ? one : best), first);
    const least = shown.reduce((best, one) => (one.mean < best.mean ? one : best), first);
    return [
      words.sentence({
        name,
        value: words.value(most.mean),
        at: at(most),
        lowest: words.value(least.mean),
        lowestAt: at(least),
      }),
    ];
  });
  return sentences.length > 0 ? prose(sentences) : words.empty;
}

export const sweepLines = {
  id: 'sweep-lines',
  draw,
  describe,
  table: ({ x, lines, unit }, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: x.title, unit: 'text' },
      ...lines.flatMap(({ name, prediction }) => [
        { title: words.column(name, 'mean'), unit, isCurve: true as const },
        { title: words.column(name, 'low'), unit },
        { title: words.column(name, 'high'), unit },
        { title: words.column(name, 'count'), unit: 'number' as const },
        ...(prediction.some(known) ? [{ title: words.ghost(name), unit }] : []),
      ]),
    ],
    rows: x.values.map((value, place) => [
      x.label(value),
      ...lines.flatMap(({ values, prediction }) => {
        const { mean, half, count, isAtLeast } = values[place] ?? {};
        const bound = (sign: 1 | -1) =>
          mean === undefined || half === undefined ? undefined : mean + sign * half;
        return [
          mean,
          isAtLeast ? mean : bound(-1),
          bound(1),
          count ?? 0,
          ...(prediction.some(known) ? [prediction[place]] : []),
        ];
      }),
    ]),
  }),
} as const satisfies ChartSpec<SweepLinesData, SweepLinesWords>;
