/** What charts of named bars share: the names, beside their bars or above them, and what may be chance. */

import type { Palette } from '../lib/palette.ts';
import { type Box, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { centredText, halo, textAt } from './marks/text.ts';
import { whisker } from './marks/whisker.ts';
import type { SvgNode } from './svg.ts';

/** Below this width, in widths of a letter, names stand above the bars. */
const NARROW = 60;

/** Whether names stand above their bars. */
export const isNarrowChart = ({ width, fontSize }: Pick<Box, 'width' | 'fontSize'>): boolean =>
  width < NARROW * fontSize;

/** Height that so many rows want with the axis below and a line above them, in lines of their type. */
export const namedRowsLines = (count: number, isNarrow: boolean): number =>
  4.2 + count * (isNarrow ? 2.9 : 1.75);

/** Where the rows of a chart are, px. */
export interface NamedRows {
  /** Where bars may begin. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** Height of a bar. */
  readonly thick: number;
  /** The middle of the bar of a row. */
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
      // On a narrow screen names lie on the lines of the axis; a rim of paper keeps them readable.
      const style = { fontSize, fill: palette.ink, ...halo(palette) };
      return isNarrow
        ? textAt(name, 0, top + index * row + fontSize * 1.05, style)
        : centredText(name, left - fontSize * 0.8, middle(index), { ...style, textAnchor: 'end' });
    }),
  };
}

/** Whether the 95 % interval of a difference contains zero; undefined where nothing is known about chance. */
export const mayBeChance = (difference: number, half: number | undefined): boolean | undefined =>
  half === undefined ? undefined : Math.abs(difference) <= half;

/** Whether a bar is drawn hollow: it may be chance, or is known to be nothing. */
export const isHollow = (difference: number, half: number | undefined): boolean =>
  mayBeChance(difference, half) ?? difference === 0;

/** What a bar shows, px. */
export interface EffectEnds {
  readonly from: number;
  readonly to: number;
  /** The 95 % interval of its end. */
  readonly interval?: readonly [low: number, high: number] | undefined;
}

/** How it is drawn, and its figure. */
export interface EffectLook {
  readonly text: string;
  readonly color: string;
  readonly isHollow: boolean;
  /** Dashes of its rim. */
  readonly dash?: string | undefined;
  /** Of a bar that is not hollow; absent: its colour. */
  readonly fill?: string;
  readonly isBold?: boolean;
}

/** A bar of a row, the interval across its end, and its figure beyond both, on the side to which the bar goes. */
export function effectBar(
  { from, to, interval = [to, to] }: EffectEnds,
  { text, color, isHollow, dash, fill = color, isBold }: EffectLook,
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
