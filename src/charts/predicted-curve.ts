/** A curve that a learner has drawn, the one the model gives, and what others have published: logarithmic in both axes. */

import { scaleLog } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { Box, ChartSpec } from './chart.ts';
import { areaOf, axes, drawing, logTicks } from './marks/axes.ts';
import { halo } from './marks/halo.ts';
import { line, type Point } from './marks/line.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';
import type { Scale } from './value-scale.ts';

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
  const placeAt = (at: number) =>
    places.reduce(
      (best, place, i) => (Math.abs(x(place) - at) < Math.abs(x(places[best] ?? 1) - at) ? i : best),
      0,
    );
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

function draw(data: CurveData, box: Box, palette: Palette, words: CurveWords): SvgNode {
  const frame = curveFrame(data, box, words);
  const { fontSize } = box;
  const lines: SvgNode[] = [];
  const label = (values: readonly number[], text: string, fill: string, lift: number) => {
    const last = values.at(-1) ?? data.min;
    const at = Math.min(
      frame.area.bottom,
      Math.max(frame.area.top + fontSize, frame.y(Math.max(last, data.min))),
    );
    lines.push(
      textAt(text, frame.area.right, at + lift * fontSize, {
        fontSize,
        textAnchor: 'end',
        fill,
        ...halo(palette),
      }),
    );
  };
  if (data.drawn) {
    const stroke = { stroke: palette.inkSoft, strokeWidth: 2.5, strokeDasharray: '2 4', fill: 'none' };
    lines.push(line(curvePoints(frame, data.x, data.drawn), { ...stroke, strokeLinecap: 'round' }));
    for (const [i, value] of data.drawn.entries())
      lines.push(
        svg('circle', {
          cx: px(frame.x(data.x[i] ?? 1)),
          cy: px(frame.y(Math.min(data.max, Math.max(data.min, value)))),
          r: 4,
          fill: palette.inkSoft,
        }),
      );
    label(data.drawn, words.drawn, palette.inkSoft, 1.5);
  }
  if (data.model) {
    lines.push(
      line(curvePoints(frame, data.x, data.model), {
        stroke: palette.accent.a,
        strokeWidth: 2.5,
        strokeLinejoin: 'round',
      }),
    );
    label(data.model, words.model, palette.accent.a, -0.7);
  }
  const ticksOf = (values: readonly number[], scale: Scale, text: (value: number) => string) =>
    values.map((value) => ({ at: scale(value), label: text(value) }));
  const [first = 1, last = 1] = [Math.min(...data.x), Math.max(...data.x)];
  return drawing(
    box,
    axes(
      frame.area,
      box,
      palette,
      { ticks: ticksOf(logTicks(first, last, 7), frame.x, words.x), title: words.xTitle, titleLine: 2.7 },
      { ticks: ticksOf(frame.yTicks, frame.y, words.y), title: words.yTitle },
    ),
    ...lines,
  );
}

export const predictedCurve: ChartSpec<CurveData, CurveWords> = {
  id: 'predicted-curve',
  draw,
  table: ({ x, drawn, model }, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.xTitle, unit: 'number' },
      { title: words.drawn, unit: 'number' },
      { title: words.model, unit: 'number' },
    ],
    rows: x.map((place, i) => [place, drawn?.[i], model?.[i]]),
  }),
  describe: ({ x, model }, words) =>
    model && model.length > 0
      ? words.sentence({
          from: words.y(model[0] ?? 0),
          to: words.y(model.at(-1) ?? 0),
          x: words.x(x.at(-1) ?? 0),
        })
      : words.empty,
};
