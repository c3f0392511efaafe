/**
 * Measurements of real systems on the lines or the map of a sweep: hollow diamonds, with the range of their
 * rounds on a scale.
 */

import type { Palette } from '../lib/palette.ts';
import { textWidth } from './chart.ts';
import { dot } from './marks/dot.ts';
import { ruleX } from './marks/rule.ts';
import { seriesColor } from './marks/series.ts';
import { centredText, halo } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { between } from './sweep-axis.ts';

export interface SweepMeasured {
  readonly name: string;
  /** Index of the system with the same settings. */
  readonly style: number;
  /** Index on the axis; fractional between two positions. */
  readonly place: number;
  readonly seen: number;
  readonly low?: number;
  readonly high?: number;
  /** The model's value there. */
  readonly model: number | undefined;
}

/** A measurement on a map of two knobs. */
export interface MappedMeasured extends SweepMeasured {
  /** Index on the second axis. */
  readonly row: number;
}

/** Relative error of the model: 0.1 is ten per cent too high. */
export const residualOf = ({ seen, model }: SweepMeasured): number | undefined =>
  model === undefined || seen === 0 ? undefined : model / seen - 1;

/** Radius of a mark, px. */
const RADIUS = 4.2;

/** The measurement with the largest error at each point of a map: there is room for one. */
export function furthestOff(points: readonly MappedMeasured[]): MappedMeasured[] {
  const off = (point: MappedMeasured) => Math.abs(residualOf(point) ?? 0);
  const spots = new Map<string, MappedMeasured>();
  for (const point of points) {
    const spot = `${point.place} ${point.row}`;
    const other = spots.get(spot);
    if (!other || off(point) > off(other)) spots.set(spot, point);
  }
  return [...spots.values()];
}

/** The mark of a measurement on a map; in a cell also the model's error, if it fits. */
export function mappedMark(
  point: MappedMeasured,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  fontSize: number,
  palette: Palette,
  signed: (share: number) => string,
): SvgNode[] {
  const residual = residualOf(point);
  const isInCell = Number.isInteger(point.place);
  const label = residual === undefined || !isInCell ? '' : signed(residual);
  const radius = Math.min(3, height / 6.5);
  const needed = textWidth(label, fontSize) + 2 * radius + 4;
  const hasRoom = label !== '' && needed + 4 <= width && fontSize * 2.4 <= height;
  const corner = isInCell ? x + width / 2 - radius - 3 : x;
  const at = { x: hasRoom ? x - needed / 2 + radius : corner, y: y + height * 0.24 };
  return [
    dot('diamond', at.x, at.y, radius, { fill: palette.paper, stroke: palette.ink, strokeWidth: 1.5 }),
    ...(hasRoom
      ? [centredText(label, at.x + radius + 4, at.y, { fontSize, fill: palette.ink, ...halo(palette) })]
      : []),
  ];
}

/** The marks. @param xs pixels of the whole positions */
export function measuredMarks(
  points: readonly SweepMeasured[],
  xs: readonly number[],
  toY: (value: number) => number,
  palette: Palette,
): SvgNode[] {
  return points.flatMap(({ style, place, seen, low = seen, high = seen }) => {
    const [x, y] = [between(xs, place), toY(seen)];
    if (x === undefined) return [];
    const line = { stroke: seriesColor(style, palette), strokeWidth: 2 };
    return [
      ruleX(x, toY(low), toY(high), { ...line }),
      dot('diamond', x, y, RADIUS, { ...line, fill: palette.paper }),
    ];
  });
}
