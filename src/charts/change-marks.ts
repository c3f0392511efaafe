/** Where the system that is run was changed: a line across the chart, with the letters of the sides it holds for. */
import type { Palette } from '../lib/palette.ts';
import { px, type SvgNode, svg } from './svg.ts';

/** A change in the middle of a run. */
export interface Change {
  readonly ns: number;
  /** Letters of the sides whose run it is part of. */
  readonly sides: string;
}

/** @param x model time to pixels @param area the plot's inside, px */
export function changeMarks(
  changes: readonly Change[] | undefined,
  x: (ns: number) => number,
  area: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  return (changes ?? []).flatMap(({ ns, sides }) => {
    const at = x(ns);
    if (at < area.left || at > area.right) return [];
    const edge = { x1: px(at), x2: px(at), y1: px(area.top), y2: px(area.bottom) };
    const place = {
      x: px(at),
      y: px(area.top - fontSize * 0.25),
      textAnchor: 'middle',
      fontSize: fontSize * 0.85,
    };
    return [
      svg('line', {
        ...edge,
        stroke: palette.ink,
        strokeWidth: 1.5,
        strokeDasharray: '1 4',
        strokeLinecap: 'round',
      }),
      svg('text', { ...place, fill: palette.ink }, `▾${sides}`),
    ];
  });
}
