/** Every curve that a class has drawn in grey, their median marked, and, when it may be seen, what the model gives in colour. */

import type { Palette } from '../lib/palette.ts';
import type { Box, ChartSpec } from './chart.ts';
import { axes, drawing, logTicks } from './marks/axes.ts';
import { halo } from './marks/halo.ts';
import { line } from './marks/line.ts';
import { textAt } from './marks/text.ts';
import { type CurveWords, curveFrame, curvePoints } from './predicted-curve.ts';
import type { SvgNode } from './svg.ts';

export interface ClassCurves {
  /** Places on the horizontal axis. */
  readonly x: readonly number[];
  readonly min: number;
  readonly max: number;
  /** Each with a value for each place. */
  readonly curves: readonly (readonly number[])[];
  readonly median: readonly number[] | undefined;
  readonly model: readonly number[] | undefined;
}

export interface ClassCurvesWords
  extends Pick<CurveWords, 'xTitle' | 'yTitle' | 'x' | 'y' | 'model' | 'tableCaption' | 'empty'> {
  readonly median: string;
  /** The nth student's curve. */
  readonly curve: (number: number) => string;
  readonly sentence: (facts: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  }) => string;
}

function draw(data: ClassCurves, box: Box, palette: Palette, words: ClassCurvesWords): SvgNode {
  const { x: places, min, max } = data;
  const frame = curveFrame({ x: places, min, max }, box, words);
  const inside = (value: number) => Math.min(max, Math.max(min, value));
  const curve = (values: readonly number[], stroke: string, strokeWidth: number, rest: object = {}) =>
    line(curvePoints(frame, places, values), { stroke, strokeWidth, strokeLinejoin: 'round', ...rest });
  const label = (values: readonly number[], text: string, fill: string, lift: number) =>
    textAt(
      text,
      frame.area.right,
      Math.min(
        frame.area.bottom,
        Math.max(frame.area.top + box.fontSize, frame.y(inside(values.at(-1) ?? min)) + lift * box.fontSize),
      ),
      { fontSize: box.fontSize, textAnchor: 'end', fill, ...halo(palette, 4) },
    );
  const ticks = (values: readonly number[], at: (value: number) => number, text: (value: number) => string) =>
    values.map((value) => ({ at: at(value), label: text(value) }));
  return drawing(
    box,
    axes(
      frame.area,
      box,
      palette,
      {
        ticks: ticks(logTicks(Math.min(...places), Math.max(...places), 7), frame.x, words.x),
        title: words.xTitle,
        titleLine: 2.7,
      },
      { ticks: ticks(frame.yTicks, frame.y, words.y), title: words.yTitle },
    ),
    ...data.curves.map((values) => curve(values, palette.inkSoft, 1.5, { opacity: 0.45 })),
    ...(data.median
      ? [
          curve(data.median, palette.ink, 3, { strokeDasharray: '8 5' }),
          label(data.median, words.median, palette.ink, 1.5),
        ]
      : []),
    ...(data.model
      ? [curve(data.model, palette.accent.a, 4), label(data.model, words.model, palette.accent.a, -0.7)]
      : []),
  );
}

export const classCurves: ChartSpec<ClassCurves, ClassCurvesWords> = {
  id: 'class-curves',
  draw,
  table: ({ x, curves, median, model }, words) => ({
    caption: words.tableCaption,
    columns: [
      { title: words.xTitle, unit: 'number' },
      ...(median ? [{ title: words.median, unit: 'number' as const }] : []),
      ...(model ? [{ title: words.model, unit: 'number' as const }] : []),
      ...curves.map((_, i) => ({ title: words.curve(i + 1), unit: 'number' as const })),
    ],
    rows: x.map((place, i) => [
      place,
      ...(median ? [median[i]] : []),
      ...(model ? [model[i]] : []),
      ...curves.map((curve) => curve[i]),
    ]),
  }),
  describe: ({ curves, median }, words) =>
    median
      ? words.sentence({
          count: curves.length,
          from: words.y(median[0] ?? 0),
          to: words.y(median.at(-1) ?? 0),
        })
      : words.empty,
};
