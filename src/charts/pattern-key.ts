/** Which colour and pattern means what, below a drawing that is saved: on the page, the key stands beside it. */

import type { Palette } from '../lib/palette.ts';
import { type Box, textWidth } from './chart.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface KeyEntry {
  /** Id of a pattern that the drawing defines; absent: it is left blank. */
  readonly pattern?: string;
  readonly label: string;
  /** Height of what has this pattern, as a share of its row; absent: all of it. */
  readonly height?: number;
}

/** Of a swatch and of a line, in sizes of type. */
const SWATCH = 1.6;
const LINE = 1.6;
const GAP = 0.5;
/** What a key of a few patterns takes, in lines of type. */
export const KEY_LINES = 2 * LINE;

/** Where entries so wide stand one after the other, in as many rows as the width asks for; with a gap between two of them. */
export function inRows(widths: readonly number[], width: number, gap: number): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return widths.map((wide) => {
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += wide + gap;
    return place;
  });
}

/** A drawing in a box, with the key to its patterns in as many lines as it takes. */
export function withKey(
  entries: readonly KeyEntry[],
  box: Box,
  palette: Palette,
  draw: (box: Box) => SvgNode,
): SvgNode {
  const { width, height, fontSize } = box;
  const widths = entries.map(({ label }) => textWidth(label, fontSize) + fontSize * (SWATCH + GAP));
  const places = inRows(widths, width, fontSize * 2 * GAP);
  const placed = entries.map((entry, index) => ({ ...entry, x: 0, row: 0, ...places[index] }));
  const top = height - ((places.at(-1)?.row ?? 0) + 1) * LINE * fontSize;
  const key = placed.flatMap(({ pattern, label, height: share = 1, ...at }) => {
    const y = top + at.row * LINE * fontSize + fontSize * 0.4;
    const swatch = { x: px(at.x + 0.5), width: px(fontSize * SWATCH - 1) };
    const fill = {
      y: px(y + fontSize * (1 - share)),
      height: px(fontSize * share),
      fill: pattern === undefined ? 'none' : `url(#${pattern})`,
    };
    return [
      svg('rect', { ...swatch, ...fill }),
      svg('rect', {
        ...swatch,
        y: px(y),
        height: px(fontSize),
        fill: 'none',
        stroke: palette.inkSoft,
        strokeWidth: 0.75,
      }),
      textAt(label, at.x + fontSize * (SWATCH + GAP), y + fontSize * 0.85, {
        fontSize,
        fill: palette.inkSoft,
      }),
    ];
  });
  const drawing = draw({ ...box, height: top });
  const whole = { viewBox: `0 0 ${px(width)} ${px(height)}`, width: px(width), height: px(height) };
  return {
    ...drawing,
    attributes: { ...drawing.attributes, ...whole },
    children: [...drawing.children, ...key],
  };
}
