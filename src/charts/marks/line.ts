/** Lines and areas through points, with gaps at unknown values, by d3-shape. */
import { area as areaShape, line as lineShape } from 'd3-shape';
import { type SvgNode, svg } from '../svg.ts';
import type { Area } from './frame.ts';

/** Pixels; undefined = unknown. */
export type Point = readonly [x: number, y: number] | undefined;

const isKnown = (point: unknown): boolean => point !== undefined;

/** The SVG path through points, with two decimals. */
export const linePath = (points: readonly Point[]): string =>
  lineShape<Point>(
    (point) => point?.[0] ?? 0,
    (point) => point?.[1] ?? 0,
  )
    .defined(isKnown)
    .digits(2)(points) ?? '';

/** A line through points. */
export const line = (points: readonly Point[], style: SvgNode['attributes']): SvgNode =>
  svg('path', { fill: 'none', ...style, d: linePath(points) });

/** A value over an interval, px. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly y: number | undefined;
}

/** The points of a step line. */
export const stepPoints = (steps: readonly Step[]): Point[] =>
  steps.flatMap(({ from, to, y }): Point[] =>
    y === undefined
      ? [undefined]
      : [
          [from, y],
          [to, y],
        ],
  );

/** Pixel positions of a line's values. */
export interface Places {
  readonly area: Area;
  /** Per position. */
  readonly xs: readonly number[];
  readonly toY: (value: number) => number;
}

export const isNumber = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value);

/** A line through values, clipped to the top of the plot. */
export const lineOver = (
  values: readonly (number | undefined)[],
  { xs, toY, area }: Places,
  style: SvgNode['attributes'],
): SvgNode =>
  line(
    values.map((value, place) =>
      isNumber(value) ? [xs[place] ?? 0, Math.max(area.top, toY(value))] : undefined,
    ),
    style,
  );

/** A range of heights at a position, px. */
export type Between = { readonly x: number; readonly low: number; readonly high: number } | undefined;

/** An area between two lines. */
export const area = (points: readonly Between[], style: SvgNode['attributes']): SvgNode =>
  svg('path', {
    ...style,
    d:
      areaShape<Between>(
        (point) => point?.x ?? 0,
        (point) => point?.low ?? 0,
        (point) => point?.high ?? 0,
      )
        .defined(isKnown)
        .digits(2)(points) ?? '',
  });
