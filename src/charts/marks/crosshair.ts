/** The crosshair at the pointer: the position on the horizontal axis and each side's value there. */

import type { Palette } from '../../lib/palette.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { SvgNode } from '../svg.ts';
import { dot } from './dot.ts';
import type { Area } from './frame.ts';
import { ruleX } from './rule.ts';

/** A side's value at the position, px from the top; undefined = none. */
export interface CrosshairPoint {
  readonly side: SideName;
  readonly y: number | undefined;
}

/** @param x position, px; nothing is drawn if undefined or outside the plot */
export function crosshair(
  x: number | undefined,
  points: readonly CrosshairPoint[],
  area: Area,
  palette: Palette,
): SvgNode[] {
  if (x === undefined || x < area.left || x > area.right) return [];
  return [
    ruleX(x, area.top, area.bottom, { stroke: palette.ink, strokeDasharray: '2 2' }),
    ...points.flatMap(({ side, y }) =>
      y === undefined
        ? []
        : [dot('circle', x, y, 4, { fill: palette.accent[side], stroke: palette.paper, strokeWidth: 1.5 })],
    ),
  ];
}
