/**
 * Histogram of response times: shares of all requests in bins that are equally wide on a logarithmic or
 * linear axis.
 */

import { bisectRight, nice, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ColumnOf, tableOf, textWidth } from './chart.ts';
import { highlightValue } from './highlight-marks.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { crosshair } from './marks/crosshair.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { linePath, stepPoints } from './marks/line.ts';
import { ruleX } from './marks/rule.ts';
import { selectedBand } from './marks/selected-band.ts';
import { strokeOf } from './marks/series.ts';
import { halo, textAt } from './marks/text.ts';
import { countOf, type DistributionData, type DistributionSide, NO_TIMES } from './percentiles.ts';
import { prose } from './prose.ts';
import { quantileOf, shareWithin } from './quantiles.ts';
import { type Bins, binsOf } from './response-bins.ts';
import { pointMark } from './response-points.ts';
import { type SvgNode, svg } from './svg.ts';
import { type TargetWords, targetName, targetSentences, targetStroke } from './target.ts';
import type { ValueChart } from './value-axis.ts';
import { logScaleOf, scaleFromZero, valueScale } from './value-scale.ts';

export interface HistogramWords {
  readonly side: (id: SideName) => string;
  readonly duration: (ns: number) => string;
  readonly percent: (share: number) => string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly median: (side: string, value: string) => string;
  /** The share beyond the axis. */
  readonly beyond: (side: string, share: string) => string;
  readonly tableCaption: string;
  readonly tableFrom: string;
  readonly tableTo: string;
  readonly sentence: (facts: Record<'side' | 'from' | 'to' | 'mode' | 'share', string>) => string;
  /** Text for a side without completed requests. */
  readonly noAnswers: (side: string) => string;
  readonly empty: string;
  readonly target: TargetWords;
}

/**
 * Whether a median's name is on the left of its line: on the side away from the other median's line, if it
 * fits.
 */
function isLabelledLeft(
  at: number,
  width: number,
  { left, right }: { readonly left: number; readonly right: number },
  otherNs: number | undefined,
  x: (ns: number) => number,
): boolean {
  const hasRoom = { left: at - width >= left, right: at + width <= right };
  const isNearEnd = at > (left + right) / 2;
  if (otherNs === undefined || !hasRoom.left || !hasRoom.right)
    return isNearEnd ? hasRoom.left : !hasRoom.right;
  return at < x(otherNs);
}

/** A median with the position of its name, px. */
interface Named {
  readonly id: SideName;
  readonly at: number;
  readonly label: string;
  readonly isLeft: boolean;
  readonly covers: readonly [left: number, right: number];
}

/** Stacks the names so that no median's line crosses another's name. */
function inRows(named: readonly Named[]): readonly Named[] {
  const [upper, lower] = named;
  const isCrossed = upper && lower && lower.covers[0] < upper.at && upper.at < lower.covers[1];
  return isCrossed ? [lower, upper] : named;
}

/** The plot area, with conversions of times and shares to pixels. */
function layOut(data: DistributionData, box: Box, words: HistogramWords) {
  const { fontSize } = box;
  const { edges, shown, sides } = binsOf(data);
  const { targetNs } = data;
  const times = [...edges.slice(0, shown + 1), ...(targetNs ? [targetNs / 1.15, targetNs * 1.15] : [])];
  const shares = nice(0, Math.min(1, Math.max(0.01, ...sides.flatMap((side) => side.shares))), 4);
  const yTicks = scaleLinear(shares, [0, 1]).ticks(4);
  const area = areaOf(box, yTicks.map(words.percent), 3.1, 2.4);
  const max = Math.max(2, Math.floor((area.right - area.left) / (fontSize * 5)));
  const full = data.isLinear ? scaleFromZero(times, max) : logScaleOf(times, max, 1, NO_TIMES);
  const { from, to, ticks, scale } = data.shown ? valueScale(data.shown, max, data.isLinear) : full;
  const x = scale.range([area.left, area.right]);
  // The names of medians and target are above all bars.
  const lines = data.sides.length + (targetNs ? 1 : 0);
  const y = scaleLinear(shares, [area.bottom, area.top + fontSize * (0.4 + lines * 1.3)]);
  return { area, x, y, from, to, ticks, yTicks, edges, shown, sides };
}

/** The shares of a side as a filled step line. */
function sideSteps(
  { side, shares }: Bins['sides'][number],
  { area: { bottom }, y, edges, shown }: ReturnType<typeof layOut>,
  x: (ns: number) => number,
  palette: Palette,
): SvgNode[] {
  const steps = shares.slice(0, shown).map((share, bin) => ({
    from: x(edges[bin] ?? 0),
    to: x(edges[bin + 1] ?? 0),
    y: y(share),
  }));
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return [];
  const outline = linePath([[first.from, bottom], ...stepPoints(steps), [last.to, bottom]]);
  return [
    svg('path', { d: `${outline}Z`, fill: palette.accent[side.id], opacity: 0.14 }),
    svg('path', { ...strokeOf(side.id, palette), strokeWidth: 1.75, d: outline }),
  ];
}

/** Each visible median, with its name above the bars. */
function medians(
  sides: readonly DistributionSide[],
  { area }: ReturnType<typeof layOut>,
  x: (ns: number) => number,
  isVisible: (ns: number) => boolean,
  { fontSize }: Box,
  palette: Palette,
  words: HistogramWords,
): SvgNode[] {
  const middles = sides.map(({ buckets }) => quantileOf(buckets, 0.5));
  const named = sides.flatMap(({ id }, index): Named[] => {
    const median = middles[index];
    if (median === undefined || !isVisible(median)) return [];
    const at = x(median);
    const label = words.median(words.side(id), words.duration(median));
    const width = textWidth(label, fontSize) + fontSize;
    const isLeft = isLabelledLeft(at, width, area, middles[1 - index], x);
    return [{ id, at, label, isLeft, covers: isLeft ? [at - width, at] : [at, at + width] }];
  });
  return inRows(named).flatMap(({ id, at, label, isLeft }, row) => {
    // The line starts at its name, so that it crosses none above.
    const top = area.top + fontSize * row * 1.3;
    return [
      ruleX(at, top, area.bottom, { ...strokeOf(id, palette), strokeWidth: 1 }),
      textAt(label, at + (isLeft ? -1 : 1) * fontSize * 0.4, top + fontSize * 0.9, {
        fontSize,
        fontWeight: 600,
        textAnchor: isLeft ? 'end' : 'start',
        fill: palette.accent[id],
        ...halo(palette),
      }),
    ];
  });
}

function draw(data: DistributionData, box: Box, palette: Palette, words: HistogramWords): SvgNode {
  const { fontSize } = box;
  const { targetNs = 0, pointed } = data;
  const layout = layOut(data, box, words);
  const { area, y, from, to, ticks, yTicks, edges, shown, sides } = layout;
  const isVisible = (ns: number) => ns >= from && ns <= to;
  // A bin may begin before the visible range.
  const x = (ns: number) => layout.x(Math.min(to, Math.max(from, ns)));
  const lineOf = (row: number) => area.top + fontSize * row * 1.3;
  // Below the medians and the target.
  const firstBeyond = sides.length + (targetNs ? 1 : 0);
  const beyond = sides.flatMap(({ side, shares }, index) => {
    const share = shares[shown] ?? 0;
    const text = words.beyond(words.side(side.id), words.percent(share));
    const style = { fontSize, textAnchor: 'end', fill: palette.accent[side.id], ...halo(palette) };
    return share > 0 ? [textAt(text, area.right, lineOf(firstBeyond + index) + fontSize * 0.9, style)] : [];
  });
  // Below the names of the medians.
  const targetTop = lineOf(data.sides.length);
  const isRight = x(targetNs) > (area.left + area.right) / 2;
  const targetPlace = {
    x: x(targetNs) + (isRight ? -1 : 1) * fontSize * 0.4,
    y: targetTop + fontSize * 0.9,
    textAnchor: isRight ? 'end' : 'start',
  } as const;
  const heights = sides.map(({ side, shares }) => {
    const share = pointed === undefined ? undefined : shares[bisectRight(edges, pointed) - 1];
    return { side: side.id, y: share === undefined ? undefined : y(share) };
  });
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      { ticks: ticksOn(x, ticks, words.duration), title: words.xTitle },
      { ticks: ticksOn(y, yTicks, words.percent), title: words.yTitle },
    ),
    ...sides.flatMap((side) => sideSteps(side, layout, x, palette)),
    ...medians(data.sides, layout, x, isVisible, box, palette, words),
    ...beyond,
    ...(targetNs && isVisible(targetNs)
      ? [
          ruleX(x(targetNs), area.bottom, targetTop, targetStroke(palette)),
          targetName(words.target.label(words.duration(targetNs)), targetPlace, fontSize, palette),
        ]
      : []),
    ...selectedBand(data.selected, x, area, palette),
    ...crosshair(pointed === undefined ? undefined : x(pointed), heights, area, palette),
  );
}

function describe(data: DistributionData, words: HistogramWords): string {
  const { edges, sides } = binsOf(data);
  const sentences = data.sides.flatMap((side) => {
    const { shares } = sides.find((each) => each.side === side) ?? {};
    if (!shares || countOf(side) === 0) return [words.noAnswers(words.side(side.id))];
    const mode = shares.indexOf(Math.max(...shares));
    const [min, max] = [side.buckets[0]?.fromNs ?? 0, side.buckets.at(-1)?.toNs ?? 0];
    return [
      words.sentence({
        side: words.side(side.id),
        from: words.duration(min),
        to: words.duration(max),
        // The middle of the bin, clipped to the observed range.
        mode: words.duration(
          (Math.max(edges[mode] ?? 0, min) + Math.min(edges[mode + 1] ?? Infinity, max)) / 2,
        ),
        share: words.percent(shares[mode] ?? 0),
      }),
    ];
  });
  if (sentences.length === 0) return words.empty;
  return prose([...sentences, targetSentences(data.sides, data.targetNs, words)]);
}

/** The bin at a response time, with each side's share in it and up to it. */
export function sharesAt(data: DistributionData, ns: number) {
  const { edges, sides } = binsOf(data);
  const bin = bisectRight(edges, ns) - 1;
  return {
    fromNs: edges[bin] ?? ns,
    toNs: edges[bin + 1] ?? ns,
    sides: sides.map(({ side, shares }) => ({
      id: side.id,
      share: shares[bin] ?? 0,
      within: shareWithin(side.buckets, ns),
    })),
  };
}

export const responseHistogram = {
  id: 'response-histogram',
  draw,
  axis: (data, box, words) => {
    const { shown: _, ...rest } = data;
    const { from, to } = layOut(rest, box, words);
    const toAxis = (ns: number) => (data.isLinear ? ns : Math.log10(Math.max(ns, from)));
    const fromAxis = (place: number) => (data.isLinear ? place : 10 ** place);
    return { fullRange: [from, to], area: layOut(data, box, words).area, toAxis, fromAxis };
  },
  place: (ns) => ({ ns }),
  /** A vertical line at each side's time, and the height of its bin. */
  marks: (data, box, palette, words, points) => {
    const { area, x, y, from, to, edges, sides } = layOut(data, box, words);
    return points.flatMap((point) => {
      if (point.ns < from || point.ns > to) return [];
      const bin = bisectRight(edges, point.ns) - 1;
      const share = sides.find(({ side }) => side.id === point.side)?.shares[bin] ?? 0;
      return pointMark(point, { x: x(point.ns), y: y(share) }, ['down'], area, palette);
    });
  },
  /** The position of a request's response time. */
  highlight: (data, box, palette, words, _side, request) => {
    const { area, x, from, to } = layOut(data, box, words);
    const ns = request.toNs - request.fromNs;
    return ns >= from && ns <= to
      ? highlightValue(request, x(ns), undefined, area, box.fontSize, palette)
      : [];
  },
  describe,
  table: (data, words) => {
    const { edges, sides } = binsOf(data);
    const isUsed = (bin: number) => sides.some(({ shares }) => (shares[bin] ?? 0) > 0);
    const caption = `${words.tableCaption} ${targetSentences(data.sides, data.targetNs, words)}`.trim();
    return tableOf(caption, range(edges.length - 1).filter(isUsed), [
      { title: words.tableFrom, unit: 'ns', cell: (bin) => edges[bin] },
      { title: words.tableTo, unit: 'ns', cell: (bin) => edges[bin + 1] },
      ...sides.map(({ side, shares }): ColumnOf<number> => {
        return { title: words.side(side.id), unit: 'share', isCurve: true, cell: (bin) => shares[bin] };
      }),
    ]);
  },
} as const satisfies ValueChart<DistributionData, HistogramWords>;
