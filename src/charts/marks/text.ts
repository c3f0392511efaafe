/** Texts of a chart. */
import type { Palette } from '../../lib/palette.ts';
import { px, type SvgNode, svg } from '../svg.ts';

/** @param x px @param y of its baseline, or of its middle with a `dy` of 0.32em, px */
export const textAt = (content: string, x: number, y: number, style: SvgNode['attributes']): SvgNode => {
  const { fontSize } = style;
  const size = typeof fontSize === 'number' ? px(fontSize) : fontSize;
  return svg('text', { x: px(x), y: px(y), ...style, fontSize: size }, content);
};

/** A text whose middle, not its baseline, is at a height. */
export const centredText = (content: string, x: number, y: number, style: SvgNode['attributes']): SvgNode =>
  textAt(content, x, y, { dy: '0.32em', ...style });

/** A rim of paper around a text that lies on lines. @param width of the rim on both sides together, px */
export const halo = ({ paper }: Palette, width = 3) =>
  ({ stroke: paper, strokeWidth: width, strokeLinejoin: 'round', paintOrder: 'stroke' }) as const;
