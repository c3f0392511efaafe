/** Lines over places of which some have no value. */
import { line } from './marks/line.ts';
import type { SvgNode } from './svg.ts';

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

/** A line through the values; what would lie above the plot is drawn at its edge. */
export const lineOf = (
  values: readonly (number | undefined)[],
  { xs, toY, area }: Plot,
  style: SvgNode['attributes'],
): SvgNode =>
  line(
    values.map((value, place) =>
      known(value) ? [xs[place] ?? 0, Math.max(area.top, toY(value))] : undefined,
    ),
    style,
  );
