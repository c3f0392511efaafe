/** The horizontal axis of charts of one stretch of model time: round ticks in one unit, counted from a moment. */

import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Change, changeMarks } from './change-marks.ts';
import { type Box, textWidth } from './chart.ts';
import { bottomAxis } from './marks/axes.ts';
import { textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { durationTicks } from './time-ticks.ts';
import type { Scale } from './value-scale.ts';

/** A stretch of time in a drawing. */
export interface Stretch {
  readonly fromNs: number;
  readonly toNs: number;
  /** What the axis counts from, ns. */
  readonly zeroNs: number;
  /** Where the system was changed on the way. */
  readonly changes?: readonly Change[];
}

export interface AxisWords {
  readonly xTitle: (unit: string) => string;
  /** @param step between the ticks, in the axis' unit */
  readonly number: (value: number, step?: number) => string;
}

/** Height that the axis takes below the drawing, in lines of its type. */
export const AXIS_LINES = 2.7;

/** Model time to pixels. */
export const timeScale = ({ fromNs, toNs }: Stretch, left: number, right: number): Scale =>
  scaleLinear([fromNs, toNs], [left, right]);

/** Ticks, numbers and title below `bottom`; lines of changes across all that is above, their names in the row of the title. */
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
  // The title gives way to a mark.
  const isCrowded = changes.some(({ ns }) => toPx(ns) > right - textWidth(title, fontSize) - fontSize);
  // Its descenders end with the drawing.
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
