/** The plot of hand-drawn curves, logarithmic in both axes. */

import { minIndex } from 'd3-array';
import { scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { Box } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { areaOf } from './marks/frame.ts';
import type { Point } from './marks/line.ts';
import { halo, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { logTicks } from './value-scale.ts';

/** Ranges of the axes. */
export interface CurveRange {
  /** Positions on the horizontal axis. */
  readonly x: readonly number[];
  /** Range of the vertical axis. */
  readonly min: number;
  readonly max: number;
}

/** Axis titles, and formats of the values. */
export interface CurveAxisWords {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly x: (value: number) => string;
  readonly y: (value: number) => string;
}

/** The plot area, with conversions between values and pixels. */
export function curveFrame({ x: places, min, max }: CurveRange, box: Box, words: Pick<CurveAxisWords, 'y'>) {
  const yTicks = logTicks(min, max, 6);
  const area = areaOf(box, yTicks.map(words.y), 3.1, 2.4);
  const x = scaleLog([Math.min(...places), Math.max(...places)], [area.left, area.right]);
  const y = scaleLog([min, max], [area.bottom, area.top]);
  const valueAt = (at: number) => y.copy().clamp(true).invert(at);
  const placeAt = (at: number) => minIndex(places, (place) => Math.abs(x(place) - at));
  return { area, x, y, yTicks, valueAt, placeAt };
}

/** The points of a curve, clipped to the axis range. */
export const curvePoints = (
  { x, y }: ReturnType<typeof curveFrame>,
  places: readonly number[],
  values: readonly number[],
): Point[] => {
  const inside = y.copy().clamp(true);
  return values.map((value, i) => [x(places[i] ?? 1), inside(value)]);
};

/** The axes of the plot. */
export const curveAxes = (
  { area, x, y, yTicks }: ReturnType<typeof curveFrame>,
  box: Box,
  palette: Palette,
  words: CurveAxisWords,
): SvgNode => {
  const [first = 1, last = 1] = x.domain();
  return axes(
    area,
    box,
    palette,
    { ticks: ticksOn(x, logTicks(first, last, 7), words.x), title: words.xTitle },
    { ticks: ticksOn(y, yTicks, words.y), title: words.yTitle },
  );
};

/** The name of a curve at its end, on the line. @param lift offset below the line, in font sizes */
export function curveName(
  text: string,
  values: readonly number[],
  { area, y }: ReturnType<typeof curveFrame>,
  lift: number,
  fill: string,
  { fontSize }: Box,
  palette: Palette,
): SvgNode {
  const end = y.copy().clamp(true)(values.at(-1) ?? 0);
  const at = Math.max(area.top + fontSize, end) + lift * fontSize;
  return textAt(text, area.right, at, { fontSize, textAnchor: 'end', fill, ...halo(palette) });
}
