/** A rectangle: a bar, a cell, a band. */
import { px, type SvgNode, svg } from '../svg.ts';

/** @param height px; a plot without room for its axis has less than none, and bars of no height. @param title tooltip text */
export const barAt = (
  x: number,
  y: number,
  width: number,
  height: number,
  style: SvgNode['attributes'],
  title?: string,
): SvgNode =>
  svg(
    'rect',
    { x: px(x), y: px(y), width: px(width), height: px(Math.max(0, height)), ...style },
    ...(title === undefined ? [] : [svg('title', {}, title)]),
  );
