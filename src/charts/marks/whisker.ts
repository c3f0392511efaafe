/** An interval: a line with end caps. */
import type { Palette } from '../../lib/palette.ts';
import type { SvgNode } from '../svg.ts';
import { ruleX, ruleY } from './rule.ts';

/** A horizontal whisker. @param thick height of its bar, px */
export const whisker = (low: number, high: number, y: number, thick: number, palette: Palette): SvgNode[] => {
  const stroke = { stroke: palette.ink, strokeWidth: 1.5 };
  return [
    ruleY(y, low, high, { ...stroke }),
    ...[low, high].map((at) => ruleX(at, y - thick / 3, y + thick / 3, { ...stroke })),
  ];
};
