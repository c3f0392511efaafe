/**
 * Effects of single changes on a metric: one bar each, as a factor on a log2 axis, with the 95 % interval
 * across its end.
 */

import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, tableOf, textWidth } from './chart.ts';
import { doublings, reach, roundDoublings } from './factor-axis.ts';
import { columnGrid, ticksOn } from './marks/axes.ts';
import { drawing } from './marks/frame.ts';
import { textAt } from './marks/text.ts';
import { effectBar, isHollow, mayBeChance, namedRows } from './named-rows.ts';
import type { SvgNode } from './svg.ts';
import type { Scale } from './value-scale.ts';

/** Values in 1/s or ns. */
export interface LeverEffect {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined if unknown. */
  readonly half: number | undefined;
  /** Whether the runs have no randomness, so that the difference has no interval. */
  readonly isExact?: boolean;
}

export interface LeverEffectsData {
  readonly side: SideName;
  readonly unit: '1/s' | 'ns';
  /** Best first. */
  readonly levers: readonly LeverEffect[];
}

export interface LeverEffectsWords {
  /** The metric, above its axis. */
  readonly quantity: string;
  /** "+12 %", "×3.4". */
  readonly ratio: (from: number, to: number) => string;
  readonly factor: (factor: number) => string;
  readonly side: (side: SideName) => string;
  readonly change: string;
  readonly column: (column: 'from' | 'to' | 'half' | 'chance') => string;
  readonly isChance: (mayBeChance: boolean | undefined | 'exact') => string;
  /** A value with the mark for possible noise. */
  readonly marked: (figure: string) => string;
  readonly tableCaption: (side: string) => string;
  readonly sentence: (
    facts: Record<'side' | 'best' | 'bestEffect' | 'worst' | 'worstEffect', string> & { count: number },
  ) => string;
  readonly empty: string;
}

/** The value next to a bar. It has a mark if the bar is too short to look hollow. */
const figureOf = ({ from, to, half }: LeverEffect, words: LeverEffectsWords): string =>
  mayBeChance(to - from, half) ? words.marked(words.ratio(from, to)) : words.ratio(from, to);

function scaleOf({ levers }: LeverEffectsData, box: Box, words: LeverEffectsWords, left: number): Scale {
  // Values are beyond the ends of the bars; a side without bars needs no room for them.
  const marginOf = (isLeft: boolean) => {
    const onSide = levers.filter(({ from, to }) => to < from === isLeft);
    const figures = onSide.map((lever) => textWidth(figureOf(lever, words), box.fontSize));
    return Math.min(Math.max(0, ...figures) + box.fontSize * 0.8, (box.width - left) / 3);
  };
  return scaleLinear(reach(levers), [left + marginOf(true), box.width - marginOf(false)]);
}

function draw(data: LeverEffectsData, box: Box, palette: Palette, words: LeverEffectsWords): SvgNode {
  const { fontSize } = box;
  const color = palette.accent[data.side];
  const rows = namedRows(
    data.levers.map(({ name }) => name),
    box,
    palette,
  );
  const x = scaleOf(data, box, words, rows.left);
  const inside = x.copy().clamp(true);
  const ticks = ticksOn(x, roundDoublings(x, fontSize), (tick) => words.factor(2 ** tick));
  const title = { textAnchor: 'middle', fontSize, fontWeight: 600, fill: palette.ink };
  return drawing(
    box,
    textAt(words.quantity, x(0), fontSize * 1.1, title),
    ...columnGrid(ticks, rows, box, palette),
    ...rows.names,
    ...data.levers.flatMap((lever, index) => {
      const { from, to, half } = lever;
      const at = (value: number) => inside(doublings(from, value));
      return effectBar(
        {
          from: x(0),
          to: x(doublings(from, to)),
          interval: half ? [at(to - half), at(to + half)] : undefined,
        },
        { text: figureOf(lever, words), isHollow: isHollow(to - from, half), color },
        rows,
        index,
        box,
        palette,
      );
    }),
  );
}

function describe({ side, levers }: LeverEffectsData, words: LeverEffectsWords): string {
  const [best, worst] = [levers[0], levers.at(-1)];
  if (!best || !worst) return words.empty;
  return words.sentence({
    count: levers.length,
    side: words.side(side),
    best: best.name,
    bestEffect: words.ratio(best.from, best.to),
    worst: worst.name,
    worstEffect: words.ratio(worst.from, worst.to),
  });
}

export const leverEffects = {
  id: 'lever-effects',
  draw,
  describe,
  table: ({ side, unit, levers }, words) =>
    tableOf(words.tableCaption(words.side(side)), levers, [
      { title: words.change, unit: 'text', cell: ({ name }) => name },
      { title: words.column('from'), unit, cell: ({ from }) => from },
      { title: words.column('to'), unit, cell: ({ to }) => to },
      { title: words.column('half'), unit, cell: ({ half }) => half },
      {
        ...{ title: words.column('chance'), unit: 'text' },
        cell: ({ isExact, from, to, half }) =>
          words.isChance(isExact ? 'exact' : mayBeChance(to - from, half)),
      },
    ]),
} as const satisfies ChartSpec<LeverEffectsData, LeverEffectsWords>;
