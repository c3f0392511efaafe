/** The legend of colours, patterns and shapes along the bottom of a drawing, in as many rows as needed. */
import { type Box, textWidth } from '../chart.ts';
import type { SvgNode } from '../svg.ts';
import { centredText } from './text.ts';

/** An entry. */
export interface LegendEntry {
  readonly label: string;
  /** The symbol, given its left end and the middle of its row, px. */
  readonly symbol: (x: number, middle: number) => readonly SvgNode[];
}

/** Row height, in font sizes. */
export const LEGEND_LINE = 1.6;
/** Gap between symbol and label, in font sizes. */
const GAP = 0.5;

/** Positions of entries of these widths, wrapped into rows. */
function inRows(widths: readonly number[], width: number, gap: number): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return widths.map((wide) => {
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += wide + gap;
    return place;
  });
}

/** @param symbolWidth in font sizes @param fill colour of the labels */
export function legend(
  entries: readonly LegendEntry[],
  { width, height, fontSize }: Box,
  fill: string,
  symbolWidth = 1,
): { readonly rows: number; readonly nodes: readonly SvgNode[] } {
  const labelAt = fontSize * (symbolWidth + GAP);
  const places = inRows(
    entries.map(({ label }) => labelAt + textWidth(label, fontSize)),
    width,
    fontSize,
  );
  const rows = (places.at(-1)?.row ?? 0) + 1;
  const nodes = entries.flatMap(({ label, symbol }, index) => {
    const { x, row } = places[index] ?? { x: 0, row: 0 };
    const middle = height - fontSize * (0.7 + LEGEND_LINE * (rows - 1 - row));
    return [...symbol(x, middle), centredText(label, x + labelAt, middle, { fontSize, fill })];
  });
  return { rows, nodes };
}
