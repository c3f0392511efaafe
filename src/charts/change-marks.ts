/** Marks of configuration changes: a line across the chart, the letters of the sides, and the change. */

import type { Palette } from '../lib/palette.ts';
import { textWidth } from './chart.ts';
import type { Area } from './marks/frame.ts';
import { ruleX } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';

/** A configuration change during a run. */
export interface Change {
  readonly ns: number;
  /** Letters of the affected sides. */
  readonly sides: string;
  /** "RTT 12 ms", and the full change as a sentence; absent until the texts are loaded. */
  readonly label?: string;
  readonly text?: string;
}

/** The full changes, for descriptions. With `toNs`, only changes in the interval. */
export const changeTexts = (changes: readonly Change[] = [], fromNs = 0, toNs?: number): string[] =>
  changes.flatMap(({ ns, text }) => (text && ns >= fromNs && !(ns >= (toNs as number)) ? [text] : []));

/** @param x model time to pixels @param area the plot's inside, px */
export function changeMarks(
  changes: readonly Change[] | undefined,
  x: (ns: number) => number,
  area: Area,
  fontSize: number,
  palette: Palette,
): SvgNode[] {
  // Right end of the last label.
  let free = area.left;
  return (changes ?? []).flatMap(({ ns, sides, label }) => {
    const at = x(ns);
    if (at < area.left || at > area.right) return [];
    const size = fontSize * 0.85;
    const mark = `▾${sides}`;
    const full = label ? `${mark} ${label}` : mark;
    // The label is to the right of the line, else to its left, if it fits. The line is always drawn.
    const width = textWidth(full, size);
    const isLeft = at + width > area.right;
    const hasRoom = isLeft ? at - width >= free : at >= free;
    if (hasRoom) free = isLeft ? at : at + width;
    return [
      ruleX(at, area.top, area.bottom, {
        stroke: palette.ink,
        strokeWidth: 1.5,
        strokeDasharray: '1 4',
        strokeLinecap: 'round',
      }),
      textAt(hasRoom ? full : mark, at, area.top - fontSize * 0.25, {
        textAnchor: !hasRoom ? 'middle' : isLeft ? 'end' : 'start',
        fontSize: size,
        fill: palette.ink,
      }),
    ];
  });
}
