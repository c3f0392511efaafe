/** A learner's hand-drawn curve, the model's curve and published data, logarithmic in both axes. */

import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, tableOf } from './chart.ts';
import {
  type CurveAxisWords,
  type CurveRange,
  curveAxes,
  curveFrame,
  curveName,
  curvePoints,
} from './curve-frame.ts';
import { dot } from './marks/dot.ts';
import { drawing } from './marks/frame.ts';
import { line } from './marks/line.ts';
import type { SvgNode } from './svg.ts';

export interface CurveData extends CurveRange {
  /** A value per x position. */
  readonly drawn: readonly number[] | undefined;
  /** Absent while the learner draws. */
  readonly model: readonly number[] | undefined;
}

export interface CurveWords extends CurveAxisWords {
  readonly drawn: string;
  readonly model: string;
  readonly tableCaption: string;
  readonly sentence: (facts: Record<'from' | 'to' | 'x', string>) => string;
  readonly empty: string;
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
