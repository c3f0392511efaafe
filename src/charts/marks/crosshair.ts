/** The place on a horizontal axis that is pointed at, and the value of each side there. */

import type { Palette } from '../../lib/palette.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { px, type SvgNode, svg } from '../svg.ts';
import type { Area } from './axes.ts';
import { ruleX } from './rule.ts';

/** @param x the place, px @param points where the sides' lines are there, px from above */
export function crosshair(
  x: number,
  points: readonly { readonly side: SideName; readonly y: number }[],
  area: Area,
  palette: Palette,
): SvgNode[] {
  const at = px(x);
  return [
    ruleX(at, area.top, area.bottom, { stroke: palette.ink, strokeDasharray: '2 2' }),
    ...points.map(({ side, y }) =>
      svg('circle', {
        cx: at,
        cy: px(y),
        r: 4,
        fill: palette.accent[side],
        stroke: palette.paper,
        strokeWidth: 1.5,
      }),
    ),
  ];
}
