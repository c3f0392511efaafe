/** Names at the ends of lines, moved vertically so that none overlap. */
import { type Box, widest } from '../chart.ts';
import type { SvgNode } from '../svg.ts';
import type { Area } from './frame.ts';
import { centredText } from './text.ts';

/** Distance of two names, in font sizes. */
const GAP = 1.15;

/** Moves values apart within two bounds, so that neighbours are at least `gap` apart. */
export function spread(values: readonly number[], gap: number, min: number, max: number): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  let last = min - gap;
  for (const label of order) {
    label.value = Math.max(label.value, last + gap);
    last = label.value;
  }
  let limit = max;
  for (const label of order.reverse()) {
    label.value = Math.min(label.value, limit);
    limit = label.value - gap;
  }
  const moved = [...values];
  for (const { value, index } of order) moved[index] = value;
  return moved;
}

/** Room for names to the right of a plot, in font sizes; at most 30 % of the drawing's width. */
export const roomForNames = (names: readonly string[], { width, fontSize }: Box): number =>
  Math.min(widest(names, fontSize) / fontSize + 1.2, (width * 0.3) / fontSize);

/** The end of a line, px, and its name. */
export interface LineEnd {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly fontWeight?: number;
}

/** The ends with the final heights of their names. */
export const placeEnds = (ends: readonly LineEnd[], { top, bottom }: Area, fontSize: number): LineEnd[] => {
  const heights = spread(
    ends.map(({ y }) => y),
    fontSize * GAP,
    top + fontSize * 0.5,
    bottom - fontSize * 0.3,
  );
  return ends.map((end, index) => ({ ...end, y: heights[index] ?? end.y }));
};

/** The names to the right of the ends. */
export const endLabels = (ends: readonly LineEnd[], area: Area, fontSize: number): SvgNode[] =>
  placeEnds(ends, area, fontSize).map(({ text, x, y, fill, fontWeight = 600 }) =>
    centredText(text, x + fontSize * 0.5, y, { fontSize, fontWeight, fill }),
  );
