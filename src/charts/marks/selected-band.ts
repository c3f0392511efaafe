/** The part of time that is selected, behind what a chart shows of it. */
import type { Palette } from '../../lib/palette.ts';
import { px, type SvgNode, svg } from '../svg.ts';

/** @param x model time to pixels @param area the plot's inside, px */
export function selectedBand(
  span: readonly [fromNs: number, toNs: number] | undefined,
  x: (ns: number) => number,
  area: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
  palette: Palette,
): SvgNode[] {
  if (!span) return [];
  const [from, to] = span.map((ns) => Math.min(area.right, Math.max(area.left, x(ns)))) as [number, number];
  if (to <= from) return [];
  const size = { width: px(Math.max(1, to - from)), height: px(area.bottom - area.top) };
  return [svg('rect', { x: px(from), y: px(area.top), ...size, fill: palette.focus, opacity: 0.18 })];
}
