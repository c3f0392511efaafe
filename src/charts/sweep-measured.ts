/** Measurements of real systems over the lines of a sweep: hollow diamonds with the range of their rounds. */
import type { Palette } from '../lib/palette.ts';
import { seriesColor } from './series-style.ts';
import { px, type SvgNode, svg } from './svg.ts';
import { between } from './sweep-axis.ts';

export interface SweepMeasured {
  readonly name: string;
  /** Number of the system whose settings it has. */
  readonly style: number;
  /** Among the places of the axis; between two of them it is not whole. */
  readonly place: number;
  readonly seen: number;
  readonly low?: number;
  readonly high?: number;
  /** What the model says there. */
  readonly model: number | undefined;
}

/** By how much the model is off: 0.1 is ten per cent too much. */
export const residualOf = ({ seen, model }: SweepMeasured): number | undefined =>
  model === undefined || seen === 0 ? undefined : model / seen - 1;

const RADIUS = 5.5;

/** The marks. @param xs of the whole places, px */
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
    const corners = [x, y - RADIUS, x + RADIUS, y, x, y + RADIUS, x - RADIUS, y];
    return [
      svg('line', { ...line, x1: px(x), x2: px(x), y1: px(toY(low)), y2: px(toY(high)) }),
      svg('polygon', { ...line, fill: palette.paper, points: corners.map(px).join(' ') }),
    ];
  });
}
