/**
 * Heat map of one system's metric over two parameters: one cell per point, labelled if it fits. Contours
 * enclose the cells near the best and those that meet a target. Measurements show the model's error.
 */

import { extent, maxIndex, minIndex } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import {
  type Box,
  type ChartSpec,
  type ColumnOf,
  type Table,
  tableOf,
  textWidth,
  type Unit,
} from './chart.ts';
import { axes } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { contour, type Grid } from './marks/contour.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { line, type Point } from './marks/line.ts';
import { centredText, halo } from './marks/text.ts';
import { px, type SvgNode } from './svg.ts';
import { placeTicks, type SweepAxis } from './sweep-axis.ts';
import type { SweepValue } from './sweep-lines.ts';
import { furthestOff, type MappedMeasured, mappedMark, residualOf } from './sweep-measured.ts';

export interface SweepHeatData {
  readonly name: string;
  readonly x: SweepAxis;
  readonly y: SweepAxis;
  /** By row from the first value of `y`, `x` changing fastest; undefined before the run. */
  readonly cells: readonly (SweepValue | undefined)[];
  /** Cells whose configuration is invalid. */
  readonly gaps: readonly number[];
  readonly unit: Unit;
  /** The better direction; undefined: neither. */
  readonly better: 'more' | 'less' | undefined;
  /** Draws the contour where another metric (a percentile) has a value. */
  readonly target:
    | { readonly label: string; readonly limit: number; readonly values: readonly (number | undefined)[] }
    | undefined;
  /** Measurements of this system. */
  readonly measured?: readonly MappedMeasured[];
  /** Index of the cell under the pointer, in this map or another of the sweep. */
  readonly pointed?: number | undefined;
  /** Colour range shared by several maps of one sweep. */
  readonly range?: readonly [number, number];
}

export interface SweepHeatWords {
  readonly value: (value: number) => string;
  readonly column: string;
  readonly tableCaption: string;
  readonly sentence: (facts: { name: string; best: string; x: string; y: string; worst: string }) => string;
  readonly empty: string;
  /** A share with its sign. */
  readonly signed: (share: number) => string;
  readonly measured: {
    readonly [Name in 'name' | 'seen' | 'residual']: string;
  };
}

/** Cells within this share of the best are near the best. */
const NEAR_BEST = 0.05;
/** Opacities of the smallest and the largest value. */
const [WEAKEST, STRONGEST] = [0.08, 0.7];

export interface HeatFrame {
  readonly area: ReturnType<typeof areaOf>;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export function heatFrame({ x, y }: SweepHeatData, box: Box): HeatFrame {
  const area = areaOf(box, y.values.map(y.label), 3.2);
  return {
    area,
    cellWidth: (area.right - area.left) / x.values.length,
    cellHeight: (area.bottom - area.top) / y.values.length,
  };
}

/** Index in `cells` of the cell at a point of the drawing. */
export function cellAt(data: SweepHeatData, box: Box, at: { x: number; y: number }): number | undefined {
  const { area, cellWidth, cellHeight } = heatFrame(data, box);
  const column = Math.floor((at.x - area.left) / cellWidth);
  const row = Math.floor((area.bottom - at.y) / cellHeight);
  const isInside = column >= 0 && column < data.x.values.length && row >= 0 && row < data.y.values.length;
  return isInside ? row * data.x.values.length + column : undefined;
}

export const rangeOf = (cells: readonly (SweepValue | undefined)[]): [number, number] => {
  const [min, max] = extent(cells, (cell) => cell?.mean);
  return min === undefined ? [0, 1] : [min, max];
};

/** Opacity by value: logarithmic if values differ by more than a factor of twenty. */
function strengthOf([min, max]: readonly [number, number]): (value: number) => number {
  if (max === min) return () => (WEAKEST + STRONGEST) / 2;
  const domain = [min, max];
  const range = [WEAKEST, STRONGEST];
  return min > 0 && max / min > 20 ? scaleLog(domain, range) : scaleLinear(domain, range);
}

/** The layer below the contours: a cell's colour, or a line through an invalid cell. */
function cellMarks(
  cell: SweepValue | undefined,
  isGap: boolean,
  { x, y }: { readonly x: number; readonly y: number },
  { cellWidth, cellHeight }: HeatFrame,
  strength: (value: number) => number,
  palette: Palette,
): SvgNode[] {
  const rect = (fill: string, fillOpacity?: number) =>
    barAt(x, y, cellWidth, cellHeight, { stroke: palette.paper, fill, fillOpacity });
  const corners: Point[] = [
    [x + 3, y + 3],
    [x + cellWidth - 3, y + cellHeight - 3],
  ];
  if (isGap) return [rect(palette.panel), line(corners, { stroke: palette.inkSoft })];
  if (!cell) return [rect(palette.panel)];
  return [rect(palette.paper), rect(palette.accent.a, px(strength(cell.mean)))];
}

function draw(data: SweepHeatData, box: Box, palette: Palette, words: SweepHeatWords): SvgNode {
  const { fontSize } = box;
  const frame = heatFrame(data, box);
  const { area, cellWidth, cellHeight } = frame;
  const columns = data.x.values.length;
  const toX = (column: number) => area.left + column * cellWidth;
  const toY = (row: number) => area.bottom - row * cellHeight;
  const strength = strengthOf(data.range ?? rangeOf(data.cells));
  const at = (index: number) => ({ x: toX(index % columns), y: toY(Math.floor(index / columns) + 1) });
  const measured = furthestOff(data.measured ?? []);
  const isMeasured = (index: number) =>
    measured.some(({ place, row }) => row * columns + place === index) && cellHeight >= 2.2 * fontSize;
  const cells = data.cells.flatMap((cell, index) =>
    cellMarks(cell, data.gaps.includes(index), at(index), frame, strength, palette),
  );
  // Above the contours; an outline keeps the text readable.
  const values = data.cells.flatMap((cell, index) => {
    if (!cell || data.gaps.includes(index)) return [];
    const label = words.value(cell.mean);
    const size = Math.min(fontSize * 0.9, (cellWidth - 4) / Math.max(1, textWidth(label, 1)));
    if (size < 8 || cellHeight < size * 1.2) return [];
    const { x, y } = at(index);
    // Above the measurement.
    const middle = y + cellHeight * (isMeasured(index) ? 0.3 : 0.5);
    const style = { textAnchor: 'middle', fontSize: size, fill: palette.ink, ...halo(palette, 2.5) };
    return [centredText(label, x + cellWidth / 2, middle, style)];
  });
  const pointed = data.pointed === undefined ? [] : [at(data.pointed)];
  const middles = data.x.values.map((_, column) => toX(column + 0.5));
  const soft = { textAnchor: 'end', fontSize, fill: palette.inkSoft };
  return drawing(
    box,
    ...cells,
    ...contourLines(data, { columns, rows: data.y.values.length, x: toX, y: toY }, palette),
    ...values,
    ...pointed.map(({ x, y }) =>
      barAt(x + 1, y + 1, cellWidth - 2, cellHeight - 2, {
        fill: 'none',
        stroke: palette.ink,
        strokeWidth: 2,
      }),
    ),
    ...measured.flatMap((point) => {
      const cell = {
        x: toX(point.place + 0.5),
        y: toY(point.row + 0.5),
        width: cellWidth,
        height: cellHeight,
      };
      return mappedMark(point, cell, fontSize * 0.85, palette, words.signed);
    }),
    axes(
      area,
      box,
      palette,
      { ticks: placeTicks(data.x, middles, box), title: data.x.title },
      { ticks: [], title: data.y.title },
    ),
    ...data.y.values.map((value, row) =>
      centredText(data.y.label(value), area.left - fontSize * 0.5, toY(row + 0.5), soft),
    ),
  );
}

/** Contours of the cells near the best, and of those that meet the target. */
function contourLines({ cells, better, target }: SweepHeatData, grid: Grid, palette: Palette): SvgNode[] {
  // Negated values turn "below a level" into "above".
  const below = (values: readonly (number | undefined)[]) => values.map((value) => value && -value);
  const means = cells.map((cell) => cell?.mean);
  const [min, max] = rangeOf(cells);
  const best = { stroke: palette.ink, strokeWidth: 2 };
  const limit = { stroke: palette.accent.b, strokeWidth: 2.5, strokeDasharray: '6 4' };
  return [
    ...(better === 'more' ? contour(means, max * (1 - NEAR_BEST), grid, best) : []),
    ...(better === 'less' ? contour(below(means), -min * (1 + NEAR_BEST), grid, best) : []),
    ...(target ? contour(below(target.values), -target.limit, grid, limit) : []),
  ];
}

function describe(data: SweepHeatData, words: SweepHeatWords): string {
  const gain = (cell: SweepValue | undefined) => cell && (data.better === 'less' ? -cell.mean : cell.mean);
  const best = maxIndex(data.cells, gain);
  const [top, bottom] = [data.cells[best], data.cells[minIndex(data.cells, gain)]];
  if (!top || !bottom) return words.empty;
  const columns = data.x.values.length;
  return words.sentence({
    name: data.name,
    best: words.value(top.mean),
    x: data.x.label(data.x.values[best % columns] ?? ''),
    y: data.y.label(data.y.values[Math.floor(best / columns)] ?? ''),
    worst: words.value(bottom.mean),
  });
}

/** A row of the table: a cell, and a measurement in it or between two cells. */
interface TableRow {
  readonly row: number;
  readonly place: number;
  readonly mean: number | undefined;
  readonly half?: number | undefined;
  readonly point?: MappedMeasured;
}

/** A row for each cell and each measurement. */
function table({ x, y, cells, unit, measured = [] }: SweepHeatData, words: SweepHeatWords): Table {
  const columns = x.values.length;
  const rows = cells.flatMap((cell, index): TableRow[] => {
    const [place, row] = [index % columns, Math.floor(index / columns)];
    const cellRow = { row, place, mean: cell?.mean, half: cell?.half };
    const atCell = measured.filter((point) => point.row === row && point.place === place);
    return atCell.length === 0 ? [cellRow] : atCell.map((point) => ({ ...cellRow, point }));
  });
  const between = measured
    .filter(({ place }) => !Number.isInteger(place))
    .map((point): TableRow => ({ row: point.row, place: point.place, mean: point.model, point }));
  const xOf = (place: number) => x.label(x.values[place] ?? '');
  const ends = (place: number) => [...new Set([Math.floor(place), Math.ceil(place)])];
  const ofMeasured: ColumnOf<TableRow>[] = [
    { title: words.measured.name, unit: 'text', cell: ({ point }) => point?.name },
    { title: words.measured.seen, unit, cell: ({ point }) => point?.seen },
    { title: words.measured.residual, unit: 'share', cell: ({ point }) => point && residualOf(point) },
  ];
  return tableOf(
    words.tableCaption,
    [...rows, ...between],
    [
      { title: y.title, unit: 'text', cell: ({ row }) => y.label(y.values[row] ?? '') },
      { title: x.title, unit: 'text', cell: ({ place }) => ends(place).map(xOf).join(' … ') },
      { title: words.column, unit, cell: ({ mean }) => mean },
      { title: '±', unit, cell: ({ half }) => half },
      ...(measured.length > 0 ? ofMeasured : []),
    ],
  );
}

export const sweepHeat = {
  id: 'sweep-heat',
  draw,
  describe,
  table,
} as const satisfies ChartSpec<SweepHeatData, SweepHeatWords>;
