/**
 * A published table, cell by cell: the model's error for each number. Colours show the sign; a frame and a
 * cross mark cells outside the tolerance.
 */

import { maxIndex, range } from 'd3-array';
import { scaleBand } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ChartWords, tableOf, widest } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { centredText, textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface ResidualCell {
  readonly published: number;
  readonly found: number;
  readonly holds: boolean;
}

interface PlacedCell extends ResidualCell {
  readonly row: number;
  readonly column: number;
  readonly name: string;
  readonly columnName: string;
  readonly error: number;
}

export interface ResidualData {
  /** Column names. */
  readonly columns: readonly string[];
  /** A cell is undefined if no number was published. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly (ResidualCell | undefined)[] }[];
}

export interface ResidualWords
  extends ChartWords<Record<'cells' | 'inside', number> & Record<'worst' | 'column' | 'error', string>> {
  readonly number: (value: number) => string;
  /** A share with its sign. */
  readonly signed: (share: number) => string;
  readonly x: string;
  readonly outside: string;
  readonly cell: (row: string, column: string, cell: ResidualCell) => string;
  readonly columns: { readonly [Name in 'row' | 'column' | 'published' | 'found' | 'error']: string };
}

/** Error with the strongest colour. */
const FULL = 0.6;

export const errorOf = ({ published, found }: ResidualCell): number => found / published - 1;

/** All cells with a number, by row. */
const cellsOf = ({ columns, rows }: ResidualData): PlacedCell[] =>
  rows.flatMap(({ name, cells }, row) =>
    cells.flatMap((cell, column) =>
      cell ? [{ ...cell, row, column, name, columnName: columns[column] ?? '', error: errorOf(cell) }] : [],
    ),
  );

function draw(data: ResidualData, box: Box, palette: Palette, words: ResidualWords): SvgNode {
  const { width, height, fontSize } = box;
  const { rows, columns } = data;
  const names = rows.map(({ name }) => name);
  const left = Math.min(width * 0.5, widest(names, fontSize) + fontSize);
  const top = fontSize * 2.6;
  const bottom = height - fontSize * 2;
  const x = scaleBand(range(columns.length), [left, Math.max(left, width)]);
  const y = scaleBand(range(rows.length), [top, bottom]);
  const [wide, high] = [x.bandwidth(), y.bandwidth()];
  const soft = { fontSize, fill: palette.inkSoft };
  // Narrow cells have their colour only, and some columns their name.
  const labelOf = ({ holds, error }: PlacedCell) => `${holds ? '' : '✕ '}${words.signed(error)}`;
  const cells = cellsOf(data);
  const hasNumbers = widest(cells.map(labelOf), fontSize) <= wide;
  const named = Math.max(1, Math.ceil((widest(columns, fontSize) + fontSize) / Math.max(1, wide)));
  return drawing(
    box,
    textAt(words.x, width, fontSize, { ...soft, textAnchor: 'end' }),
    ...columns.flatMap((column, index) =>
      (columns.length - 1 - index) % named === 0
        ? [
            centredText(column, (x(index) ?? 0) + (named > 1 ? wide : wide / 2), top - fontSize * 0.7, {
              ...soft,
              textAnchor: named > 1 ? 'end' : 'middle',
            }),
          ]
        : [],
    ),
    ...rows.map(({ name }, index) =>
      centredText(name, 0, (y(index) ?? 0) + high / 2, { fontSize, fill: palette.ink }),
    ),
    ...cells.map((cell) => {
      const { row, column, name, columnName, error, holds } = cell;
      const figure = hasNumbers ? labelOf(cell) : holds ? '' : '✕';
      const at = { x: x(column) ?? 0, y: y(row) ?? 0 };
      return svg(
        'g',
        {},
        svg('title', {}, words.cell(name, columnName, cell)),
        barAt(at.x + 1, at.y + 1, wide - 2, high - 2, {
          fill: palette.accent[error > 0 ? 'b' : 'a'],
          fillOpacity: px(0.45 * Math.min(1, Math.abs(error) / FULL)),
          stroke: holds ? palette.line : palette.ink,
          strokeWidth: holds ? 1 : 2,
        }),
        centredText(figure, at.x + wide / 2, at.y + high / 2, {
          ...{ textAnchor: 'middle', fontSize, fill: palette.ink },
          fontWeight: holds ? undefined : 600,
        }),
      );
    }),
    textAt(words.outside, width, height - fontSize * 0.4, { ...soft, textAnchor: 'end' }),
  );
}

export const residualMap = {
  id: 'residual-map',
  draw,
  table: (data, { tableCaption, columns }) =>
    tableOf(tableCaption, cellsOf(data), [
      { title: columns.row, unit: 'text', cell: ({ name }) => name },
      { title: columns.column, unit: 'text', cell: ({ columnName }) => columnName },
      { title: columns.published, unit: 'number', cell: ({ published }) => published },
      { title: columns.found, unit: 'number', cell: ({ found }) => found },
      { title: columns.error, unit: 'share', cell: ({ error }) => error },
    ]),
  describe: (data, words) => {
    const cells = cellsOf(data);
    const worst = cells[maxIndex(cells, ({ error }) => Math.abs(error))];
    if (!worst) return words.empty;
    return words.sentence({
      cells: cells.length,
      inside: cells.filter(({ holds }) => holds).length,
      worst: worst.name,
      column: worst.columnName,
      error: words.signed(worst.error),
    });
  },
} as const satisfies ChartSpec<ResidualData, ResidualWords>;
