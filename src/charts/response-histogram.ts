/** How many requests took how long: shares of all answers in intervals that are equally wide on a logarithmic axis. */
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../scenario/problem.ts';
import { areaOf, axes, drawing, logTicks, strokeOf } from './axes.ts';
import type { Box, ChartSpec } from './chart.ts';
import { countOf, type DistributionData, type DistributionSide } from './percentiles.ts';
import { quantileOf } from './quantiles.ts';
import { fromZero, linear } from './scale.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { type TargetWords, targetLine, targetSentences } from './target.ts';

export interface HistogramWords {
  readonly side: (id: SideName) => string;
  readonly duration: (ns: number) => string;
  readonly percent: (share: number) => string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly median: (side: string, value: string) => string;
  readonly tableCaption: string;
  readonly tableFrom: string;
  readonly tableTo: string;
  readonly sentence: (facts: Record<'side' | 'from' | 'to' | 'mode' | 'share', string>) => string;
  readonly empty: string;
  readonly target: TargetWords;
}

/** Intervals an octave, finest first: as fine as the engine counts is finer than can be seen. */
const PER_OCTAVE = [16, 8, 4, 2, 1] as const;
const MOST_BINS = 150;

interface Bins {
  readonly edges: readonly number[];
  readonly sides: readonly { readonly side: DistributionSide; readonly shares: readonly number[] }[];
}

/** A bucket of the engine is counted whole where its middle lies. */
export function binsOf({ sides: data }: DistributionData): Bins {
  const all = data.flatMap(({ buckets }) => buckets.map(({ middleNs }) => Math.log2(Math.max(1, middleNs))));
  if (all.length === 0) return { edges: [], sides: [] };
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const per = PER_OCTAVE.find((fine) => (most - least) * fine <= MOST_BINS) ?? 1;
  const first = Math.floor(least * per);
  const count = Math.floor(most * per) - first + 1;
  return {
    edges: Array.from({ length: count + 1 }, (_, index) => 2 ** ((first + index) / per)),
    sides: data.map((side) => {
      const shares = new Array<number>(count).fill(0);
      for (const bucket of side.buckets) {
        const bin = Math.floor(Math.log2(Math.max(1, bucket.middleNs)) * per) - first;
        shares[bin] = (shares[bin] ?? 0) + bucket.count / countOf(side);
      }
      return { side, shares };
    }),
  };
}

function draw(data: DistributionData, box: Box, palette: Palette, words: HistogramWords): SvgNode {
  const { fontSize } = box;
  const { edges, sides } = binsOf(data);
  const { targetNs } = data;
  const range = [
    edges[0] ?? 1e5,
    edges.at(-1) ?? 1e7,
    ...(targetNs ? [targetNs / 1.15, targetNs * 1.15] : []),
  ];
  const [from, to] = [Math.min(...range), Math.max(...range)];
  const shares = fromZero(Math.max(0.01, ...sides.flatMap((side) => side.shares)), 4);
  const yTicks = linear(shares, [0, 1]).ticks(4);
  const area = areaOf(box, yTicks.map(words.percent), 3.1);
  const x = linear([Math.log10(from), Math.log10(to)], [area.left, area.right]);
  const y = linear(shares, [area.bottom, area.top]);
  const most = Math.max(2, Math.floor((area.right - area.left) / (fontSize * 5)));
  const steps = sides.flatMap(({ side, shares: heights }) => {
    const path = heights
      .map((share, bin) => `V${px(y(share))}H${px(x(Math.log10(edges[bin + 1] ?? to)))}`)
      .join('');
    const outline = `M${px(x(Math.log10(edges[0] ?? from)))},${px(area.bottom)}${path}V${px(area.bottom)}`;
    return [
      svg('path', { d: `${outline}Z`, fill: palette.accent[side.id], opacity: 0.14 }),
      svg('path', { ...strokeOf(side.id, palette), strokeWidth: 1.75, d: outline }),
    ];
  });
  const medians = data.sides.flatMap((side, index) => {
    const median = quantileOf(side.buckets, 0.5);
    if (median === undefined) return [];
    const at = px(x(Math.log10(Math.max(1, median))));
    const isRight = at > (area.left + area.right) / 2;
    return [
      svg('line', {
        x1: at,
        x2: at,
        y1: px(area.top),
        y2: px(area.bottom),
        ...strokeOf(side.id, palette),
        strokeWidth: 1,
      }),
      svg(
        'text',
        {
          x: px(at + (isRight ? -1 : 1) * fontSize * 0.4),
          y: px(area.top + fontSize * (0.9 + index * 1.3)),
          fontSize: px(fontSize),
          fontWeight: 600,
          textAnchor: isRight ? 'end' : 'start',
          fill: palette.accent[side.id],
        },
        words.median(words.side(side.id), words.duration(median)),
      ),
    ];
  });
  const targetAt = (ns: number) => {
    const at = x(Math.log10(ns));
    const isRight = at > (area.left + area.right) / 2;
    return targetLine(
      { x1: at, y1: area.bottom, x2: at, y2: area.top },
      words.target.label(words.duration(ns)),
      {
        x: at + (isRight ? -1 : 1) * fontSize * 0.4,
        // Below the medians, which may be as near.
        y: area.top + fontSize * (0.9 + data.sides.length * 1.3),
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
        ticks: logTicks(from, to, most).map((tick) => ({
          at: x(Math.log10(tick)),
          label: words.duration(tick),
        })),
        title: words.xTitle,
        titleLine: 2.7,
      },
      { ticks: yTicks.map((tick) => ({ at: y(tick), label: words.percent(tick) })), title: words.yTitle },
    ),
    ...steps,
    ...medians,
    ...(targetNs ? [targetAt(targetNs)] : []),
  );
}

function describe(data: DistributionData, words: HistogramWords): string {
  const { edges, sides } = binsOf(data);
  const sentences = sides.flatMap(({ side, shares }) => {
    if (countOf(side) === 0) return [];
    const mode = shares.indexOf(Math.max(...shares));
    return [
      words.sentence({
        side: words.side(side.id),
        from: words.duration(side.buckets[0]?.fromNs ?? 0),
        to: words.duration(side.buckets.at(-1)?.toNs ?? 0),
        mode: words.duration(edges[mode] ?? 0),
        share: words.percent(shares[mode] ?? 0),
      }),
    ];
  });
  if (sentences.length === 0) return words.empty;
  return [...sentences, targetSentences(data.sides, data.targetNs, words)].join(' ').trim();
}

export const responseHistogram = {
  id: 'response-histogram',
  draw,
  describe,
  table: (data, words) => {
    const { edges, sides } = binsOf(data);
    return {
      caption: `${words.tableCaption} ${targetSentences(data.sides, data.targetNs, words)}`.trim(),
      columns: [
        { title: words.tableFrom, unit: 'ns' },
        { title: words.tableTo, unit: 'ns' },
        ...sides.map(({ side }) => ({ title: words.side(side.id), unit: 'share' as const })),
      ],
      rows: edges
        .slice(0, -1)
        .map((edge, bin) => [edge, edges[bin + 1], ...sides.map(({ shares }) => shares[bin])])
        .filter((row) => row.slice(2).some((share) => (share ?? 0) > 0)),
    };
  },
} as const satisfies ChartSpec<DistributionData, HistogramWords>;
