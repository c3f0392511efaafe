/** Lines over places of which some have no value. */
import { px, type SvgNode, svg } from './svg.ts';

/** Where places and values are, px. */
export interface Plot {
  readonly area: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** Of each place. */
  readonly xs: readonly number[];
  readonly toY: (value: number) => number;
}

export const known = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value);

/** Stretches without holes, as lists of places. */
export function stretches(values: readonly unknown[]): number[][] {
  const found: number[][] = [];
  values.forEach((value, place) => {
    if (value === undefined) return;
    const last = found.at(-1);
    if (last && last.at(-1) === place - 1) last.push(place);
    else found.push([place]);
  });
  return found;
}

/** One line for each stretch; what would lie above the plot is drawn at its edge. */
export const polylines = (
  values: readonly (number | undefined)[],
  { xs, toY, area }: Plot,
  style: SvgNode['attributes'],
): SvgNode[] =>
  stretches(values).map((places) =>
    svg('polyline', {
      ...style,
      points: places
        .map((place) => `${px(xs[place] ?? 0)},${px(Math.max(area.top, toY(values[place] ?? 0)))}`)
        .join(' '),
    }),
  );
