/**
 * A figure of one system over two knobs: a cell a point, its value written into it where there is room, contours around what
 * is nearly the best and around what keeps a target; where something was measured, how far the model is off.
 */

import { contours } from 'd3-contour';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type Table, textWidth, type Unit } from './chart.ts';
import { axes } from './marks/axes.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { halo, textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { labelled, type SweepAxis } from './sweep-axis.ts';
import type { SweepValue } from './sweep-lines.ts';
import { furthestOff, type MappedMeasured, mappedMark, residualOf } from './sweep-measured.ts';

export interface SweepHeatData {
  readonly name: string;
  readonly x: SweepAxis;
  readonly y: SweepAxis;
  /** Row by row from the first value of `y`, `x` changing fastest; undefined before anything has been run. */
  readonly cells: readonly (SweepValue | undefined)[];
  /** Cells that cannot be simulated. */
  readonly gaps: readonly number[];
  readonly unit: Unit;
  /** Which end is good; undefined: neither. */
  readonly better: 'more' | 'less' | undefined;
  /** Draws the line at which another figure (a percentile) has a value. */
  readonly target:
    | { readonly label: string; readonly limit: number; readonly values: readonly (number | undefined)[] }
    | undefined;
  /** What was measured of this system. */
  readonly measured?: readonly MappedMeasured[];
  /** The cell that is pointed at, in this map or in another one of the same sweep. */
  readonly pointed?: number | undefined;
  /** Several drawings of one sweep share their colours. */
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

/** A cell counts as nearly the best within this share. */
const NEAR = 0.05;

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

/** The cell at a place of the drawing, as a number into `cells`. */
export function cellAt(data: SweepHeatData, box: Box, at: { x: number; y: number }): number | undefined {
  const { area, cellWidth, cellHeight } = heatFrame(data, box);
  const column = Math.floor((at.x - area.left) / cellWidth);
  const row = Math.floor((area.bottom - at.y) / cellHeight);
  const isInside = column >= 0 && column < data.x.values.length && row >= 0 && row < data.y.values.length;
  return isInside ? row * data.x.values.length + column : undefined;
}

export const rangeOf = (cells: readonly (SweepValue | undefined)[]): [number, number] => {
  const means = cells.flatMap((cell) => (cell ? [cell.mean] : []));
  return means.length === 0 ? [0, 1] : [Math.min(...means), Math.max(...means)];
};

function draw(data: SweepHeatData, box: Box, palette: Palette, words: SweepHeatWords): SvgNode {
  const { fontSize } = box;
  const { area, cellWidth, cellHeight } = heatFrame(data, box);
  const columns = data.x.values.length;
  const [least, most] = data.range ?? rangeOf(data.cells);
  const isLog = least > 0 && most / least > 20;
  const share = (value: number) =>
    most === least
      ? 0.5
      : isLog
        ? Math.log(value / least) / Math.log(most / least)
        : (value - least) / (most - least);
  const at = (index: number) => ({
    x: area.left + (index % columns) * cellWidth,
    y: area.bottom - (Math.floor(index / columns) + 1) * cellHeight,
  });
  const measured = furthestOff(data.measured ?? []);
  const isMeasured = (index: number) =>
    measured.some(({ place, row }) => row * columns + place === index) && cellHeight >= 2.2 * fontSize;
  const cells = data.cells.flatMap((cell, index) => {
    const { x, y } = at(index);
    const place = { x: px(x), y: px(y), width: px(cellWidth), height: px(cellHeight), stroke: palette.paper };
    if (data.gaps.includes(index))
      return [
        svg('rect', { ...place, fill: palette.panel }),
        svg('path', {
          d: `M${px(x + 3)} ${px(y + 3)}L${px(x + cellWidth - 3)} ${px(y + cellHeight - 3)}`,
          stroke: palette.inkSoft,
        }),
      ];
    if (!cell) return [svg('rect', { ...place, fill: palette.panel })];
    const strength = 0.08 + 0.62 * share(cell.mean);
    return [
      svg('rect', { ...place, fill: palette.paper }),
      svg('rect', { ...place, fill: palette.accent.a, fillOpacity: px(strength) }),
    ];
  });
  // Above the contours: the text stays readable on them, and on both ends of the colours, by its rim of paper.
  const values = data.cells.flatMap((cell, index) => {
    if (!cell || data.gaps.includes(index)) return [];
    const { x, y } = at(index);
    const label = words.value(cell.mean);
    const size = Math.min(fontSize * 0.9, (cellWidth - 4) / Math.max(1, textWidth(label, 1)));
    if (size < 8 || cellHeight < size * 1.2) return [];
    return [
      svg(
        'text',
        {
          x: px(x + cellWidth / 2),
          // Above what was measured there.
          y: px(y + cellHeight * (isMeasured(index) ? 0.3 : 0.5)),
          dy: '0.35em',
          textAnchor: 'middle',
          fontSize: px(size),
          fill: palette.ink,
          ...halo(palette, 2.5),
        },
        label,
      ),
    ];
  });
  const pointed = data.pointed === undefined ? undefined : at(data.pointed);
  const frame = pointed && {
    x: px(pointed.x + 1),
    y: px(pointed.y + 1),
    width: px(cellWidth - 2),
    height: px(cellHeight - 2),
  };
  return drawing(
    box,
    ...cells,
    ...contourLines(data, area, cellWidth, cellHeight, palette),
    ...values,
    ...(frame ? [svg('rect', { ...frame, fill: 'none', stroke: palette.ink, strokeWidth: 2 })] : []),
    ...measured.flatMap((point) =>
      mappedMark(
        point,
        {
          x: area.left + (point.place + 0.5) * cellWidth,
          y: area.bottom - (point.row + 0.5) * cellHeight,
          width: cellWidth,
          height: cellHeight,
        },
        fontSize * 0.85,
        palette,
        words.signed,
      ),
    ),
    axes(
      area,
      box,
      palette,
      {
        ticks: labelled(
          data.x,
          data.x.values.map((_, i) => area.left + (i + 0.5) * cellWidth),
          box,
        ).map((i) => ({
          at: area.left + (i + 0.5) * cellWidth,
          label: data.x.label(data.x.values[i] ?? ''),
        })),
        title: data.x.title,
        titleLine: 2.75,
      },
      { ticks: [], title: data.y.title },
    ),
    ...data.y.values.map((value, row) =>
      textAt(data.y.label(value), area.left - fontSize * 0.5, area.bottom - (row + 0.5) * cellHeight, {
        dy: '0.32em',
        textAnchor: 'end',
        fontSize,
        fill: palette.inkSoft,
      }),
    ),
  );
}

/** Lines around what is nearly the best, and around what keeps the target. Only when every cell is known. */
function contourLines(
  { x, y, cells, better, target }: SweepHeatData,
  area: HeatFrame['area'],
  cellWidth: number,
  cellHeight: number,
  palette: Palette,
): SvgNode[] {
  const size: [number, number] = [x.values.length, y.values.length];
  const lines = (
    values: readonly (number | undefined)[],
    level: number,
    isAbove: boolean,
    style: SvgNode['attributes'],
  ) => {
    const all = values.filter((value) => value !== undefined);
    if (all.length < values.length || size.some((count) => count < 2)) return [];
    // Below a level is above its negative: the inside of a contour is what is larger.
    const signed = isAbove ? all : all.map((value) => -value);
    const shape = contours()
      .size(size)
      .smooth(true)
      .contour(signed, isAbove ? level : -level);
    const d = shape.coordinates
      .flat()
      .map(
        (ring) =>
          `M${ring.map(([cx = 0, cy = 0]) => `${px(area.left + cx * cellWidth)} ${px(area.bottom - cy * cellHeight)}`).join('L')}Z`,
      )
      .join('');
    return d === '' ? [] : [svg('path', { d, fill: 'none', strokeLinejoin: 'round', ...style })];
  };
  const means = cells.map((cell) => cell?.mean);
  const [least, most] = rangeOf(cells);
  return [
    ...(better === 'more'
      ? lines(means, most * (1 - NEAR), true, { stroke: palette.ink, strokeWidth: 2 })
      : []),
    ...(better === 'less'
      ? lines(means, least * (1 + NEAR), false, { stroke: palette.ink, strokeWidth: 2 })
      : []),
    ...(target
      ? lines(target.values, target.limit, false, {
          stroke: palette.accent.b,
          strokeWidth: 2.5,
          strokeDasharray: '6 4',
        })
      : []),
  ];
}

function describe(data: SweepHeatData, words: SweepHeatWords): string {
  const known = data.cells.flatMap((cell, index) => (cell ? [{ mean: cell.mean, index }] : []));
  const [first] = known;
  if (!first) return words.empty;
  const sign = data.better === 'less' ? -1 : 1;
  const best = known.reduce((one, other) => (sign * other.mean > sign * one.mean ? other : one), first);
  const worst = known.reduce((one, other) => (sign * other.mean < sign * one.mean ? other : one), first);
  const columns = data.x.values.length;
  return words.sentence({
    name: data.name,
    best: words.value(best.mean),
    x: data.x.label(data.x.values[best.index % columns] ?? ''),
    y: data.y.label(data.y.values[Math.floor(best.index / columns)] ?? ''),
    worst: words.value(worst.mean),
  });
}

/** The cells, and where something was measured that too: a row for each of them. */
function table(
  { x, y, cells, unit, measured = [] }: SweepHeatData,
  { tableCaption, column, measured: columns }: SweepHeatWords,
): Table {
  const shown = measured.length > 0;
  const own = (point: MappedMeasured) => [point.name, point.seen, residualOf(point)];
  const xOf = (place: number) => x.label(x.values[place] ?? '');
  const yOf = (row: number) => y.label(y.values[row] ?? '');
  return {
    caption: tableCaption,
    columns: [
      { title: y.title, unit: 'text' },
      { title: x.title, unit: 'text' },
      { title: column, unit },
      { title: '±', unit },
      ...(shown
        ? ([
            { title: columns.name, unit: 'text' },
            { title: columns.seen, unit },
            { title: columns.residual, unit: 'share' },
          ] as const)
        : []),
    ],
    rows: [
      ...cells.flatMap((cell, index) => {
        const [place, row] = [index % x.values.length, Math.floor(index / x.values.length)];
        const first = [yOf(row), xOf(place), cell?.mean, cell?.half];
        const here = measured.filter((point) => point.row === row && point.place === place);
        if (!shown) return [first];
        return here.length === 0
          ? [[...first, undefined, undefined, undefined]]
          : here.map((point) => [...first, ...own(point)]);
      }),
      ...measured
        .filter(({ place }) => !Number.isInteger(place))
        .map((point) => [
          yOf(point.row),
          `${xOf(Math.floor(point.place))} … ${xOf(Math.ceil(point.place))}`,
          point.model,
          undefined,
          ...own(point),
        ]),
    ],
  };
}

export const sweepHeat = {
  id: 'sweep-heat',
  draw,
  describe,
  table,
} as const satisfies ChartSpec<SweepHeatData, SweepHeatWords>;
