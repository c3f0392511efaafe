/** Lines parallel to the axes. */
import { px, type SvgNode, svg } from '../svg.ts';

/** A vertical line, px. */
export const ruleX = (x: number, y1: number, y2: number, style: SvgNode['attributes']): SvgNode =>
  svg('line', { x1: px(x), x2: px(x), y1: px(y1), y2: px(y2), ...style });

/** A horizontal line, px. */
export const ruleY = (y: number, x1: number, x2: number, style: SvgNode['attributes']): SvgNode =>
  svg('line', { x1: px(x1), x2: px(x2), y1: px(y), y2: px(y), ...style });
