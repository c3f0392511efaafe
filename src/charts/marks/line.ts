/** Lines and areas through points, broken where nothing is known. Made by d3-shape. */
import { area as areaShape, line as lineShape } from 'd3-shape';
import { type SvgNode, svg } from '../svg.ts';

/** Pixels; undefined: nothing is known there. */
export type Point = readonly [x: number, y: number] | undefined;

const isKnown = (point: unknown): boolean => point !== undefined;

/** The path of a line through points, with two decimals. */
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

/** The points of a line that is level over each interval. */
export const stepPoints = (steps: readonly Step[]): Point[] =>
  steps.flatMap(({ from, to, y }): Point[] =>
    y === undefined
      ? [undefined]
      : [
          [from, y],
          [to, y],
        ],
  );

/** What lies between two heights at a place, px. */
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
