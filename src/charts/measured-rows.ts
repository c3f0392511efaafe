/**
 * Measured configurations, one row each: measurement with range, prediction and error. The axis starts at
 * zero, or is logarithmic if values differ by more than a factor of twenty.
 */

import { nice, sort } from 'd3-array';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ChartWords, fittedText, widest } from './chart.ts';
import { type EvidenceTableWords, evidenceTable } from './evidence-table.ts';
import { columnGrid, ticksOn } from './marks/axes.ts';
import { dot } from './marks/dot.ts';
import { drawing } from './marks/frame.ts';
import { legend } from './marks/legend.ts';
import { ruleY } from './marks/rule.ts';
import { centredText, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { logDomain, type ValueScale, valueScale } from './value-scale.ts';

export interface MeasuredRow {
  readonly name: string;
  readonly seen: number;
  readonly low?: number;
  readonly high?: number;
  readonly predicted?: number;
}

export interface MeasuredData {
  readonly rows: readonly MeasuredRow[];
}

export interface MeasuredWords
  extends EvidenceTableWords,
    ChartWords<Record<'rows' | 'compared', number> & Record<'median' | 'worst' | 'error', string>> {
  readonly number: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly signed: (share: number) => string;
  /** The metric with its unit. */
  readonly quantity: string;
  readonly measured: string;
  readonly model: string;
}

/** Ratio of values above which the axis is logarithmic. */
const WIDE = 20;

const errorOf = ({ seen, predicted }: MeasuredRow): number | undefined =>
  predicted === undefined || seen === 0 ? undefined : predicted / seen - 1;

/** Height of a drawing with `rows` rows, in lines of text. */
export const measuredLines = (rows: number): number => 5 + 1.7 * rows;

function scaleOf(rows: readonly MeasuredRow[], max: number): ValueScale {
  const all = rows.flatMap(({ seen, low, high, predicted }) => [seen, low, high, predicted]);
  const values = all.filter((value) => value !== undefined);
  const domain = logDomain(values);
  if (domain && domain[1] / domain[0] > WIDE && values.every((value) => value > 0))
    return valueScale(domain, max, false);
  return valueScale(nice(0, Math.max(1e-9, ...values), 5), max, true);
}

/** Marks of the measured value and the prediction. */
const seenDot = (x: number, y: number, { ink }: Palette) => dot('circle', x, y, 3.5, { fill: ink });
const modelDot = (x: number, y: number, { accent }: Palette) =>
  dot('square', x, y, 4, { fill: 'none', stroke: accent.b, strokeWidth: 2 });

function draw({ rows }: MeasuredData, box: Box, palette: Palette, words: MeasuredWords): SvgNode {
  const { width, height, fontSize } = box;
  const names = rows.map(({ name }) => name);
  const left = Math.min(width * 0.42, widest(names, fontSize) + fontSize);
  const right = width - fontSize * 5;
  const area = { top: fontSize * 0.5, bottom: height - fontSize * 4 };
  const row = (area.bottom - area.top) / Math.max(1, rows.length);
  const { scale, ticks } = scaleOf(rows, Math.max(2, Math.floor((right - left) / (fontSize * 6))));
  const x = scale.range([left + fontSize * 0.5, right]);
  const soft = { fontSize, fill: palette.inkSoft, textAnchor: 'end' };
  const entries = [
    { label: words.measured, symbol: (at: number, y: number) => [seenDot(at + 6, y, palette)] },
    { label: words.model, symbol: (at: number, y: number) => [modelDot(at + 6, y, palette)] },
  ];
  return drawing(
    box,
    ...columnGrid(ticksOn(x, ticks, words.number), area, box, palette),
    textAt(words.quantity, right, area.bottom + fontSize * 2.4, soft),
    ...rows.flatMap((measuredRow, index) => {
      const y = area.top + (index + 0.5) * row;
      const error = errorOf(measuredRow);
      const { name, seen, low = seen, high = seen, predicted } = measuredRow;
      // Long names are truncated here; the table has them in full.
      const label = fittedText(name, left - fontSize, fontSize);
      return [
        centredText(label, 0, y, { fontSize, fill: palette.ink }),
        ruleY(y, x(low), x(high), { stroke: palette.ink, strokeWidth: 1.5 }),
        seenDot(x(seen), y, palette),
        ...(predicted === undefined ? [] : [modelDot(x(predicted), y, palette)]),
        ...(error === undefined ? [] : [centredText(words.signed(error), width, y, soft)]),
      ];
    }),
    ...legend(entries, box, palette.ink).nodes,
  );
}

export const measuredRows = {
  id: 'measured-rows',
  draw,
  table: ({ rows }, words) => {
    const compared = rows.map((row) => ({ ...row, error: errorOf(row) }));
    return evidenceTable(compared, 'number', words);
  },
  describe: ({ rows }, words) => {
    if (rows.length === 0) return words.empty;
    const off = (row: MeasuredRow) => Math.abs(errorOf(row) ?? 0);
    const answered = rows.filter((row) => errorOf(row) !== undefined);
    const compared = sort(answered, off);
    const [middle, worst] = [compared[Math.floor(compared.length / 2)], compared.at(-1)];
    return words.sentence({
      rows: rows.length,
      compared: compared.length,
      median: words.percent(middle ? off(middle) : 0),
      worst: worst?.name ?? '',
      error: words.signed((worst && errorOf(worst)) ?? 0),
    });
  },
} as const satisfies ChartSpec<MeasuredData, MeasuredWords>;
