/** Quantities of both sides as pairs of bars on one scale; the value stands at the end of each bar. */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, textWidth } from './chart.ts';
import type { Tick } from './marks/axes.ts';
import { drawing } from './marks/axes.ts';
import { ruleX, ruleY } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface Pair {
  readonly label: string;
  /** One value a side; undefined where there is nothing to measure. */
  readonly values: readonly { readonly side: SideName; readonly value: number | undefined }[];
}

/** Height that the drawing wants, in lines of its type. */
export const pairLines = (pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { values }) => sum + values.length * 1.15 + 0.55, 0) + 3.4;

export interface PairWords {
  readonly number: (value: number) => string;
  readonly xTitle: string;
}

export function pairedBars(pairs: readonly Pair[], box: Box, palette: Palette, words: PairWords): SvgNode {
  const { width, height, fontSize } = box;
  const left = Math.max(0, ...pairs.map(({ label }) => textWidth(label, fontSize))) + fontSize;
  const known = pairs.flatMap(({ values }) => values.flatMap(({ value }) => value ?? []));
  const right =
    Math.max(0, ...known.map((value) => textWidth(`A ${words.number(value)}`, fontSize))) + fontSize * 1.5;
  const most = known.length > 0 ? Math.max(1e-6, ...known) : 1;
  const end = Math.max(left + 40, width - right);
  const x = scaleLinear(nice(0, most, 5), [left, end]);
  const bottom = height - fontSize * 2.9;
  const unit = (bottom - fontSize * 0.3) / Math.max(1, pairLines(pairs) - 3.4);
  let top = fontSize * 0.3;
  const bars = pairs.flatMap(({ label, values }) => {
    const start = top;
    const rows = values.flatMap(({ side, value }) => {
      const y = top;
      top += unit * 1.15;
      const middle = { y: px(y + unit * 0.5), dy: '0.32em', fontSize: px(fontSize) };
      const tip = x(value ?? 0);
      return [
        ...(value === undefined
          ? []
          : [
              svg('rect', {
                x: px(left),
                y: px(y),
                width: px(Math.max(0.75, tip - left)),
                height: px(unit),
                // Side B is hatched as well as of another colour.
                fill: side === 'b' ? 'url(#pair-b)' : palette.accent.a,
              }),
            ]),
        svg(
          'text',
          { ...middle, x: px(tip + fontSize * 0.4), fill: palette.accent[side] },
          `${side.toUpperCase()} ${value === undefined ? '–' : words.number(value)}`,
        ),
      ];
    });
    const name = textAt(label, left - fontSize * 0.6, (start + top - unit * 0.15) / 2, {
      dy: '0.32em',
      textAnchor: 'end',
      fontSize,
      fill: palette.ink,
    });
    top += unit * 0.55;
    return [name, ...rows];
  });
  const ticks: Tick[] = x
    .ticks(Math.max(2, Math.floor((width - left - right) / (fontSize * 7))))
    .map((tick) => ({
      at: x(tick),
      label: words.number(tick),
    }));
  return drawing(
    box,
    svg(
      'defs',
      {},
      svg(
        'pattern',
        { id: 'pair-b', width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
        svg('rect', { width: 6, height: 6, fill: palette.accent.b }),
        svg('path', { d: 'M-1 7L7 -1', stroke: palette.paper, strokeWidth: 1.2, opacity: 0.55 }),
      ),
    ),
    ...bars,
    ruleY(bottom, left, end, { stroke: palette.inkSoft }),
    ...ticks.flatMap(({ at, label }) => [
      ruleX(at, bottom, bottom + 4, { stroke: palette.inkSoft }),
      textAt(label, at, bottom + fontSize * 1.3, { textAnchor: 'middle', fontSize, fill: palette.inkSoft }),
    ]),
    textAt(words.xTitle, end, bottom + fontSize * 2.6, {
      textAnchor: 'end',
      fontSize,
      fill: palette.inkSoft,
    }),
  );
}
