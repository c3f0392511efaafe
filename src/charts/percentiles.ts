/**
 * Response times by percentile on an axis of nines: each step to the right is ten times rarer (as
 * HdrHistogram plots them). Below each percentile is the number of slower requests; where they are too few,
 * the line is dotted.
 */

import { ticks } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { MIN_SAMPLES_BEYOND, maxSupportedShare } from '../lib/percentile-sample-size.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ColumnOf, tableOf, textWidth } from './chart.ts';
import { highlightValue } from './highlight-marks.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { crosshair } from './marks/crosshair.ts';
import { endLabels } from './marks/end-labels.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { area, line, type Point } from './marks/line.ts';
import { ruleY } from './marks/rule.ts';
import { selectedBand } from './marks/selected-band.ts';
import { strokeOf } from './marks/series.ts';
import { textAt } from './marks/text.ts';
import { prose } from './prose.ts';
import { type Bucket, quantileOf, shareWithin } from './quantiles.ts';
import { pointMark } from './response-points.ts';
import type { SvgNode } from './svg.ts';
import { type TargetWords, targetName, targetSentences, targetStroke } from './target.ts';
import type { ValueChart } from './value-axis.ts';
import { logScaleOf, scaleFromZero } from './value-scale.ts';

/** Labelled percentiles. */
export const NINES = [0.5, 0.9, 0.99, 0.999, 0.9999] as const;

/** Names are bold, hence wider. */
const BOLD = 1.25;

export interface DistributionSide {
  readonly id: SideName;
  readonly buckets: readonly Bucket[];
  /** The same, corrected for coordinated omission (`omission.ts`). */
  readonly onTime?: readonly Bucket[] | undefined;
  /** How far a real machine's percentiles vary; a band behind the line. */
  readonly noise?: readonly NoiseAt[] | undefined;
}

/** The times between which a percentile varies, ns. */
export interface NoiseAt {
  readonly share: number;
  readonly lowNs: number;
  readonly highNs: number;
}

export interface DistributionData {
  readonly sides: readonly DistributionSide[];
  /** Target response time, ns. */
  readonly targetNs?: number | undefined;
  /** Whether the time axis is linear from zero instead of logarithmic. */
  readonly isLinear?: boolean | undefined;
  /** Visible part of the horizontal axis: shares of the requests, or times, ns. Absent: all. */
  readonly shown?: readonly [from: number, to: number] | undefined;
  /** The selected part, and the value under the pointer, in the same units. */
  readonly selected?: readonly [from: number, to: number] | undefined;
  readonly pointed?: number | undefined;
}

export interface PercentileWords {
  readonly side: (id: SideName) => string;
  readonly percentile: (share: number) => string;
  readonly duration: (ns: number) => string;
  /** Marks a time with too few samples. */
  readonly rough: (time: string) => string;
  readonly count: (value: number) => string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly tableCaption: string;
  readonly tablePercentile: string;
  readonly tableBeyond: (side: string) => string;
  /** Name of a side's corrected line. */
  readonly onTime?: (side: string) => string;
  readonly onTimeSentence?: (facts: Record<'side' | 'p99' | 'onTime', string>) => string;
  readonly sentence: (facts: Record<'side' | 'p50' | 'p99' | 'p999' | 'count' | 'last', string>) => string;
  /** Text for a side without completed requests. */
  readonly noAnswers: (side: string) => string;
  readonly empty: string;
  readonly target: TargetWords;
}

export const countOf = ({ buckets }: DistributionSide): number => buckets.at(-1)?.upTo ?? 0;
const nine = (share: number): number => -Math.log10(1 - share);
const shareOf = (nines: number): number => 1 - 10 ** -nines;
const FULL_RANGE = [NINES[0], NINES[NINES.length - 1] ?? 1] as const;

/** Labelled percentiles when zoomed in; if too few are visible, equal steps. */
const FINER = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999];
const MIN_LABELS = 2;

function percentileTicks([from, to]: readonly [number, number]): readonly number[] {
  const inside = (shares: readonly number[]) => shares.filter((share) => share >= from && share <= to);
  const found = [inside(NINES), inside(FINER)].find(({ length }) => length > MIN_LABELS);
  return found ?? ticks(from, to, MIN_LABELS + 1);
}
/** Number of requests slower than a percentile, rounded because 1 − 0.999 is inexact. */
const beyond = (side: DistributionSide, share: number): number =>
  Math.floor(countOf(side) * (1 - share) + 1e-6);

/** Whether too few samples lie beyond a percentile, so that its value is mostly noise. */
export const isRoughAt = (side: DistributionSide, share: number): boolean =>
  beyond(side, share) < MIN_SAMPLES_BEYOND;

/** The distribution as points [share, ns] within a part of the axis. */
function curve(buckets: readonly Bucket[], [first, last]: readonly [number, number]): [number, number][] {
  const count = buckets.at(-1)?.upTo ?? 0;
  const start = quantileOf(buckets, first);
  if (start === undefined) return [];
  const points: [number, number][] = [[first, start]];
  for (const { upTo, middleNs } of buckets) {
    const share = upTo / count;
    if (middleNs < start || share < first) continue;
    points.push([Math.min(last, share), middleNs]);
    if (share >= last) break;
  }
  return points;
}

/** Axis range without data, ns. */
export const NO_TIMES = [1e5, 1e7] as const;

/** The plot area, the data drawn there, and conversions to pixels. */
function layOut(data: DistributionData, box: Box, words: PercentileWords) {
  const { sides, targetNs, isLinear = false, shown = FULL_RANGE } = data;
  const { fontSize } = box;
  const shares = percentileTicks(shown);
  const curves = sides.map((side) => ({ side, points: curve(side.buckets, shown) }));
  const onTime = sides.flatMap((side) => {
    const points = curve(side.onTime ?? [], shown);
    return points.length > 1 && words.onTime
      ? [{ side, points, name: words.onTime(words.side(side.id)) }]
      : [];
  });
  const values = [...curves, ...onTime]
    .flatMap(({ points }) => points.map(([, ns]) => ns))
    .concat(data.shown ? [] : (targetNs ?? []))
    .filter((ns) => ns > 0);
  const { from, to, ticks, scale } = isLinear
    ? scaleFromZero(values, 6)
    : logScaleOf(values, 7, 1.15, NO_TIMES);
  const names = Math.max(...sides.map(({ id }) => textWidth(words.side(id), fontSize) * BOLD), 0);
  const widest = Math.max(names, ...onTime.map(({ name }) => textWidth(name, fontSize)));
  const right = Math.max(4, widest / fontSize + 0.8);
  const area = areaOf(box, ticks.map(words.duration), 2.9 + sides.length * 1.25, right);
  // Below the axis, a side's name is left of its first count.
  const first = Math.max(0, ...sides.map((side) => textWidth(words.count(beyond(side, shown[0])), fontSize)));
  const left = Math.max(area.left + fontSize, names + first / 2 + fontSize);
  const x = scaleLinear([nine(shown[0]), nine(shown[1])], [left, area.right]);
  const y = scale.range([area.bottom, area.top]);
  const isVisible = (ns: number) => ns >= from && ns <= to;
  return { area, left, x, y, isSeen: isVisible, ticks, shares, curves, onTime };
}

/** Percentiles whose counts do not overlap; if room is short, the rarer ones stay. */
function nonOverlapping(
  shares: readonly number[],
  sides: readonly DistributionSide[],
  xOf: (share: number) => number,
  fontSize: number,
  words: Pick<PercentileWords, 'count'>,
): readonly number[] {
  let free = Number.POSITIVE_INFINITY;
  const placed = shares.toReversed().filter((share) => {
    const wide = Math.max(0, ...sides.map((side) => textWidth(words.count(beyond(side, share)), fontSize)));
    if (xOf(share) + wide / 2 > free) return false;
    free = xOf(share) - wide / 2 - fontSize * 0.4;
    return true;
  });
  return placed.reverse();
}

type Layout = ReturnType<typeof layOut>;

/** The curve of a side: solid where enough requests are slower, dotted beyond. */
function sideCurve(
  { side, points }: Layout['curves'][number],
  { x, y }: Layout,
  palette: Palette,
): SvgNode[] {
  const limit = maxSupportedShare(countOf(side));
  const value = quantileOf(side.buckets, limit);
  const [first, last] = [points[0]?.[0] ?? 1, points.at(-1)?.[0] ?? 0];
  // The style changes at the exact limit, not at the next bucket.
  const edge: [number, number][] =
    value !== undefined && limit > first && limit < last ? [[limit, value]] : [];
  const good = [...points.filter(([share]) => share <= limit), ...edge];
  const poor = [...good.slice(-1), ...points.filter(([share]) => share > limit)];
  const path = (part: readonly [number, number][], style: SvgNode['attributes']) =>
    part.length < 2
      ? []
      : [
          line(
            part.map(([share, ns]) => [x(nine(share)), y(ns)]),
            { ...strokeOf(side.id, palette), ...style },
          ),
        ];
  return [...path(good, {}), ...path(poor, { strokeDasharray: '1.5 3', strokeWidth: 1.5 })];
}

/** The number of slower requests per percentile: one line of numbers per side, below the axis. */
function countsBelow(
  { sides }: DistributionData,
  { area, x, shares }: Layout,
  { fontSize }: Box,
  palette: Palette,
  words: PercentileWords,
): SvgNode[] {
  const counted = nonOverlapping(shares, sides, (share) => x(nine(share)), fontSize, words);
  return sides.flatMap((side, index) => {
    const y = area.bottom + fontSize * (2.65 + index * 1.25);
    const fill = palette.accent[side.id];
    const rough = { opacity: 0.75, fontStyle: 'italic' };
    return [
      textAt(words.side(side.id), 0, y, { fontSize, fontWeight: 600, fill }),
      ...counted.map((share) =>
        textAt(words.count(beyond(side, share)), x(nine(share)), y, {
          ...{ fontSize, textAnchor: 'middle', fill },
          ...(isRoughAt(side, share) ? rough : {}),
        }),
      ),
    ];
  });
}

/** The noise of a side within the plot. */
function noiseBand({ id, noise = [] }: DistributionSide, layout: Layout, palette: Palette): SvgNode[] {
  const { area: plot, left, x, y } = layout;
  const inside = (ns: number) => Math.min(plot.bottom, Math.max(plot.top, y(ns)));
  const points = noise
    .map(({ share, lowNs, highNs }) => ({ x: x(nine(share)), low: inside(lowNs), high: inside(highNs) }))
    .filter((point) => point.x >= left && point.x <= plot.right);
  return points.length > 1 ? [area(points, { fill: palette.accent[id], opacity: 0.16 })] : [];
}

function draw(data: DistributionData, box: Box, palette: Palette, words: PercentileWords): SvgNode {
  const { sides, targetNs = 0, pointed } = data;
  const { fontSize } = box;
  const layout = layOut(data, box, words);
  const { area, left, x, y, isSeen: isVisible, ticks, shares, curves, onTime } = layout;
  const xOf = (share: number) => x(nine(share));
  // Thin, with long and short dashes: computed, not measured.
  const thin = { strokeWidth: 1.5, strokeDasharray: '9 3 2 3' };
  const reckoned = onTime.map(({ side, points }) => {
    const at = points.map(([share, ns]): Point => [xOf(share), y(ns)]);
    return line(at, { ...strokeOf(side.id, palette), ...thin });
  });
  const ends = [
    ...curves.map(({ side, points }) => ({ side, points, text: words.side(side.id), fontWeight: 600 })),
    ...onTime.map(({ side, points, name }) => ({ side, points, text: name, fontWeight: 400 })),
  ].flatMap(({ side, points, ...name }) => {
    const [share, ns] = points.at(-1) ?? [];
    if (share === undefined || ns === undefined) return [];
    return [{ ...name, x: xOf(share), y: y(ns), fill: palette.accent[side.id] }];
  });
  const target = {
    x: area.left + fontSize * 0.4,
    y: y(targetNs) - fontSize * 0.4,
    textAnchor: 'start',
  } as const;
  const times = sides.map((side) => {
    const ns = pointed === undefined ? undefined : quantileOf(side.buckets, pointed);
    return { side: side.id, y: ns === undefined ? undefined : y(ns) };
  });
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      {
        ticks: ticksOn(xOf, shares, words.percentile),
        title: words.xTitle,
        titleLine: 2.6 + sides.length * 1.25,
      },
      { ticks: ticksOn(y, ticks, words.duration), title: words.yTitle },
    ),
    ...sides.flatMap((side) => noiseBand(side, layout, palette)),
    ...curves.flatMap((curve) => sideCurve(curve, layout, palette)),
    ...reckoned,
    ...endLabels(ends, area, fontSize),
    ...(targetNs > 0 && isVisible(targetNs)
      ? [
          ruleY(y(targetNs), area.left, area.right, targetStroke(palette)),
          targetName(words.target.label(words.duration(targetNs)), target, fontSize, palette),
        ]
      : []),
    ...countsBelow(data, layout, box, palette, words),
    ...selectedBand(data.selected, xOf, { ...area, left }, palette),
    ...crosshair(pointed === undefined ? undefined : xOf(pointed), times, area, palette),
  );
}

function describe({ sides, targetNs }: DistributionData, words: PercentileWords): string {
  const sentences = sides.flatMap((side) => {
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => quantileOf(side.buckets, share));
    if (p50 === undefined || p99 === undefined || p999 === undefined)
      return [words.noAnswers(words.side(side.id))];
    const approximate = (share: number, ns: number) =>
      isRoughAt(side, share) ? words.rough(words.duration(ns)) : words.duration(ns);
    const last = NINES.findLast((share) => share <= maxSupportedShare(countOf(side)) + 1e-9);
    return [
      words.sentence({
        side: words.side(side.id),
        p50: approximate(0.5, p50),
        p99: approximate(0.99, p99),
        p999: approximate(0.999, p999),
        count: words.count(countOf(side)),
        last: last === undefined ? '' : words.percentile(last),
      }),
    ];
  });
  if (sentences.length === 0) return words.empty;
  const onTime = sides.flatMap((side) => {
    const [p99, later] = [quantileOf(side.buckets, 0.99), quantileOf(side.onTime ?? [], 0.99)];
    if (p99 === undefined || later === undefined || !words.onTimeSentence) return [];
    const facts = { p99: words.duration(p99), onTime: words.duration(later) };
    return [words.onTimeSentence({ side: words.side(side.id), ...facts })];
  });
  return prose([...sentences, ...onTime, targetSentences(sides, targetNs, words)]);
}

/** Each side's response time at a percentile, ns. */
export const timesAt = ({ sides }: DistributionData, share: number) =>
  sides.map((side) => ({
    id: side.id,
    ns: quantileOf(side.buckets, share),
    isRough: isRoughAt(side, share),
  }));

export const percentiles = {
  id: 'percentiles',
  draw,
  axis: (data, box, words) => {
    const { area, left } = layOut(data, box, words);
    return { fullRange: FULL_RANGE, area: { ...area, left }, toAxis: nine, fromAxis: shareOf };
  },
  place: (share) => ({ share }),
  /** A horizontal line at its time, and the percentile where it meets each side's curve. */
  marks: (data, box, palette, words, points) => {
    const { area, left, x, y, isSeen: isVisible } = layOut(data, box, words);
    return points.flatMap((point) => {
      if (!isVisible(point.ns)) return [];
      const place = { x: x(nine(Math.min(FULL_RANGE[1], point.share))), y: y(point.ns) };
      return pointMark(point, place, ['across'], { ...area, left }, palette);
    });
  },
  /** The point of a request's response time on its side's curve. */
  highlight: (data, box, palette, words, side, request) => {
    const { area, left, x, y, isSeen: isVisible } = layOut(data, box, words);
    const buckets = data.sides.find(({ id }) => id === side)?.buckets ?? [];
    const ns = request.toNs - request.fromNs;
    const share = Math.min(FULL_RANGE[1], shareWithin(buckets, ns));
    const isOnIt = share >= FULL_RANGE[0] && isVisible(ns);
    return isOnIt
      ? highlightValue(request, x(nine(share)), y(ns), { ...area, left }, box.fontSize, palette)
      : [];
  },
  describe,
  table: ({ sides, targetNs }, words) =>
    tableOf<number>(`${words.tableCaption} ${targetSentences(sides, targetNs, words)}`.trim(), NINES, [
      { title: words.tablePercentile, unit: 'text', cell: words.percentile },
      ...sides.flatMap((side): ColumnOf<number>[] => {
        const { buckets, onTime } = side;
        const name = words.side(side.id);
        const time = (share: number) => quantileOf(buckets, share);
        return [
          { title: name, unit: 'ns', isCurve: true, isCounted: true, cell: time },
          { title: words.tableBeyond(name), unit: 'number', cell: (share) => beyond(side, share) },
          ...(onTime && words.onTime
            ? [
                {
                  title: words.onTime(name),
                  unit: 'ns' as const,
                  cell: (share: number) => quantileOf(onTime, share),
                },
              ]
            : []),
        ];
      }),
    ]),
} as const satisfies ValueChart<DistributionData, PercentileWords>;
