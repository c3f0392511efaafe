/** The curves that a class drew, in grey; their median; and, once revealed, the model's curve in colour. */

import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ColumnOf, tableOf } from './chart.ts';
import { type CurveRange, curveAxes, curveFrame, curveName, curvePoints } from './curve-frame.ts';
import { drawing } from './marks/frame.ts';
import { line } from './marks/line.ts';
import type { CurveWords } from './predicted-curve.ts';
import type { SvgNode } from './svg.ts';

export interface ClassCurves extends CurveRange {
  /** Each with a value per x position. */
  readonly curves: readonly (readonly number[])[];
  readonly median: readonly number[] | undefined;
  readonly model: readonly number[] | undefined;
}

export interface ClassCurvesWords
  extends Pick<CurveWords, 'xTitle' | 'yTitle' | 'x' | 'y' | 'model' | 'tableCaption' | 'empty'> {
  readonly median: string;
  /** Name of the nth student's curve. */
  readonly curve: (number: number) => string;
  readonly sentence: (facts: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  }) => string;
}

function draw(data: ClassCurves, box: Box, palette: Palette, words: ClassCurvesWords): SvgNode {
  const { median, model } = data;
  const { ink, inkSoft, accent } = palette;
  const frame = curveFrame(data, box, words);
  const curve = (values: readonly number[], style: SvgNode['attributes']) =>
    line(curvePoints(frame, data.x, values), { strokeLinejoin: 'round', ...style });
  const name = (text: string, values: readonly number[], lift: number, fill: string) =>
    curveName(text, values, frame, lift, fill, box, palette);
  const dashed = { stroke: ink, strokeWidth: 3, strokeDasharray: '8 5' };
  return drawing(
    box,
    curveAxes(frame, box, palette, words),
    ...data.curves.map((values) => curve(values, { stroke: inkSoft, strokeWidth: 1.5, opacity: 0.45 })),
    ...(median ? [curve(median, dashed), name(words.median, median, 1.5, ink)] : []),
    ...(model
      ? [curve(model, { stroke: accent.a, strokeWidth: 4 }), name(words.model, model, -0.7, accent.a)]
      : []),
  );
}

/** The table column of a curve. */
const column = (title: string, values: readonly number[]): ColumnOf<number> => ({
  ...{ title, unit: 'number' },
  cell: (_, place) => values[place],
});

export const classCurves: ChartSpec<ClassCurves, ClassCurvesWords> = {
  id: 'class-curves',
  draw,
  table: ({ x, curves, median, model }, words) =>
    tableOf(words.tableCaption, x, [
      column(words.xTitle, x),
      ...(median ? [column(words.median, median)] : []),
      ...(model ? [column(words.model, model)] : []),
      ...curves.map((values, i) => column(words.curve(i + 1), values)),
    ]),
  describe: ({ curves, median = [] }, words) => {
    const [from, to] = [median[0], median.at(-1)];
    if (from === undefined || to === undefined) return words.empty;
    return words.sentence({ count: curves.length, from: words.y(from), to: words.y(to) });
  },
};
