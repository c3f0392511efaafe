/**
 * Measured configurations, a row each: what was measured with its range, what the model says, and by how much that is off. From zero,
 * or logarithmic where the values differ by more than a factor of twenty.
 */

import { nice } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { type EvidenceTableWords, evidenceTable } from './evidence-table.ts';
import { drawing, logTicks } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { logDomain } from './value-scale.ts';

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

export interface MeasuredWords extends EvidenceTableWords {
  readonly number: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly signed: (share: number) => string;
  /** The quantity with its unit. */
  readonly quantity: string;
  readonly measured: string;
  readonly model: string;
  readonly sentence: (facts: {
    rows: number;
    compared: number;
    median: string;
    worst: string;
    error: string;
  }) => string;
  readonly empty: string;
}

/** From here on the axis is logarithmic. */
const WIDE = 20;

const errorOf = ({ seen, predicted }: MeasuredRow): number | undefined =>
  predicted === undefined || seen === 0 ? undefined : predicted / seen - 1;

/** Lines of type that a drawing of so many rows takes. */
export const measuredLines = (rows: number): number => 5 + 1.7 * rows;

function scaleOf(rows: readonly MeasuredRow[], range: readonly [number, number]) {
  const values = rows.flatMap(({ seen, low, high, predicted }) =>
    [seen, low, high, predicted].filter((value): value is number => value !== undefined),
  );
  const domain = logDomain(values);
  if (domain && domain[1] / domain[0] > WIDE && values.every((value) => value > 0))
    return { x: scaleLog(domain, range), ticks: (most: number) => logTicks(...domain, most) };
  const x = scaleLinear(nice(0, Math.max(1e-9, ...values), 5), range);
  return { x, ticks: (most: number) => x.ticks(most) };
}

function draw({ rows }: MeasuredData, box: Box, palette: Palette, words: MeasuredWords): SvgNode {
  const { width, height, fontSize } = box;
  const names = Math.min(
    width * 0.42,
    Math.max(0, ...rows.map(({ name }) => textWidth(name, fontSize))) + fontSize,
  );
  const [left, right] = [names, width - fontSize * 5];
  const [top, bottom] = [fontSize * 0.5, height - fontSize * 4];
  const row = (bottom - top) / Math.max(1, rows.length);
  const { x, ticks } = scaleOf(rows, [left + fontSize * 0.5, right]);
  const text = { fontSize: px(fontSize), fill: palette.ink };
  const most = Math.max(2, Math.floor((right - left) / (fontSize * 6)));
  return drawing(
    box,
    ...ticks(most).flatMap((value) => [
      ruleX(x(value), top, bottom, { stroke: palette.line }),
      textAt(words.number(value), x(value), bottom + fontSize * 1.2, {
        ...text,
        fill: palette.inkSoft,
        textAnchor: 'middle',
      }),
    ]),
    textAt(words.quantity, right, bottom + fontSize * 2.4, {
      ...text,
      fill: palette.inkSoft,
      textAnchor: 'end',
    }),
    ...rows.flatMap((one, index) => {
      const y = top + (index + 0.5) * row;
      const error = errorOf(one);
      const { low = one.seen, high = one.seen } = one;
      return [
        textAt(shortened(one.name, names - fontSize, fontSize), 0, y, { ...text, dy: '0.32em' }),
        ruleY(y, x(low), x(high), { stroke: palette.ink, strokeWidth: 1.5 }),
        svg('circle', { cx: px(x(one.seen)), cy: px(y), r: 3.5, fill: palette.ink }),
        ...(one.predicted === undefined ? [] : [square(x(one.predicted), y, palette)]),
        ...(error === undefined
          ? []
          : [
              textAt(words.signed(error), width, y, {
                ...text,
                fill: palette.inkSoft,
                dy: '0.32em',
                textAnchor: 'end',
              }),
            ]),
      ];
    }),
    ...legend(box, palette, words),
  );
}

/** Names longer than their column are cut; the table has them whole. */
function shortened(name: string, width: number, fontSize: number): string {
  let text = name;
  while (text.length > 1 && textWidth(`${text}…`, fontSize) > width) text = text.slice(0, -1);
  return textWidth(name, fontSize) <= width ? name : `${text}…`;
}

const square = (x: number, y: number, palette: Palette): SvgNode =>
  barAt(x - 4, y - 4, 8, 8, { fill: 'none', stroke: palette.accent.b, strokeWidth: 2 });

function legend({ height, fontSize }: Box, palette: Palette, words: MeasuredWords): SvgNode[] {
  const y = height - fontSize * 0.7;
  const text = { fontSize: px(fontSize), fill: palette.ink, y: px(y), dy: '0.32em' };
  const second = fontSize * 2.5 + textWidth(words.measured, fontSize) + 12;
  return [
    svg('circle', { cx: 6, cy: px(y), r: 3.5, fill: palette.ink }),
    svg('text', { ...text, x: 16 }, words.measured),
    square(second, y, palette),
    svg('text', { ...text, x: px(second + 12) }, words.model),
  ];
}

export const measuredRows = {
  id: 'measured-rows',
  draw,
  table: ({ rows }, words) =>
    evidenceTable(
      rows.map((row) => ({ ...row, error: errorOf(row) })),
      'number',
      words,
    ),
  describe: ({ rows }, words) => {
    const compared = rows.flatMap((row) => {
      const error = errorOf(row);
      return error === undefined ? [] : [{ name: row.name, error }];
    });
    const sorted = [...compared].sort((one, other) => Math.abs(one.error) - Math.abs(other.error));
    const worst = sorted.at(-1);
    if (rows.length === 0) return words.empty;
    return words.sentence({
      rows: rows.length,
      compared: compared.length,
      median: words.percent(Math.abs(sorted[Math.floor(sorted.length / 2)]?.error ?? 0)),
      worst: worst?.name ?? '',
      error: words.signed(worst?.error ?? 0),
    });
  },
} as const satisfies ChartSpec<MeasuredData, MeasuredWords>;
