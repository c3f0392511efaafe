/** Shared parts of charts with named bars: names beside or above the bars, and marks of possible noise. */

import type { Palette } from '../lib/palette.ts';
import { type Box, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { centredText, halo, textAt } from './marks/text.ts';
import { whisker } from './marks/whisker.ts';
import type { SvgNode } from './svg.ts';

/** Below this width, in letter widths, names are above the bars. */
const NARROW = 60;

/** Whether names are above their bars. */
export const isNarrowChart = ({ width, fontSize }: Pick<Box, 'width' | 'fontSize'>): boolean =>
  width < NARROW * fontSize;

/** Height of `count` rows with the axis below and a line above, in lines of text. */
export const namedRowsLines = (count: number, isNarrow: boolean): number =>
  4.2 + count * (isNarrow ? 2.9 : 1.75);

/** Positions of the rows, px. */
export interface NamedRows {
  /** Left end of the bar area. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** Height of a bar. */
  readonly thick: number;
  /** The vertical middle of a row's bar. */
  readonly middle: (row: number) => number;
  readonly names: readonly SvgNode[];
}

export function namedRows(names: readonly string[], box: Box, palette: Palette): NamedRows {
  const { height, fontSize } = box;
  const isNarrow = isNarrowChart(box);
  const widths = names.map((name) => textWidth(name, fontSize));
  const left = isNarrow ? 0 : Math.max(0, ...widths) * 1.04 + fontSize;
  const [top, bottom] = [fontSize * 1.8, height - fontSize * 2];
  const row = (bottom - top) / Math.max(1, names.length);
  const middle = (index: number) => top + (index + (isNarrow ? 0.72 : 0.5)) * row;
  return {
    ...{ left, top, bottom, middle },
    thick: Math.min(row * 0.6, fontSize * 1.1),
    names: names.map((name, index) => {
      // On a narrow screen names cross the grid lines; an outline keeps them readable.
      const style = { fontSize, fill: palette.ink, ...halo(palette) };
      return isNarrow
        ? textAt(name, 0, top + index * row + fontSize * 1.05, style)
        : centredText(name, left - fontSize * 0.8, middle(index), { ...style, textAnchor: 'end' });
    }),
  };
}

/** Whether the 95 % interval of a difference contains zero; undefined without an interval. */
export const mayBeChance = (difference: number, half: number | undefined): boolean | undefined =>
  half === undefined ? undefined : Math.abs(difference) <= half;

/** Whether a bar is hollow: the difference may be noise, or is exactly zero. */
export const isHollow = (difference: number, half: number | undefined): boolean =>
  mayBeChance(difference, half) ?? difference === 0;

/** Extent of a bar, px. */
export interface EffectEnds {
  readonly from: number;
  readonly to: number;
  /** The 95 % interval of the bar's end. */
  readonly interval?: readonly [low: number, high: number] | undefined;
}

/** Style of a bar, and its label. */
export interface EffectStyle {
  readonly text: string;
  readonly color: string;
  readonly isHollow: boolean;
  /** Dash pattern of the outline. */
  readonly dash?: string | undefined;
  /** Fill of a bar that is not hollow; absent: its colour. */
  readonly fill?: string;
  readonly isBold?: boolean;
}

/** A row's bar, the interval across its end, and the label beyond both. */
export function effectBar(
  { from, to, interval = [to, to] }: EffectEnds,
  { text, color, isHollow, dash, fill = color, isBold }: EffectStyle,
  { thick, middle }: NamedRows,
  row: number,
  { fontSize }: Box,
  palette: Palette,
): SvgNode[] {
  const [y, isLeft] = [middle(row), to < from];
  const end = isLeft ? Math.min(to, ...interval) : Math.max(from, to, ...interval);
  return [
    barAt(Math.min(from, to), y - thick / 2, Math.max(1, Math.abs(to - from)), thick, {
      fill: isHollow ? palette.paper : fill,
      stroke: color,
      strokeWidth: 1,
      strokeDasharray: dash,
    }),
    ...(interval[0] < interval[1] ? whisker(...interval, y, thick, palette) : []),
    centredText(text, end + (isLeft ? -0.45 : 0.45) * fontSize, y, {
      textAnchor: isLeft ? 'end' : 'start',
      fontSize,
      fontWeight: isBold ? 600 : undefined,
      fill: isHollow ? palette.inkSoft : palette.ink,
    }),
  ];
}
