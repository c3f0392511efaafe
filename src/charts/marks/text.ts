/** Texts of a chart. */
import type { Palette } from '../../lib/palette.ts';
import { px, type SvgNode, svg } from '../svg.ts';

/** @param x px @param y baseline, px, or the vertical middle with a `dy` of 0.32em */
export const textAt = (content: string, x: number, y: number, style: SvgNode['attributes']): SvgNode => {
  const { fontSize } = style;
  const size = typeof fontSize === 'number' ? px(fontSize) : fontSize;
  return svg('text', { x: px(x), y: px(y), ...style, fontSize: size }, content);
};

/** A text centred vertically at a height. */
export const centredText = (content: string, x: number, y: number, style: SvgNode['attributes']): SvgNode =>
  textAt(content, x, y, { dy: '0.32em', ...style });

/**
 * A background-coloured outline for text over lines. @param width of the outline on both sides together, px
 */
export const halo = ({ paper }: Palette, width = 3) =>
  ({ stroke: paper, strokeWidth: width, strokeLinejoin: 'round', paintOrder: 'stroke' }) as const;
