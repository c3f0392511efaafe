/** Contour lines of a grid of values, by d3-contour. */
import { contours } from 'd3-contour';
import { px, type SvgNode, svg } from '../svg.ts';

/** A grid of values by row; the first row is at the bottom of the drawing. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Column or row index to px, from the left or lower edge of the first: 1.5 is the middle of the second. */
  readonly x: (column: number) => number;
  readonly y: (row: number) => number;
}

/** The contour of a level; empty if values are unknown or the grid has one row or column. */
export function contour(
  values: readonly (number | undefined)[],
  level: number,
  { columns, rows, x, y }: Grid,
  style: SvgNode['attributes'],
): SvgNode[] {
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length || Math.min(columns, rows) < 2) return [];
  const shape = contours().size([columns, rows]).smooth(true).contour(known, level);
  const rings = shape.coordinates.flat().map((ring) => {
    const points = ring.map(([column = 0, row = 0]) => `${px(x(column))} ${px(y(row))}`);
    return `M${points.join('L')}Z`;
  });
  if (rings.length === 0) return [];
  return [svg('path', { d: rings.join(''), fill: 'none', strokeLinejoin: 'round', ...style })];
}
