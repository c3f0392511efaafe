/** How the lines of several systems, or of both sides of a comparison, are told apart: colour, dashes and the shape of their points. */
import type { Palette } from '../../lib/palette.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { SvgNode } from '../svg.ts';
import { dot, SHAPES } from './dot.ts';

const DASHES = [undefined, '7 3', '2 3', '9 3 2 3', '5 5', '1 4'] as const;

/** Of a side's line: side B is dashed as well as of another colour. */
export const strokeOf = (side: SideName, palette: Palette) => ({
  stroke: palette.accent[side],
  strokeWidth: 2.5,
  strokeLinejoin: 'round',
  strokeDasharray: side === 'b' ? DASHES[1] : undefined,
  fill: 'none',
});

/** The colour of a system; the first two are those of the sides of a comparison. */
export function seriesColor(index: number, { accent, states }: Palette): string {
  const { kernel, user, switch: switching, waitConnection } = states;
  const colors = [accent.a, accent.b, kernel.fill, user.fill, waitConnection.fill, switching.fill];
  return colors[index % colors.length] ?? accent.a;
}

/** The line of a system. */
export const seriesStroke = (index: number, palette: Palette) => ({
  stroke: seriesColor(index, palette),
  strokeWidth: 2.25,
  strokeLinejoin: 'round',
  strokeDasharray: DASHES[index % DASHES.length],
  fill: 'none',
});

/** A point of a line, in the shape of its system. @param x px @param y px */
export const seriesMark = (index: number, x: number, y: number, palette: Palette): SvgNode =>
  dot(SHAPES[index % SHAPES.length] ?? 'circle', x, y, 3.6, {
    fill: seriesColor(index, palette),
    stroke: palette.paper,
    strokeWidth: 1,
  });
