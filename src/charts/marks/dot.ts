/** Points of a chart in shapes that can be told apart without colour. Made by d3-shape. */
import { type SymbolType, symbol, symbolDiamond2, symbolSquare, symbolTriangle2, symbolX } from 'd3-shape';
import { px, type SvgNode, svg } from '../svg.ts';

export const SHAPES = ['circle', 'square', 'triangle', 'diamond'] as const;
export type Shape = (typeof SHAPES)[number] | 'cross';

/** The shape of d3 and its area at a radius of 1: a square and a cross reach as far to the side, the others to their corners. */
const MADE: Readonly<Record<Exclude<Shape, 'circle'>, readonly [SymbolType, number]>> = {
  square: [symbolSquare, 4],
  triangle: [symbolTriangle2, (1.2 / 0.6824) ** 2],
  diamond: [symbolDiamond2, (1.3 / 0.62625) ** 2],
  cross: [symbolX, (1 / 0.6189) ** 2],
};

/** A point. @param x px @param y px @param r its radius, px; a diamond and a triangle are a little larger, so that all weigh the same */
export function dot(shape: Shape, x: number, y: number, r: number, style: SvgNode['attributes']): SvgNode {
  if (shape === 'circle') return svg('circle', { cx: px(x), cy: px(y), r: px(r), ...style });
  const [type, area] = MADE[shape];
  const d = symbol(type, area * r * r).digits(2)() ?? '';
  return svg('path', { d, transform: `translate(${px(x)} ${px(y)})`, ...style });
}
