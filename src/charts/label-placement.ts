/** Places line labels where the fewest other lines cross them. */
import { textWidth } from './chart.ts';
import type { Area } from './marks/frame.ts';

/** Pixels: [x, y]. */
export type Spot = readonly [x: number, y: number];

export interface PlacedLabel {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Sampling distance along lines, px. */
const STEP = 3;

/** Points along a line, corners included. */
function along(line: readonly Spot[]): Spot[] {
  return line.flatMap(([x, y], index): Spot[] => {
    const [nextX, nextY] = line[index + 1] ?? [x, y];
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / STEP));
    return Array.from({ length: steps }, (_, step): Spot => {
      const share = step / steps;
      return [x + (nextX - x) * share, y + (nextY - y) * share];
    });
  });
}

/** The rectangle of a label, px. */
function boxOf({ x, y, anchor }: PlacedLabel, width: number, fontSize: number): Area {
  const left = anchor === 'start' ? x : x - width;
  return { left, right: left + width, top: y - fontSize * 0.85, bottom: y + fontSize * 0.25 };
}

const holds = ({ left, right, top, bottom }: Area, [x, y]: Spot): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** A placed label as a grid of points that later labels avoid. */
function filled({ left, right, top, bottom }: Area): Spot[] {
  const spots: Spot[] = [];
  for (let x = left; x <= right; x += STEP) for (let y = top; y <= bottom; y += STEP) spots.push([x, y]);
  return spots;
}

/**
 * Places each line's name at one of its corners, above or below, left or right, inside the area. Of equally
 * free places it takes the one above the last corner, where readers look first.
 * @param lines each with the text of its name @param others other lines of the drawing
 */
export function placeLabels(
  lines: readonly { readonly text: string; readonly corners: readonly Spot[] }[],
  otherLines: readonly (readonly Spot[])[],
  area: Area,
  fontSize: number,
): (PlacedLabel | undefined)[] {
  const taken = [...lines.map(({ corners }) => corners), ...otherLines].flatMap(along);
  return lines.map(({ text, corners }) => {
    const width = textWidth(text, fontSize);
    const best = (places: readonly PlacedLabel[]): PlacedLabel | undefined => {
      let found: { label: PlacedLabel; hits: number } | undefined;
      for (const label of places) {
        const box = boxOf(label, width, fontSize);
        if (box.left < area.left || box.bottom > area.bottom || box.top < area.top - fontSize) continue;
        const hits = taken.filter((spot) => holds(box, spot)).length;
        if (!found || hits < found.hits) found = { label, hits };
      }
      return found?.label;
    };
    const heights = corners
      .toReversed()
      .flatMap(([x, y]) => [-0.4, 1.15].map((dy): Spot => [x, y + dy * fontSize]));
    const beside = heights.flatMap(([x, y]) =>
      (['end', 'start'] as const).map((anchor): PlacedLabel => ({ x, y, anchor })),
    );
    // A name as wide as the plot starts at the plot's left edge.
    const within = heights.map(
      ([x, y]): PlacedLabel => ({
        x: Math.max(area.left, Math.min(x, area.right - width)),
        y,
        anchor: 'start',
      }),
    );
    const isInside = (label: PlacedLabel) => boxOf(label, width, fontSize).right <= area.right;
    const [last] = within;
    if (last === undefined) return undefined;
    const label = best(beside.filter(isInside)) ?? best(within) ?? last;
    taken.push(...filled(boxOf(label, width, fontSize)));
    return label;
  });
}
