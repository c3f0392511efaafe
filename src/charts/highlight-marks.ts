/** Marks of a highlighted request on a chart, in an overlay, so that the chart is not redrawn. */

import type { Palette } from '../lib/palette.ts';
import { barAt } from './marks/bar.ts';
import { dot } from './marks/dot.ts';
import type { Area } from './marks/frame.ts';
import { ruleX } from './marks/rule.ts';
import { halo, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';

/** The request, and its start and end, ns; NaN if unknown. */
export interface HighlightedRequest {
  readonly request: number;
  readonly fromNs: number;
  readonly toNs: number;
}

const label = (
  { request }: HighlightedRequest,
  x: number,
  y: number,
  { right }: Area,
  fontSize: number,
  palette: Palette,
): SvgNode => {
  const isLeft = x > right - fontSize * 5;
  return textAt(`#${request}`, x + (isLeft ? -0.4 : 0.4) * fontSize, y, {
    textAnchor: isLeft ? 'end' : 'start',
    fontSize,
    fontWeight: 600,
    fill: palette.focus,
    ...halo(palette),
  });
};

/** On a time axis: the interval in which the request was in flight. Empty outside the visible range. */
export function highlightBand(
  request: HighlightedRequest,
  x: (ns: number) => number,
  area: Area,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  const [from, to] = [x(request.fromNs), x(request.toNs)];
  if (!(to >= area.left && from <= area.right)) return [];
  const left = Math.max(area.left, from);
  const width = Math.max(2, Math.min(area.right, to) - left);
  const style = { fill: palette.focus, fillOpacity: 0.12, stroke: palette.focus, strokeWidth: 1.5 };
  return [
    barAt(left, area.top, width, area.bottom - area.top, style),
    label(request, left + width, area.top + fontSize * 0.9, area, fontSize, palette),
  ];
}

/** On an axis of response times: its response time; with `y`, also the point on its curve. */
export function highlightValue(
  request: HighlightedRequest,
  x: number,
  y: number | undefined,
  area: Area,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  if (!(x >= area.left && x <= area.right)) return [];
  const line = { stroke: palette.focus, strokeWidth: 1.5 };
  return [
    ruleX(x, area.top, area.bottom, { ...line }),
    ...(y === undefined ? [] : [dot('circle', x, y, 5, { fill: 'none', ...line, strokeWidth: 2.5 })]),
    label(request, x, area.bottom - fontSize * 0.5, area, fontSize, palette),
  ];
}
