/** Data points in shapes that are distinct without colour, by d3-shape. */
import { type SymbolType, symbol, symbolDiamond2, symbolSquare, symbolTriangle2, symbolX } from 'd3-shape';
import { px, type SvgNode, svg } from '../svg.ts';

export const SHAPES = ['circle', 'square', 'triangle', 'diamond'] as const;
export type Shape = (typeof SHAPES)[number] | 'cross';

/**
 * d3's shape and its area at radius 1. A square and a cross are as wide as the circle; other shapes reach it
 * with their corners.
 */
const SYMBOLS: Readonly<Record<Exclude<Shape, 'circle'>, readonly [SymbolType, number]>> = {
  square: [symbolSquare, 4],
  triangle: [symbolTriangle2, (1.2 / 0.6824) ** 2],
  diamond: [symbolDiamond2, (1.3 / 0.62625) ** 2],
  cross: [symbolX, (1 / 0.6189) ** 2],
};

/**
 * A point. @param x px @param y px @param r radius, px; a diamond and a triangle are slightly larger, for
 * equal visual weight
 */
export function dot(shape: Shape, x: number, y: number, r: number, style: SvgNode['attributes']): SvgNode {
  if (shape === 'circle') return svg('circle', { cx: px(x), cy: px(y), r: px(r), ...style });
  const [type, area] = SYMBOLS[shape];
  const d = symbol(type, area * r * r).digits(2)() ?? '';
  return svg('path', { d, transform: `translate(${px(x)} ${px(y)})`, ...style });
}
