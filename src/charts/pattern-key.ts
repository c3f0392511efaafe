/** Which colour and pattern means what, below a drawing that is saved: on the page, the key stands beside it. */

import type { Palette } from '../lib/palette.ts';
import type { Box } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { LEGEND_LINE, legend } from './marks/legend.ts';
import type { SvgNode } from './svg.ts';

export interface KeyEntry {
  /** Id of a pattern that the drawing defines; absent: it is left blank. */
  readonly pattern?: string;
  readonly label: string;
  /** Height of what has this pattern, as a share of its row; absent: all of it. */
  readonly height?: number;
}

/** Width of a swatch, in sizes of type. */
const SWATCH = 1.6;
/** Height of a key of a few patterns, in lines of type. */
export const KEY_LINES = 2 * LEGEND_LINE;

/** A drawing in a box, with the key to its patterns in as many lines as it takes. */
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
  const whole = drawing(box);
  return {
    ...inside,
    attributes: { ...inside.attributes, ...whole.attributes },
    children: [...inside.children, ...nodes],
  };
}
