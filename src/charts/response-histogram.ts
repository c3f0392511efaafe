/** How many requests took how long: shares of all answers in intervals that are equally wide on the axis, which is logarithmic or linear. */

import { bisectRight, nice, tickStep } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, textWidth } from './chart.ts';
import { litValue } from './highlight-marks.ts';
import { areaOf, axes, drawing, strokeOf } from './marks/axes.ts';
import { crosshair } from './marks/crosshair.ts';
import { halo } from './marks/halo.ts';
import { selectedBand } from './marks/selected-band.ts';
import { textAt } from './marks/text.ts';
import { countOf, type DistributionData, type DistributionSide, NO_TIMES } from './percentiles.ts';
import { prose } from './prose.ts';
import { quantileOf, shareWithin } from './quantiles.ts';
import { pointMark } from './response-points.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { type TargetWords, targetLine, targetSentences } from './target.ts';
import type { ValueChart } from './value-axis.ts';
import { logScaleOf, scaleFromZero, valueScale } from './value-scale.ts';

export interface HistogramWords {
  readonly side: (id: SideName) => string;
  readonly duration: (ns: number) => string;
  readonly percent: (share: number) => string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly median: (side: string, value: string) => string;
  /** What took longer than the axis shows. */
  readonly beyond: (side: string, share: string) => string;
  readonly tableCaption: string;
  readonly tableFrom: string;
  readonly tableTo: string;
  readonly sentence: (facts: Record<'side' | 'from' | 'to' | 'mode' | 'share', string>) => string;
  /** Of a side without answers. */
  readonly noAnswers: (side: string) => string;
  readonly empty: string;
  readonly target: TargetWords;
}

/** Intervals an octave, finest first: as fine as the engine counts is finer than can be seen. */
const PER_OCTAVE = [16, 8, 4, 2, 1] as const;
const MOST_BINS = 150;
/** Of a part of the axis; finer ones would show where the engine's own intervals end. */
const PART_PER_OCTAVE = [32, ...PER_OCTAVE] as const;

/** Intervals of a linear axis, which ends where the slower side has had this share of its answers: tails are longer by magnitudes. */
const LINEAR_BINS = 50;
const LINEAR_TO = 0.99;

interface Bins {
  /** Where intervals begin, and where the last one ends. */
  readonly edges: readonly number[];
  /** Intervals that the axis shows; on a linear one, what took longer is in the one after them. */
  readonly shown: number;
  readonly sides: readonly { readonly side: DistributionSide; readonly shares: readonly number[] }[];
}

/** A bucket of the engine is counted whole where its middle lies. */
export function binsOf({ sides, isLinear = false, shown }: DistributionData): Bins {
  const middles = sides.flatMap(({ buckets }) => buckets.map(({ middleNs }) => middleNs));
  if (middles.length === 0) return { edges: [], shown: 0, sides: [] };
  const most = shown?.[1] ?? Math.max(...middles);
  const edges = isLinear
    ? linearEdges(sides, shown?.[0] ?? 0, most, shown !== undefined)
    : logEdges(shown?.[0] ?? Math.min(...middles), most, shown ? PART_PER_OCTAVE : PER_OCTAVE);
  const isOpen = isLinear && !shown && (edges.at(-1) ?? 0) <= most;
  return {
    edges: isOpen ? [...edges, Math.max(...sides.map(({ buckets }) => buckets.at(-1)?.toNs ?? 0))] : edges,
    shown: edges.length - 1,
    sides: sides.map((side) => {
      const shares = new Array<number>(edges.length - (isOpen ? 0 : 1)).fill(0);
      for (const { middleNs, count } of side.buckets) {
        const bin = bisectRight(edges, middleNs) - 1;
        // Of a part of the axis only what is in it.
        if (bin in shares) shares[bin] = (shares[bin] as number) + count / countOf(side);
      }
      return { side, shares };
    }),
  };
}

function logEdges(leastNs: number, mostNs: number, fineness: readonly number[]): number[] {
  const [least, most] = [leastNs, mostNs].map((ns) => Math.log2(Math.max(1, ns))) as [number, number];
  const per = fineness.find((fine) => (most - least) * fine <= MOST_BINS) ?? 1;
  const first = Math.floor(least * per);
  return Array.from(
    { length: Math.floor(most * per) - first + 2 },
    (_, index) => 2 ** ((first + index) / per),
  );
}

/** Round times, from zero on as far as most answers took; of a part of the axis all of it. */
function linearEdges(
  sides: readonly DistributionSide[],
  fromNs: number,
  mostNs: number,
  isPart: boolean,
): number[] {
  const ends = sides.flatMap(({ buckets }) => quantileOf(buckets, LINEAR_TO) ?? []);
  const end = Math.max(1, isPart ? mostNs : Math.min(mostNs, Math.max(...ends)));
  const width = tickStep(fromNs, end, LINEAR_BINS);
  const first = Math.floor(fromNs / width);
  return Array.from({ length: Math.floor(end / width) - first + 2 }, (_, index) => (first + index) * width);
}

/** Whether a median's name stands on the left of its line: away from the other line, which would run through it, where there is room. */
function isLabelledLeft(
  at: number,
  width: number,
  { left, right }: { readonly left: number; readonly right: number },
  other: number | undefined,
  x: (ns: number) => number,
): boolean {
  const hasRoom = { left: at - width >= left, right: at + width <= right };
  const isNearEnd = at > (left + right) / 2;
  if (other === undefined || !hasRoom.left || !hasRoom.right)
    return isNearEnd ? hasRoom.left : !hasRoom.right;
  return at < x(other);
}

/** A median with the place of its name, px. */
interface Named {
  readonly id: SideName;
  readonly at: number;
  readonly label: string;
  readonly isLeft: boolean;
  readonly covers: readonly [left: number, right: number];
}

/** Names stand one above the other; a line runs down from its own, so the lower one must not be where the upper one's line is. */
function inRows(named: readonly Named[]): readonly Named[] {
  const [upper, lower] = named;
  const isCrossed = upper && lower && lower.covers[0] < upper.at && upper.at < lower.covers[1];
  return isCrossed ? [lower, upper] : named;
}

/** The plot's inside, and how times and shares become pixels. */
function layOut(data: DistributionData, box: Box, words: HistogramWords) {
  const { fontSize } = box;
  const { edges, shown, sides } = binsOf(data);
  const { targetNs } = data;
  const times = [...edges.slice(0, shown + 1), ...(targetNs ? [targetNs / 1.15, targetNs * 1.15] : [])];
  const shares = nice(0, Math.min(1, Math.max(0.01, ...sides.flatMap((side) => side.shares))), 4);
  const yTicks = scaleLinear(shares, [0, 1]).ticks(4);
  const area = areaOf(box, yTicks.map(words.percent), 3.1, 2.4);
  const most = Math.max(2, Math.floor((area.right - area.left) / (fontSize * 5)));
  const whole = data.isLinear ? scaleFromZero(times, most) : logScaleOf(times, most, 1, NO_TIMES);
  const { from, to, ticks, scale } = data.shown ? valueScale(data.shown, most, data.isLinear) : whole;
  const x = scale.range([area.left, area.right]);
  // The names of medians and of the target stand above all bars.
  const lines = data.sides.length + (targetNs ? 1 : 0);
  const y = scaleLinear(shares, [area.bottom, area.top + fontSize * (0.4 + lines * 1.3)]);
  return { area, x, y, from, to, ticks, yTicks, edges, shown, sides };
}

function draw(data: DistributionData, box: Box, palette: Palette, words: HistogramWords): SvgNode {
  const { fontSize } = box;
  const { targetNs, pointed } = data;
  const { area, x: toX, y, from, to, ticks, yTicks, edges, shown, sides } = layOut(data, box, words);
  const isSeen = (ns: number) => ns >= from && ns <= to;
  // An interval may begin before the part of the axis that is shown.
  const x = (ns: number) => toX(Math.min(to, Math.max(from, ns)));
  const steps = sides.flatMap(({ side, shares: heights }) => {
    const path = heights
      .slice(0, shown)
      .map((share, bin) => `V${px(y(share))}H${px(x(edges[bin + 1] ?? to))}`)
      .join('');
    const outline = `M${px(x(edges[0] ?? from))},${px(area.bottom)}${path}V${px(area.bottom)}`;
    return [
      svg('path', { d: `${outline}Z`, fill: palette.accent[side.id], opacity: 0.14 }),
      svg('path', { ...strokeOf(side.id, palette), strokeWidth: 1.75, d: outline }),
    ];
  });
  const middles = data.sides.map(({ buckets }) => quantileOf(buckets, 0.5));
  const named = data.sides.flatMap((side, index): Named[] => {
    const median = middles[index];
    if (median === undefined || !isSeen(median)) return [];
    const at = x(median);
    const label = words.median(words.side(side.id), words.duration(median));
    const width = textWidth(label, fontSize) + fontSize;
    const isLeft = isLabelledLeft(at, width, area, middles[1 - index], x);
    return [{ id: side.id, at, label, isLeft, covers: isLeft ? [at - width, at] : [at, at + width] }];
  });
  const medians = inRows(named).flatMap(({ id, at, label, isLeft }, row) => [
    svg('line', {
      x1: px(at),
      x2: px(at),
      // From its name on, so that it runs through none above.
      y1: px(area.top + fontSize * row * 1.3),
      y2: px(area.bottom),
      ...strokeOf(id, palette),
      strokeWidth: 1,
    }),
    textAt(label, at + (isLeft ? -1 : 1) * fontSize * 0.4, area.top + fontSize * (0.9 + row * 1.3), {
      fontSize,
      fontWeight: 600,
      textAnchor: isLeft ? 'end' : 'start',
      fill: palette.accent[id],
      ...halo(palette),
    }),
  ]);
  const beyond = sides.flatMap(({ side, shares: heights }, index) => {
    const share = heights[shown] ?? 0;
    // Below the medians and the target.
    const line = sides.length + (targetNs ? 1 : 0) + index;
    const place = { x: px(area.right), y: px(area.top + fontSize * (0.9 + line * 1.3)) };
    const style = {
      fontSize: px(fontSize),
      textAnchor: 'end',
      fill: palette.accent[side.id],
      ...halo(palette),
    };
    return share > 0
      ? [svg('text', { ...place, ...style }, words.beyond(words.side(side.id), words.percent(share)))]
      : [];
  });
  const targetAt = (ns: number) => {
    const at = x(ns);
    const isRight = at > (area.left + area.right) / 2;
    // Below the names of the medians, which may be as near.
    const top = area.top + fontSize * data.sides.length * 1.3;
    return targetLine(
      { x1: at, y1: area.bottom, x2: at, y2: top },
      words.target.label(words.duration(ns)),
      {
        x: at + (isRight ? -1 : 1) * fontSize * 0.4,
        y: top + fontSize * 0.9,
        textAnchor: isRight ? 'end' : 'start',
      },
      fontSize,
      palette,
    );
  };
  return drawing(
    box,
    axes(
      area,
      box,
      palette,
      {
        ticks: ticks.map((tick) => ({ at: x(tick), label: words.duration(tick) })),
        title: words.xTitle,
        titleLine: 2.7,
      },
      { ticks: yTicks.map((tick) => ({ at: y(tick), label: words.percent(tick) })), title: words.yTitle },
    ),
    ...steps,
    ...medians,
    ...beyond,
    ...(targetNs && isSeen(targetNs) ? [targetAt(targetNs)] : []),
    ...selectedBand(data.selected, x, area, palette),
    ...(pointed === undefined
      ? []
      : crosshair(
          x(pointed),
          sides.flatMap(({ side, shares: heights }) => {
            const share = heights[bisectRight(edges, pointed) - 1];
            return share === undefined ? [] : [{ side: side.id, y: y(share) }];
          }),
          area,
          palette,
        )),
  );
}

function describe(data: DistributionData, words: HistogramWords): string {
  const { edges, sides } = binsOf(data);
  const sentences = data.sides.flatMap((side) => {
    const { shares } = sides.find((one) => one.side === side) ?? {};
    if (!shares || countOf(side) === 0) return [words.noAnswers(words.side(side.id))];
    const mode = shares.indexOf(Math.max(...shares));
    const [least, most] = [side.buckets[0]?.fromNs ?? 0, side.buckets.at(-1)?.toNs ?? 0];
    return [
      words.sentence({
        side: words.side(side.id),
        from: words.duration(least),
        to: words.duration(most),
        // The middle of the interval, of which only a part may have answers.
        mode: words.duration(
          (Math.max(edges[mode] ?? 0, least) + Math.min(edges[mode + 1] ?? Infinity, most)) / 2,
        ),
        share: words.percent(shares[mode] ?? 0),
      }),
    ];
  });
  if (sentences.length === 0) return words.empty;
  return prose([...sentences, targetSentences(data.sides, data.targetNs, words)]);
}

/** At a response time: the interval that it is in, and of each side the share of the answers in that and up to it. */
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
    return { whole: [from, to], area: layOut(data, box, words).area, toAxis, fromAxis };
  },
  place: (ns) => ({ ns }),
  /** A line down at the time of each side, and how high its interval is. */
  marks: (data, box, palette, words, points) => {
    const { area, x, y, from, to, edges, sides } = layOut(data, box, words);
    return points.flatMap((point) => {
      if (point.ns < from || point.ns > to) return [];
      const bin = bisectRight(edges, point.ns) - 1;
      const share = sides.find(({ side }) => side.id === point.side)?.shares[bin] ?? 0;
      return pointMark(point, { x: x(point.ns), y: y(share) }, ['down'], area, palette);
    });
  },
  /** Where a request that took so long lies. */
  lit: (data, box, palette, words, _side, lit) => {
    const { area, x, from, to } = layOut(data, box, words);
    const ns = lit.toNs - lit.fromNs;
    return ns >= from && ns <= to ? litValue(lit, x(ns), undefined, area, box.fontSize, palette) : [];
  },
  describe,
  table: (data, words) => {
    const { edges, sides } = binsOf(data);
    return {
      caption: `${words.tableCaption} ${targetSentences(data.sides, data.targetNs, words)}`.trim(),
      columns: [
        { title: words.tableFrom, unit: 'ns' },
        { title: words.tableTo, unit: 'ns' },
        ...sides.map(({ side }) => ({
          title: words.side(side.id),
          unit: 'share' as const,
          isCurve: true as const,
        })),
      ],
      rows: edges
        .slice(0, -1)
        .map((edge, bin) => [edge, edges[bin + 1], ...sides.map(({ shares }) => shares[bin])])
        .filter((row) => row.slice(2).some((share) => (share ?? 0) > 0)),
    };
  },
} as const satisfies ValueChart<DistributionData, HistogramWords>;
