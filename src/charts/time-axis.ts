/** The horizontal axis of model time: round ticks in one unit, relative to an origin. */

import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Change, changeMarks } from './change-marks.ts';
import { type Box, textWidth } from './chart.ts';
import { bottomAxis } from './marks/axes.ts';
import { textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { durationTicks } from './time-ticks.ts';
import type { Scale } from './value-scale.ts';

/** A time range in a drawing. */
export interface Stretch {
  readonly fromNs: number;
  readonly toNs: number;
  /** Origin of the axis, ns. */
  readonly zeroNs: number;
  /** Configuration changes within it. */
  readonly changes?: readonly Change[];
}

export interface AxisWords {
  readonly xTitle: (unit: string) => string;
  /** @param step distance of the ticks, in the axis' unit */
  readonly number: (value: number, step?: number) => string;
}

/** Height of the axis below the drawing, in lines of text. */
export const AXIS_LINES = 2.7;

/** Model time to pixels. */
export const timeScale = ({ fromNs, toNs }: Stretch, left: number, right: number): Scale =>
  scaleLinear([fromNs, toNs], [left, right]);

/**
 * Ticks, numbers and title below `bottom`; lines of changes across the plot, with their names in the title's
 * row.
 */
export function timeAxis(
  { fromNs, toNs, zeroNs, changes = [] }: Stretch,
  toPx: Scale,
  bottom: number,
  box: Box,
  palette: Palette,
  words: AxisWords,
): SvgNode[] {
  const { fontSize } = box;
  const [left = 0, right = 0] = toPx.range();
  const { ticks, unit } = durationTicks(toPx, Math.max(1, toNs - fromNs), fontSize, words.number, zeroNs);
  const title = words.xTitle(unit);
  // The title is omitted if it would cover a mark.
  const isCrowded = changes.some(({ ns }) => toPx(ns) > right - textWidth(title, fontSize) - fontSize);
  // The descenders end at the drawing's edge.
  const row = bottom + fontSize * (AXIS_LINES - 0.25);
  return [
    ...changeMarks(changes, toPx, { left, right, top: row + fontSize * 0.25, bottom: 0 }, fontSize, palette),
    ...bottomAxis([left, right], bottom, { ticks }, box, palette),
    textAt(title, isCrowded ? left : right, row, {
      textAnchor: isCrowded ? 'start' : 'end',
      fontSize,
      fill: palette.inkSoft,
    }),
  ];
}
