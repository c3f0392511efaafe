/**
 * A chart whose horizontal axis shows values (percentiles, response times) instead of model time. It supports
 * pointing and zooming.
 */
import type { Palette } from '../lib/palette.ts';
import type { ResponsePlace } from '../lib/response-place.ts';
import type { SideName } from '../model/scenario/problem.ts';
import type { Box, ChartSpec } from './chart.ts';
import type { HighlightedRequest } from './highlight-marks.ts';
import type { Area } from './marks/frame.ts';
import type { ResponsePoint, responsePoints } from './response-points.ts';
import type { SvgNode } from './svg.ts';

export type Range = readonly [from: number, to: number];

/** The horizontal axis as drawn. */
export interface DrawnAxis {
  /** Its full range, without zoom. */
  readonly fullRange: Range;
  /** Its plot area. */
  readonly area: Area;
  /** Converts a value to a quantity proportional to its position, and back. */
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
  /** The response time position of an axis value. */
  readonly place: (value: number) => ResponsePlace;
  /** Marks of a position under the pointer on another chart: one point per side. */
  readonly marks: (
    data: Data,
    box: Box,
    palette: Palette,
    words: Words,
    points: readonly ResponsePoint[],
  ) => readonly SvgNode[];
  /** The mark of a side's highlighted request. */
  readonly highlight: (
    data: Data,
    box: Box,
    palette: Palette,
    words: Words,
    side: SideName,
    request: HighlightedRequest,
  ) => readonly SvgNode[];
}
