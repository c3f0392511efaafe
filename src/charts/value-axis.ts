/** A chart whose horizontal axis is of values, not of model time: percentiles, response times. It can be pointed at, and a part of it shown. */
import type { Palette } from '../lib/palette.ts';
import type { ResponsePlace } from '../lib/response-place.ts';
import type { SideName } from '../model/scenario/problem.ts';
import type { Box, ChartSpec } from './chart.ts';
import type { LitRequest } from './highlight-marks.ts';
import type { Area } from './marks/frame.ts';
import type { ResponsePoint, responsePoints } from './response-points.ts';
import type { SvgNode } from './svg.ts';

export type Range = readonly [from: number, to: number];

/** The horizontal axis as it is drawn. */
export interface DrawnAxis {
  /** Its values from left to right, when no part is shown alone. */
  readonly whole: Range;
  /** Where they are drawn. */
  readonly area: Area;
  /** What of a value is proportional to its place, and back. */
  readonly toAxis: (value: number) => number;
  readonly fromAxis: (place: number) => number;
}

export interface ValueData {
  readonly sides: Parameters<typeof responsePoints>[0];
  readonly shown?: Range | undefined;
  readonly selected?: Range | undefined;
  readonly pointed?: number | undefined;
}

export interface ValueChart<Data extends ValueData, Words> extends ChartSpec<Data, Words> {
  readonly axis: (data: Data, box: Box, words: Words) => DrawnAxis;
  /** Which place among the response times a value of its axis is. */
  readonly place: (value: number) => ResponsePlace;
  /** What marks one that is pointed at on another chart, above the drawing: a point of each side. */
  readonly marks: (
    data: Data,
    box: Box,
    palette: Palette,
    words: Words,
    points: readonly ResponsePoint[],
  ) => readonly SvgNode[];
  /** The mark of a request of a side, above the drawing. */
  readonly lit: (
    data: Data,
    box: Box,
    palette: Palette,
    words: Words,
    side: SideName,
    lit: LitRequest,
  ) => readonly SvgNode[];
}
