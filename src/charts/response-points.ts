/** A position in the response time distribution of each side: its time and the share of requests up to it. */

import type { Palette } from '../lib/palette.ts';
import type { ResponsePlace } from '../lib/response-place.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { dot } from './marks/dot.ts';
import type { Area } from './marks/frame.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { type Bucket, quantileOf, shareWithin } from './quantiles.ts';
import type { SvgNode } from './svg.ts';

export interface ResponsePoint {
  readonly side: SideName;
  readonly ns: number;
  /** Share of the completed requests, 0 … 1. */
  readonly share: number;
}

/** The points of the sides with completed requests. */
export const responsePoints = (
  sides: readonly { readonly id: SideName; readonly buckets: readonly Bucket[] }[],
  place: ResponsePlace,
): ResponsePoint[] =>
  sides.flatMap(({ id: side, buckets }) => {
    if (buckets.length === 0) return [];
    if ('ns' in place) return [{ side, ns: place.ns, share: shareWithin(buckets, place.ns) }];
    const ns = quantileOf(buckets, place.share);
    return ns === undefined ? [] : [{ side, ns, share: place.share }];
  });

/** A side's point, px, with the guide lines from the axes. */
export function pointMark(
  { side }: ResponsePoint,
  { x, y }: { readonly x: number; readonly y: number },
  lines: readonly ('across' | 'down')[],
  area: Area,
  palette: Palette,
): SvgNode[] {
  const isIn = x >= area.left && x <= area.right;
  const style = { stroke: palette.accent[side], strokeDasharray: '2 2', strokeWidth: 1.5 };
  const { left, right, top, bottom } = area;
  return [
    ...(lines.includes('across') && y >= area.top && y <= area.bottom
      ? [ruleY(y, left, right, { ...style })]
      : []),
    ...(lines.includes('down') && isIn ? [ruleX(x, top, bottom, { ...style })] : []),
    ...(isIn
      ? [
          dot('circle', x, y, 4.5, {
            fill: palette.accent[side],
            stroke: palette.paper,
            strokeWidth: 1.5,
          }),
        ]
      : []),
  ];
}
