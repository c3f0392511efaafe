/** The selected time range, behind the data. */
import type { Palette } from '../../lib/palette.ts';
import type { SvgNode } from '../svg.ts';
import { barAt } from './bar.ts';
import type { Area } from './frame.ts';

/** @param x model time to pixels @param area the plot's inside, px */
export function selectedBand(
  span: readonly [fromNs: number, toNs: number] | undefined,
  x: (ns: number) => number,
  area: Area,
  palette: Palette,
): SvgNode[] {
  if (!span) return [];
  const [from, to] = span.map((ns) => Math.min(area.right, Math.max(area.left, x(ns)))) as [number, number];
  if (to <= from) return [];
  const style = { fill: palette.focus, opacity: 0.18 };
  return [barAt(from, area.top, Math.max(1, to - from), area.bottom - area.top, style)];
}
