/** A curve that a learner has drawn, the one the model gives, and what others have published: logarithmic in both axes. */

import { minIndex } from 'd3-array';
import { scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, tableOf } from './chart.ts';
import { axes, ticksOn } from './marks/axes.ts';
import { dot } from './marks/dot.ts';
import { areaOf, drawing } from './marks/frame.ts';
import { line, type Point } from './marks/line.ts';
import { halo, textAt } from './marks/text.ts';
import type { SvgNode } from './svg.ts';
import { logTicks } from './value-scale.ts';

export interface CurveData {
  /** Places on the horizontal axis. */
  readonly x: readonly number[];
  /** Range of the vertical axis. */
  readonly min: number;
  readonly max: number;
  /** A value for each place. */
  readonly drawn: readonly number[] | undefined;
  /** Absent while the learner draws. */
  readonly model: readonly number[] | undefined;
}

export interface CurveWords {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly x: (value: number) => string;
  readonly y: (value: number) => string;
  readonly drawn: string;
  readonly model: string;
  readonly tableCaption: string;
  readonly sentence: (facts: Record<'from' | 'to' | 'x', string>) => string;
  readonly empty: string;
}

/** The plot's inside, and how values become pixels and pixels values. */
export function curveFrame(
  { x: places, min, max }: Pick<CurveData, 'x' | 'min' | 'max'>,
  box: Box,
  words: Pick<CurveWords, 'y'>,
) {
  const yTicks = logTicks(min, max, 6);
  const area = areaOf(box, yTicks.map(words.y), 3.1, 2.4);
  const x = scaleLog([Math.min(...places), Math.max(...places)], [area.left, area.right]);
  const y = scaleLog([min, max], [area.bottom, area.top]);
  const valueAt = (at: number) => y.copy().clamp(true).invert(at);
  const placeAt = (at: number) => minIndex(places, (place) => Math.abs(x(place) - at));
  return { area, x, y, yTicks, valueAt, placeAt };
}

/** A curve's points, those beyond the axis at its edge. */
export const curvePoints = (
  { x, y }: ReturnType<typeof curveFrame>,
  places: readonly number[],
  values: readonly number[],
): Point[] => {
  const inside = y.copy().clamp(true);
  return values.map((value, i) => [x(places[i] ?? 1), inside(value)]);
};

/** The axes of a curve's drawing. */
export const curveAxes = (
  { area, x, y, yTicks }: ReturnType<typeof curveFrame>,
  box: Box,
  palette: Palette,
  words: Pick<CurveWords, 'x' | 'y' | 'xTitle' | 'yTitle'>,
): SvgNode => {
  const [first = 1, last = 1] = x.domain();
  return axes(
    area,
    box,
    palette,
    { ticks: ticksOn(x, logTicks(first, last, 7), words.x), title: words.xTitle },
    { ticks: ticksOn(y, yTicks, words.y), title: words.yTitle },
  );
};

/** The name of a curve at its end, on the line. @param lift by how much it is below the line, in sizes of type */
export function curveName(
  text: string,
  values: readonly number[],
  { area, y }: ReturnType<typeof curveFrame>,
  lift: number,
  fill: string,
  { fontSize }: Box,
  palette: Palette,
): SvgNode {
  const end = y.copy().clamp(true)(values.at(-1) ?? 0);
  const at = Math.max(area.top + fontSize, end) + lift * fontSize;
  return textAt(text, area.right, at, { fontSize, textAnchor: 'end', fill, ...halo(palette) });
}

function draw(data: CurveData, box: Box, palette: Palette, words: CurveWords): SvgNode {
  const frame = curveFrame(data, box, words);
  const { accent, inkSoft } = palette;
  const points = (values: readonly number[]) => curvePoints(frame, data.x, values);
  const name = (text: string, values: readonly number[], lift: number, fill: string) =>
    curveName(text, values, frame, lift, fill, box, palette);
  const dotted = { stroke: inkSoft, strokeWidth: 2.5, strokeDasharray: '2 4', strokeLinecap: 'round' };
  const full = { stroke: accent.a, strokeWidth: 2.5, strokeLinejoin: 'round' };
  return drawing(
    box,
    curveAxes(frame, box, palette, words),
    ...(data.drawn
      ? [
          line(points(data.drawn), dotted),
          ...points(data.drawn).flatMap((at) => (at ? [dot('circle', ...at, 4, { fill: inkSoft })] : [])),
          name(words.drawn, data.drawn, 1.5, inkSoft),
        ]
      : []),
    ...(data.model ? [line(points(data.model), full), name(words.model, data.model, -0.7, accent.a)] : []),
  );
}

export const predictedCurve: ChartSpec<CurveData, CurveWords> = {
  id: 'predicted-curve',
  draw,
  table: ({ x, drawn, model }, words) =>
    tableOf(words.tableCaption, x, [
      { title: words.xTitle, unit: 'number', cell: (place) => place },
      { title: words.drawn, unit: 'number', cell: (_, i) => drawn?.[i] },
      { title: words.model, unit: 'number', cell: (_, i) => model?.[i] },
    ]),
  describe: ({ x, model = [] }, words) => {
    const [from, to, last] = [model[0], model.at(-1), x.at(-1)];
    if (from === undefined || to === undefined || last === undefined) return words.empty;
    return words.sentence({ from: words.y(from), to: words.y(to), x: words.x(last) });
  },
};
