/** The legend of colours and patterns below a saved drawing; on the page it is next to the drawing. */

import type { Palette } from '../lib/palette.ts';
import type { Box } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { LEGEND_LINE, legend } from './marks/legend.ts';
import type { SvgNode } from './svg.ts';

export interface KeyEntry {
  /** Id of a pattern of the drawing; absent: blank. */
  readonly pattern?: string;
  readonly label: string;
  /** Height of the fill, as a share of its row; absent: full height. */
  readonly height?: number;
}

/** Width of a swatch, in font sizes. */
const SWATCH = 1.6;
/** Height of a legend of a few patterns, in lines of text. */
export const KEY_LINES = 2 * LEGEND_LINE;

/** A drawing in a box, with the legend below in as many lines as needed. */
export function withKey(
  entries: readonly KeyEntry[],
  box: Box,
  palette: Palette,
  draw: (box: Box) => SvgNode,
): SvgNode {
  const { fontSize } = box;
  const key = entries.map(({ pattern, label, height = 1 }) => ({
    label,
    symbol: (x: number, middle: number) => {
      const [bottom, width] = [middle + fontSize / 2, fontSize * SWATCH - 1];
      const fill = pattern === undefined ? 'none' : `url(#${pattern})`;
      const rim = { fill: 'none', stroke: palette.inkSoft, strokeWidth: 0.75 };
      return [
        barAt(x + 0.5, bottom - fontSize * height, width, fontSize * height, { fill }),
        barAt(x + 0.5, bottom - fontSize, width, fontSize, rim),
      ];
    },
  }));
  const { rows, nodes } = legend(key, box, palette.inkSoft, SWATCH);
  const inside = draw({ ...box, height: box.height - rows * LEGEND_LINE * fontSize });
  const full = drawing(box);
  return {
    ...inside,
    attributes: { ...inside.attributes, ...full.attributes },
    children: [...inside.children, ...nodes],
  };
}
