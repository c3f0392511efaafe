/** Metrics of both sides as pairs of bars on one scale, with the value at the end of each bar. */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, textWidth } from './chart.ts';
import { bottomAxis, ticksOn } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { centredText } from './marks/text.ts';
import { hatched } from './pattern.ts';
import { type SvgNode, svg } from './svg.ts';

export interface Pair {
  readonly label: string;
  /** One value per side; undefined if there is nothing to measure. */
  readonly values: readonly { readonly side: SideName; readonly value: number | undefined }[];
}

/** Height of the drawing in lines of text. */
export const pairLines = (pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { values }) => sum + values.length * 1.15 + 0.55, 0) + 3.4;

export interface PairWords {
  readonly number: (value: number) => string;
  readonly xTitle: string;
}

/** Bars with names to the left, values at their ends, and an axis below. */
export function pairedBars(pairs: readonly Pair[], box: Box, palette: Palette, words: PairWords): SvgNode {
  const { width, height, fontSize } = box;
  const widthOf = (text: string) => textWidth(text, fontSize);
  const left = Math.max(0, ...pairs.map(({ label }) => widthOf(label))) + fontSize;
  const known = pairs.flatMap(({ values }) => values.flatMap(({ value }) => value ?? []));
  const right = Math.max(0, ...known.map((value) => widthOf(`A ${words.number(value)}`))) + fontSize * 1.5;
  const max = known.length > 0 ? Math.max(1e-6, ...known) : 1;
  const end = Math.max(left + 40, width - right);
  const x = scaleLinear(nice(0, max, 5), [left, end]);
  const bottom = height - fontSize * 2.9;
  const unit = (bottom - fontSize * 0.3) / Math.max(1, pairLines(pairs) - 3.4);
  let top = fontSize * 0.3;
  const bars = pairs.flatMap(({ label, values }) => {
    const start = top;
    const rows = values.flatMap(({ side, value }) => {
      const y = top;
      top += unit * 1.15;
      const tip = x(value ?? 0);
      // Side B is also hatched.
      const fill = side === 'b' ? 'url(#pair-b)' : palette.accent.a;
      const text = `${side.toUpperCase()} ${value === undefined ? '–' : words.number(value)}`;
      return [
        ...(value === undefined ? [] : [barAt(left, y, Math.max(0.75, tip - left), unit, { fill })]),
        centredText(text, tip + fontSize * 0.4, y + unit * 0.5, { fontSize, fill: palette.accent[side] }),
      ];
    });
    const middle = (start + top - unit * 0.15) / 2;
    top += unit * 0.55;
    const style = { textAnchor: 'end', fontSize, fill: palette.ink };
    return [centredText(label, left - fontSize * 0.6, middle, style), ...rows];
  });
  const tickCount = Math.max(2, Math.floor((width - left - right) / (fontSize * 7)));
  const axis = { ticks: ticksOn(x, x.ticks(tickCount), words.number), title: words.xTitle, titleLine: 2.6 };
  return drawing(
    box,
    svg('defs', {}, hatched('pair-b', palette.accent.b, 'diagonal', palette)),
    ...bars,
    ...bottomAxis([left, end], bottom, axis, box, palette),
  );
}
