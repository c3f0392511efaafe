/**
 * A published table, cell by cell: how far the model is from each number of it. Too large is one colour, too small the other, with
 * the number written; a frame and a cross mark what is outside the tolerance.
 */

import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { drawing } from './marks/axes.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface ResidualCell {
  readonly published: number;
  readonly found: number;
  readonly holds: boolean;
}

export interface ResidualData {
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** A cell is undefined where nothing was published. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly (ResidualCell | undefined)[] }[];
}

export interface ResidualWords {
  readonly number: (value: number) => string;
  /** A share with its sign. */
  readonly signed: (share: number) => string;
  readonly x: string;
  readonly outside: string;
  readonly cell: (row: string, column: string, cell: ResidualCell) => string;
  readonly tableCaption: string;
  readonly columns: { readonly [Name in 'row' | 'column' | 'published' | 'found' | 'error']: string };
  readonly sentence: (facts: {
    cells: number;
    inside: number;
    worst: string;
    column: string;
    error: string;
  }) => string;
  readonly empty: string;
}

/** Deviation with the fullest colour. */
const FULL = 0.6;

export const errorOf = ({ published, found }: ResidualCell): number => found / published - 1;

function draw(data: ResidualData, box: Box, palette: Palette, words: ResidualWords): SvgNode {
  const { width, height, fontSize } = box;
  const nameWidth = Math.min(
    width * 0.42,
    Math.max(...data.rows.map(({ name }) => textWidth(name, fontSize))) + fontSize,
  );
  const top = fontSize * 2.6;
  const cellWidth = (width - nameWidth) / Math.max(1, data.columns.length);
  const cellHeight = (height - top - fontSize * 2) / Math.max(1, data.rows.length);
  const text = { fontSize: px(fontSize), fill: palette.ink, dy: '0.32em' };
  return drawing(
    box,
    textAt(words.x, width, fontSize, { textAnchor: 'end', fontSize, fill: palette.inkSoft }),
    ...data.columns.map((column, index) =>
      textAt(column, nameWidth + (index + 0.5) * cellWidth, top - fontSize * 0.7, {
        ...text,
        fill: palette.inkSoft,
        textAnchor: 'middle',
      }),
    ),
    ...data.rows.flatMap(({ name, cells }, row) => {
      const y = top + row * cellHeight;
      return [
        textAt(name, 0, y + cellHeight / 2, { ...text }),
        ...cells.flatMap((cell, column) => {
          if (!cell) return [];
          const x = nameWidth + column * cellWidth;
          const label = words.cell(name, data.columns[column] ?? '', cell);
          return [
            svg(
              'g',
              {},
              svg('title', {}, label),
              ...cellOf(cell, { x, y, width: cellWidth, height: cellHeight }, box, palette, words),
            ),
          ];
        }),
      ];
    }),
    textAt(words.outside, width, height - fontSize * 0.4, {
      textAnchor: 'end',
      fontSize,
      fill: palette.inkSoft,
    }),
  );
}

function cellOf(
  cell: ResidualCell,
  at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { fontSize }: Box,
  palette: Palette,
  words: ResidualWords,
): SvgNode[] {
  const error = errorOf(cell);
  const rect = { x: px(at.x + 1), y: px(at.y + 1), width: px(at.width - 2), height: px(at.height - 2) };
  return [
    svg('rect', {
      ...rect,
      fill: palette.accent[error > 0 ? 'b' : 'a'],
      fillOpacity: px(0.45 * Math.min(1, Math.abs(error) / FULL)),
      stroke: cell.holds ? palette.line : palette.ink,
      strokeWidth: cell.holds ? 1 : 2,
    }),
    textAt(`${cell.holds ? '' : '✕ '}${words.signed(error)}`, at.x + at.width / 2, at.y + at.height / 2, {
      dy: '0.32em',
      textAnchor: 'middle',
      fontSize,
      fontWeight: cell.holds ? undefined : 600,
      fill: palette.ink,
    }),
  ];
}

export const residualMap = {
  id: 'residual-map',
  draw,
  table: (data, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.columns.row, unit: 'text' },
      { title: words.columns.column, unit: 'text' },
      { title: words.columns.published, unit: 'number' },
      { title: words.columns.found, unit: 'number' },
      { title: words.columns.error, unit: 'share' },
    ],
    rows: data.rows.flatMap(({ name, cells }) =>
      cells.flatMap((cell, index) =>
        cell ? [[name, data.columns[index] ?? '', cell.published, cell.found, errorOf(cell)]] : [],
      ),
    ),
  }),
  describe: (data, words) => {
    const cells = data.rows.flatMap(({ name, cells: row }) =>
      row.flatMap((cell, index) => (cell ? [{ name, column: data.columns[index] ?? '', cell }] : [])),
    );
    const size = ({ cell }: (typeof cells)[number]) => Math.abs(errorOf(cell));
    const worst = [...cells].sort((one, other) => size(other) - size(one))[0];
    if (!worst) return words.empty;
    return words.sentence({
      cells: cells.length,
      inside: cells.filter(({ cell }) => cell.holds).length,
      worst: worst.name,
      column: worst.column,
      error: words.signed(errorOf(worst.cell)),
    });
  },
} as const satisfies ChartSpec<ResidualData, ResidualWords>;
