/** A text of a chart. */
import { px, type SvgNode, svg } from '../svg.ts';

/** @param x px @param y of its baseline, or of its middle with a `dy` of 0.32em, px */
export const textAt = (content: string, x: number, y: number, style: SvgNode['attributes']): SvgNode => {
  const { fontSize } = style;
  const size = typeof fontSize === 'number' ? px(fontSize) : fontSize;
  return svg('text', { x: px(x), y: px(y), ...style, fontSize: size }, content);
};
