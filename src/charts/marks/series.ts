/** Styles that distinguish systems and sides: colour, dashes and point shape. */
import type { Palette } from '../../lib/palette.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { SvgNode } from '../svg.ts';
import { dot, SHAPES } from './dot.ts';

const DASHES = [undefined, '7 3', '2 3', '9 3 2 3', '5 5', '1 4'] as const;

/** Stroke of a side's line: side B also has dashes. */
export const strokeOf = (side: SideName, palette: Palette) => ({
  stroke: palette.accent[side],
  strokeWidth: 2.5,
  strokeLinejoin: 'round',
  strokeDasharray: side === 'b' ? DASHES[1] : undefined,
  fill: 'none',
});

/** Colour of a system; the first two are those of sides A and B. */
export function seriesColor(index: number, { accent, states }: Palette): string {
  const { kernel, user, switch: switching, waitConnection } = states;
  const colors = [accent.a, accent.b, kernel.fill, user.fill, waitConnection.fill, switching.fill];
  return colors[index % colors.length] ?? accent.a;
}

/** Stroke of a system's line. */
export const seriesStroke = (index: number, palette: Palette) => ({
  stroke: seriesColor(index, palette),
  strokeWidth: 2.25,
  strokeLinejoin: 'round',
  strokeDasharray: DASHES[index % DASHES.length],
  fill: 'none',
});

/** A point in the system's shape. @param x px @param y px */
export const seriesMark = (index: number, x: number, y: number, palette: Palette): SvgNode =>
  dot(SHAPES[index % SHAPES.length] ?? 'circle', x, y, 3.6, {
    fill: seriesColor(index, palette),
    stroke: palette.paper,
    strokeWidth: 1,
  });
