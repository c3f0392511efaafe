/**
 * Waterfall of cumulative changes: a bar for the current run, a step for each change, and a bar for all
 * changes together. The line across the end of a step is the 95 % interval of its difference. A step that may
 * be noise is hollow and dashed.
 */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, tableOf, textWidth } from './chart.ts';
import { columnGrid, ticksOn } from './marks/axes.ts';
import { drawing } from './marks/frame.ts';
import { ruleX } from './marks/rule.ts';
import { textAt } from './marks/text.ts';
import { effectBar, isHollow, mayBeChance, namedRows } from './named-rows.ts';
import { prose } from './prose.ts';
import type { SvgNode } from './svg.ts';
import type { Scale } from './value-scale.ts';

export interface WaterfallStep {
  readonly name: string;
  /** Means before and after the change; it starts where the previous step ended. */
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined if unknown. */
  readonly half: number | undefined;
}

/** A difference and its half-width. */
export interface Difference {
  readonly mean: number;
  readonly half: number | undefined;
}

export interface WaterfallData {
  readonly side: SideName;
  readonly unit: '1/s' | 'ns';
  readonly start: number;
  readonly steps: readonly WaterfallStep[];
  readonly end: number;
  /** Sum of the single effects; the joint effect; the interaction (joint minus sum). */
  readonly alone: Difference;
  readonly joint: Difference;
  readonly interaction: Difference;
  /** Whether the list of steps is complete. */
  readonly isWhole: boolean;
  /** Whether the runs have no randomness, so that differences have no interval. */
  readonly isExact?: boolean;
}

export interface WaterfallWords {
  /** The metric, as the axis title. */
  readonly quantity: string;
  readonly side: (side: SideName) => string;
  readonly start: string;
  readonly end: (isWhole: boolean) => string;
  /** "12,345/s", "1.2 ms". */
  readonly figure: (value: number) => string;
  /** "+1,234/s", or with its interval "+1,234 ± 56/s". */
  readonly difference: (value: number) => string;
  readonly withInterval: (difference: Difference) => string;
  readonly columns: Readonly<Record<'step' | 'from' | 'to' | 'difference' | 'half' | 'chance', string>>;
  readonly isChance: (mayBeChance: boolean | undefined | 'exact') => string;
  /** A value with the mark for possible noise. */
  readonly marked: (figure: string) => string;
  readonly tableCaption: (side: string) => string;
  readonly sentence: (
    facts: Record<'side' | 'start' | 'end' | 'largest' | 'difference', string> & { count: number },
  ) => string;
  readonly together: (
    facts: Record<'alone' | 'joint' | 'interaction', string> & { isChance: boolean },
  ) => string;
  readonly empty: string;
}

/** A row of the table; the first is a step from zero. */
interface TableRow {
  readonly name: string;
  readonly from?: number;
  readonly to: number;
  readonly half?: number | undefined;
}

/** Room for a tick label, in font sizes. */
const LABEL_EMS = 6.5;

/** The value next to a step. It has a mark if the step is too short to look hollow. */
const figureOf = ({ from, to, half }: WaterfallStep, words: WaterfallWords): string =>
  mayBeChance(to - from, half) ? words.marked(words.difference(to - from)) : words.difference(to - from);

function scaleOf(data: WaterfallData, box: Box, words: WaterfallWords, left: number): Scale {
  const { start, end, steps } = data;
  // Values are to the right of their bars.
  const figures = [...[start, end].map(words.figure), ...steps.map((step) => figureOf(step, words))].map(
    (text) => textWidth(text, box.fontSize),
  );
  const margin = Math.min(Math.max(...figures) + box.fontSize * 0.8, (box.width - left) / 2);
  const max = Math.max(start, ...steps.map(({ to, half = 0 }) => to + half));
  return scaleLinear(nice(0, max || 1, tickCount(box.width - left, box)), [left, box.width - margin]);
}

const tickCount = (width: number, { fontSize }: Box): number =>
  Math.max(1, Math.min(6, Math.floor(width / (fontSize * LABEL_EMS))));

function draw(data: WaterfallData, box: Box, palette: Palette, words: WaterfallWords): SvgNode {
  const { side, start, steps, end } = data;
  const { fontSize } = box;
  const names = [words.start, ...steps.map(({ name }) => name), words.end(data.isWhole)];
  const rows = namedRows(names, box, palette);
  const x = scaleOf(data, box, words, rows.left);
  const [left = 0, right = 0] = x.range();
  const color = palette.accent[side];
  const last = steps.length + 1;
  const total = (row: number, value: number) => {
    const style = {
      text: words.figure(value),
      color,
      fill: palette.wash[side],
      isHollow: false,
      isBold: true,
    };
    return effectBar({ from: left, to: x(value) }, style, rows, row, box, palette);
  };
  // A connecting line from the end of the row above.
  const link = (row: number, value: number) =>
    ruleX(x(value), rows.middle(row - 1), rows.middle(row), { stroke: palette.inkSoft, strokeWidth: 1 });
  const ticks = x.ticks(tickCount(right - left, box));
  return drawing(
    box,
    textAt(words.quantity, left, fontSize * 1.1, { fontSize, fontWeight: 600, fill: palette.ink }),
    ...columnGrid(
      ticksOn(x, ticks, (tick) => (tick === 0 ? '0' : words.figure(tick))),
      rows,
      box,
      palette,
    ),
    ...steps.flatMap((step, index) => {
      const { from, to, half } = step;
      const [low, high] = [x(Math.min(from, to)), x(Math.max(from, to))];
      const interval = half ? ([Math.max(left, x(to - half)), x(to + half)] as const) : undefined;
      const hollow = isHollow(to - from, half);
      const style = {
        text: figureOf(step, words),
        color,
        isHollow: hollow,
        dash: hollow ? '3 2' : undefined,
      };
      return [
        link(index + 1, from),
        ...effectBar({ from: low, to: high, interval }, style, rows, index + 1, box, palette),
      ];
    }),
    link(last, end),
    ...total(0, start),
    ...total(last, end),
    ...rows.names,
  );
}

/** Describes the total effect, then the interaction. */
function describe(data: WaterfallData, words: WaterfallWords): string {
  const { side, start, steps, end, alone, joint, interaction } = data;
  const size = ({ from, to }: WaterfallStep) => Math.abs(to - from);
  const [largest] = [...steps].sort((a, b) => size(b) - size(a));
  if (!largest) return words.empty;
  const sentences = [
    words.sentence({
      side: words.side(side),
      start: words.figure(start),
      end: words.figure(end),
      count: steps.length,
      largest: largest.name,
      difference: words.difference(largest.to - largest.from),
    }),
    words.together({
      alone: words.difference(alone.mean),
      joint: words.difference(joint.mean),
      interaction: words.withInterval(interaction),
      isChance: mayBeChance(interaction.mean, interaction.half) ?? false,
    }),
  ];
  return prose(sentences);
}

export const waterfall = {
  id: 'waterfall',
  draw,
  describe,
  table: ({ side, unit, start, steps, end, joint, isWhole, isExact }, { columns, ...words }) => {
    const rows: TableRow[] = [
      { name: words.start, to: start },
      ...steps,
      { name: words.end(isWhole), from: start, to: end, half: joint.half },
    ];
    const difference = ({ from, to }: TableRow) => (from === undefined ? undefined : to - from);
    const chance = ({ from, to, half }: TableRow) =>
      from === undefined ? undefined : words.isChance(isExact ? 'exact' : mayBeChance(to - from, half));
    return tableOf(words.tableCaption(words.side(side)), rows, [
      { title: columns.step, unit: 'text', cell: ({ name }) => name },
      { title: columns.from, unit, cell: ({ from }) => from },
      { title: columns.to, unit, cell: ({ to }) => to },
      { title: columns.difference, unit, cell: difference },
      { title: columns.half, unit, cell: ({ half }) => half },
      { title: columns.chance, unit: 'text', cell: chance },
    ]);
  },
} as const satisfies ChartSpec<WaterfallData, WaterfallWords>;
