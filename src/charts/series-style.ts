/** How the lines of several systems are told apart: colour, dashes and the shape of their points. */
import type { Palette } from '../lib/palette.ts';
import { px, type SvgNode, svg } from './svg.ts';

const DASHES = [undefined, '7 3', '2 3', '9 3 2 3', '5 5', '1 4'] as const;

/** The colour of a system; the first two are those of the sides of a comparison. */
export function seriesColor(index: number, { accent, states }: Palette): string {
  const { kernel, user, switch: switching, waitConnection } = states;
  const colors = [accent.a, accent.b, kernel.fill, user.fill, waitConnection.fill, switching.fill];
  return colors[index % colors.length] ?? accent.a;
}

export const seriesStroke = (index: number, palette: Palette) => ({
  stroke: seriesColor(index, palette),
  strokeWidth: 2.25,
  strokeLinejoin: 'round',
  strokeDasharray: DASHES[index % DASHES.length],
  fill: 'none',
});

/** A point of a line, in the shape of its system: circle, square, triangle, diamond. */
export function seriesMark(index: number, x: number, y: number, palette: Palette): SvgNode {
  const fill = seriesColor(index, palette);
  const r = 3.6;
  const base = { fill, stroke: palette.paper, strokeWidth: 1 };
  const shape = index % 4;
  if (shape === 0) return svg('circle', { ...base, cx: px(x), cy: px(y), r });
  const corners =
    shape === 1
      ? [-r, -r, r, -r, r, r, -r, r]
      : shape === 2
        ? [0, -r * 1.2, r * 1.1, r, -r * 1.1, r]
        : [0, -r * 1.3, r * 1.3, 0, 0, r * 1.3, -r * 1.3, 0];
  const points = corners.map((corner, i) => px(corner + (i % 2 === 0 ? x : y)));
  return svg('polygon', { ...base, points: points.join(' ') });
}
