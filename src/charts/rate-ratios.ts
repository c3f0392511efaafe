/**
 * Throughputs of the same configurations from several sources, as ratios to one configuration: machines differ in speed,
 * so only ratios compare. One row a configuration, one mark a source. The axis starts at zero, or is logarithmic if
 * ratios differ by more than a factor of ten.
 */

import { nice } from 'd3-array';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ChartWords, fittedText, tableOf, widest } from './chart.ts';
import { columnGrid, ticksOn } from './marks/axes.ts';
import { dot, type Shape } from './marks/dot.ts';
import { drawing } from './marks/frame.ts';
import { LEGEND_LINE, legend } from './marks/legend.ts';
import { ruleY } from './marks/rule.ts';
import { centredText, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { logDomain, type ValueScale, valueScale } from './value-scale.ts';

/** An article's figure, the model on the article's machine, the model on this machine, real clients on this machine. */
export const RATE_SOURCES = ['article', 'modelThere', 'modelHere', 'measured'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

export interface RateRow {
  readonly name: string;
  /** Requests per second; absent: unknown. */
  readonly perSec: Readonly<Partial<Record<RateSource, number>>>;
}

export interface RatesData {
  readonly rows: readonly RateRow[];
  /** Index of the row that has the ratio 1. */
  readonly reference: number;
}

export interface RatesWords
  extends ChartWords<Record<'rows' | 'measured', number> & Record<'reference' | 'fastest', string>> {
  readonly source: (source: RateSource) => string;
  /** A ratio: "1.2×". */
  readonly ratio: (value: number) => string;
  /** Title of the axis: "requests/s, relative to Jedis, 50 connections". */
  readonly xTitle: (reference: string) => string;
  readonly configuration: string;
  /** Column titles: requests per second of a source, and their ratio. */
  readonly rateColumn: (source: RateSource) => string;
  readonly ratioColumn: (source: RateSource) => string;
}

/** Ratio of ratios above which the axis is logarithmic. */
const WIDE = 10;

/** Height of a drawing with `rows` rows, in lines of text. */
export const rateLines = (rows: number): number => 6.5 + 1.9 * rows;

/** A row's throughput relative to the reference row of the same source; undefined if either is unknown. */
export function ratioOf(
  { rows, reference }: RatesData,
  row: RateRow,
  source: RateSource,
): number | undefined {
  const [value, base] = [row.perSec[source], rows[reference]?.perSec[source]];
  return value === undefined || base === undefined || base <= 0 ? undefined : value / base;
}

const SHAPES: Readonly<Record<RateSource, Shape>> = {
  article: 'diamond',
  modelThere: 'triangle',
  modelHere: 'square',
  measured: 'circle',
};

function mark(source: RateSource, x: number, y: number, { ink, inkSoft, accent, paper }: Palette): SvgNode {
  const r = 4.2;
  if (source === 'measured') return dot(SHAPES[source], x, y, r, { fill: ink });
  const stroke = source === 'article' ? inkSoft : source === 'modelThere' ? accent.a : accent.b;
  return dot(SHAPES[source], x, y, r, { fill: paper, fillOpacity: 0.6, stroke, strokeWidth: 2 });
}

function scaleOf(ratios: readonly number[], max: number): ValueScale {
  const domain = logDomain(ratios);
  if (domain && domain[1] / domain[0] > WIDE) return valueScale(domain, max, false);
  return valueScale(nice(0, Math.max(1, ...ratios), 5), max, true);
}

function draw(data: RatesData, box: Box, palette: Palette, words: RatesWords): SvgNode {
  const { width, height, fontSize } = box;
  const { rows, reference } = data;
  const marks = rows.map((row) =>
    RATE_SOURCES.flatMap((source) => {
      const ratio = ratioOf(data, row, source);
      return ratio === undefined ? [] : [{ source, ratio }];
    }),
  );
  const shown = RATE_SOURCES.filter((source) =>
    marks.some((row) => row.some((each) => each.source === source)),
  );
  const entries = shown.map((source) => ({
    label: words.source(source),
    symbol: (at: number, y: number) => [mark(source, at + 6, y, palette)],
  }));
  const key = legend(entries, box, palette.ink, 1.2);
  const left = Math.min(
    width * 0.45,
    widest(
      rows.map(({ name }) => name),
      fontSize,
    ) + fontSize,
  );
  const right = width - fontSize * 2;
  const area = { top: fontSize * 0.5, bottom: height - fontSize * (3 + LEGEND_LINE * key.rows) };
  const rowHeight = (area.bottom - area.top) / Math.max(1, rows.length);
  const ratios = marks.flat().map(({ ratio }) => ratio);
  const { scale, ticks } = scaleOf(ratios, Math.max(2, Math.floor((right - left) / (fontSize * 5))));
  const x = scale.range([left + fontSize * 0.5, right]);
  const title = words.xTitle(rows[reference]?.name ?? '');
  return drawing(
    box,
    ...columnGrid(ticksOn(x, ticks, words.ratio), area, box, palette),
    textAt(fittedText(title, width, fontSize), width, area.bottom + fontSize * 2.5, {
      fontSize,
      fill: palette.inkSoft,
      textAnchor: 'end',
    }),
    ...rows.flatMap(({ name }, index) => {
      const y = area.top + (index + 0.5) * rowHeight;
      const row = marks[index] ?? [];
      const places = row.map(({ ratio }) => x(ratio));
      return [
        centredText(fittedText(name, left - fontSize, fontSize), 0, y, { fontSize, fill: palette.ink }),
        ...(places.length > 1
          ? [ruleY(y, Math.min(...places), Math.max(...places), { stroke: palette.line, strokeWidth: 2 })]
          : []),
        ...row.map(({ source, ratio }) => mark(source, x(ratio), y, palette)),
      ];
    }),
    ...key.nodes,
  );
}

export const rateRatios = {
  id: 'rate-ratios',
  draw,
  table: (data, words) =>
    tableOf(words.tableCaption, data.rows, [
      { title: words.configuration, unit: 'text', cell: ({ name }) => name },
      ...RATE_SOURCES.flatMap((source) => [
        {
          title: words.rateColumn(source),
          unit: '1/s' as const,
          cell: ({ perSec }: RateRow) => perSec[source],
        },
        {
          title: words.ratioColumn(source),
          unit: 'number' as const,
          cell: (row: RateRow) => ratioOf(data, row, source),
        },
      ]),
    ]),
  describe: (data, words) => {
    const { rows, reference } = data;
    if (rows.length === 0) return words.empty;
    const measured = rows.filter(({ perSec }) => perSec.measured !== undefined);
    const best = measured.reduce<RateRow | undefined>(
      (fastest, row) => ((fastest?.perSec.measured ?? 0) >= (row.perSec.measured ?? 0) ? fastest : row),
      undefined,
    );
    return words.sentence({
      rows: rows.length,
      measured: measured.length,
      reference: rows[reference]?.name ?? '',
      fastest: best?.name ?? '',
    });
  },
} as const satisfies ChartSpec<RatesData, RatesWords>;
