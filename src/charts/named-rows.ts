/** What charts of named bars share: the names, beside their bars or above them, and intervals as lines across the ends of bars. */

import type { Palette } from '../lib/palette.ts';
import { type Box, textWidth } from './chart.ts';
import { halo } from './marks/halo.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { px, type SvgNode, svg } from './svg.ts';

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
      const place = isNarrow
        ? { x: 0, y: px(top + index * row + fontSize * 1.05) }
        : { x: px(left - fontSize * 0.8), y: px(middle(index)), dy: '0.32em', textAnchor: 'end' };
      // On a narrow screen names lie on the lines of the axis; a rim of paper keeps them readable.
      return svg('text', { ...place, fontSize, fill: palette.ink, ...halo(palette) }, name);
    }),
  };
}

/** Whether the 95 % interval of a difference contains zero; undefined where nothing is known about chance. */
export const mayBeChance = (difference: number, half: number | undefined): boolean | undefined =>
  half === undefined ? undefined : Math.abs(difference) <= half;

/** Whether a bar is drawn hollow: it may be chance, or is known to be nothing. */
export const isHollow = (difference: number, half: number | undefined): boolean =>
  mayBeChance(difference, half) ?? difference === 0;

/** An interval: a line with a stop at either end. @param thick height of the bar that it lies on, px */
export const whisker = (low: number, high: number, y: number, thick: number, palette: Palette): SvgNode[] => {
  const stroke = { stroke: palette.ink, strokeWidth: 1.5 };
  return [
    ruleY(y, low, high, { ...stroke }),
    ...[low, high].map((at) => ruleX(at, y - thick / 3, y + thick / 3, { ...stroke })),
  ];
};
