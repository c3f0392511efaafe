/**
 * Changes on top of each other: a bar from nothing to the figure of the run as it is, a step for each change from where the one
 * before it ended, and a bar of the run with all of them. The line across the end of a step is the 95 % interval of its
 * difference; a step that may be chance is hollow, with a broken rim.
 */

import { nice } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../model/scenario/problem.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { drawing } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { textAt } from './marks/text.ts';
import { isHollow, mayBeChance, type NamedRows, namedRows, whisker } from './named-rows.ts';
import { prose } from './prose.ts';
import { px, type SvgNode, svg } from './svg.ts';
import type { Scale } from './value-scale.ts';

export interface WaterfallStep {
  readonly name: string;
  /** Mean figures before and after the change: it begins where the one before it ended. */
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined where nothing is known about it. */
  readonly half: number | undefined;
}

/** A difference with its half-width. */
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
  /** What the changes do alone, added up; what they do together; that less the sum. */
  readonly alone: Difference;
  readonly joint: Difference;
  readonly interaction: Difference;
  /** Whether these are all the steps there are. */
  readonly isWhole: boolean;
  /** Whether nothing in the runs is random, so that differences have no interval. */
  readonly isExact?: boolean;
}

export interface WaterfallWords {
  /** The figure, as the title of the axis. */
  readonly quantity: string;
  readonly side: (side: SideName) => string;
  readonly start: string;
  readonly end: (isWhole: boolean) => string;
  /** "12,345/s", "1.2 ms". */
  readonly figure: (value: number) => string;
  /** "+1,234/s", and with its interval: "+1,234 ± 56/s". */
  readonly difference: (value: number) => string;
  readonly withInterval: (difference: Difference) => string;
  readonly columns: Readonly<Record<(typeof COLUMNS)[number], string>>;
  readonly isChance: (mayBeChance: boolean | undefined | 'exact') => string;
  /** A figure with the mark of what may be chance. */
  readonly marked: (figure: string) => string;
  readonly tableCaption: (side: string) => string;
  readonly sentence: (facts: {
    side: string;
    start: string;
    end: string;
    count: number;
    largest: string;
    difference: string;
  }) => string;
  readonly together: (facts: {
    alone: string;
    joint: string;
    interaction: string;
    isChance: boolean;
  }) => string;
  readonly empty: string;
}

const COLUMNS = ['step', 'from', 'to', 'difference', 'half', 'chance'] as const;
/** Room for a value on the axis, in sizes of type. */
const LABEL_EMS = 6.5;

interface Look {
  readonly box: Box;
  readonly palette: Palette;
  readonly words: WaterfallWords;
  readonly color: string;
  readonly x: Scale;
  readonly rows: NamedRows;
}

/** The figure beside a step. A step too short to be seen as hollow has a mark there. */
const figureOf = ({ from, to, half }: WaterfallStep, words: WaterfallWords): string =>
  mayBeChance(to - from, half) ? words.marked(words.difference(to - from)) : words.difference(to - from);

function scaleOf(data: WaterfallData, box: Box, words: WaterfallWords, left: number): Scale {
  const { start, end, steps } = data;
  // Figures stand to the right of their bars.
  const figures = [...[start, end].map(words.figure), ...steps.map((step) => figureOf(step, words))].map(
    (text) => textWidth(text, box.fontSize),
  );
  const margin = Math.min(Math.max(...figures) + box.fontSize * 0.8, (box.width - left) / 2);
  const most = Math.max(start, ...steps.map(({ to, half = 0 }) => to + half));
  return scaleLinear(nice(0, most || 1, tickCount(box.width - left, box)), [left, box.width - margin]);
}

const tickCount = (width: number, { fontSize }: Box): number =>
  Math.max(1, Math.min(6, Math.floor(width / (fontSize * LABEL_EMS))));

/** A bar with its figure to the right of it. */
function rowOf(
  row: number,
  ends: readonly [number, number],
  text: string,
  look: Look,
  style: Style,
): SvgNode[] {
  const { box, palette, x, rows, color } = look;
  const [low, high] = [x(Math.min(...ends)), x(Math.max(...ends))];
  const y = rows.middle(row);
  const reach = style.whisker ? Math.max(high, style.whisker[1]) : high;
  return [
    barAt(low, y - rows.thick / 2, Math.max(1, high - low), rows.thick, {
      fill: style.fill,
      stroke: color,
      strokeWidth: 1,
      strokeDasharray: style.isBroken ? '3 2' : undefined,
    }),
    ...(style.whisker ? whisker(...style.whisker, y, rows.thick, palette) : []),
    textAt(text, reach + box.fontSize * 0.45, y, {
      dy: '0.32em',
      fontSize: box.fontSize,
      fontWeight: style.isTotal ? 600 : undefined,
      fill: style.isBroken ? palette.inkSoft : palette.ink,
    }),
  ];
}

interface Style {
  readonly fill: string;
  readonly isBroken?: boolean;
  readonly isTotal?: boolean;
  readonly whisker?: readonly [number, number] | undefined;
}

function step(of: WaterfallStep, row: number, look: Look): SvgNode[] {
  const { from, to, half } = of;
  const { palette, words, color, x, rows } = look;
  const isBroken = isHollow(to - from, half);
  const fill = isBroken ? palette.paper : color;
  const at = px(x(from));
  return [
    // From where the row above ends.
    svg('line', {
      ...{ x1: at, x2: at, y1: px(rows.middle(row - 1)), y2: px(rows.middle(row)) },
      stroke: palette.inkSoft,
      strokeWidth: 1,
    }),
    ...rowOf(row, [from, to], figureOf(of, words), look, {
      ...{ fill, isBroken },
      whisker: half ? [Math.max(x(0), x(to - half)), x(to + half)] : undefined,
    }),
  ];
}

function axis({ x, rows: { top, bottom }, box, palette, words }: Look): SvgNode[] {
  const { fontSize } = box;
  const [start = 0, end = 0] = x.range();
  return [
    textAt(words.quantity, start, fontSize * 1.1, { fontSize, fontWeight: 600, fill: palette.ink }),
    ...x.ticks(tickCount(end - start, box)).flatMap((tick) => {
      const at = px(x(tick));
      return [
        svg('line', {
          ...{ x1: at, x2: at, y1: px(top), y2: px(bottom) },
          stroke: tick === 0 ? palette.inkSoft : palette.line,
        }),
        svg(
          'text',
          {
            ...{ x: at, y: px(bottom + fontSize * 1.3), fontSize },
            textAnchor: tick === 0 ? 'start' : 'middle',
            fill: palette.inkSoft,
          },
          tick === 0 ? '0' : words.figure(tick),
        ),
      ];
    }),
  ];
}

function draw(data: WaterfallData, box: Box, palette: Palette, words: WaterfallWords): SvgNode {
  const { start, steps, end } = data;
  const names = [words.start, ...steps.map(({ name }) => name), words.end(data.isWhole)];
  const rows = namedRows(names, box, palette);
  const x = scaleOf(data, box, words, rows.left);
  const look = { box, palette, words, x, rows, color: palette.accent[data.side] };
  const total = { fill: palette.wash[data.side], isTotal: true };
  const at = px(x(end));
  const last = steps.length + 1;
  return drawing(
    box,
    ...axis(look),
    ...steps.flatMap((one, index) => step(one, index + 1, look)),
    svg('line', {
      ...{ x1: at, x2: at, y1: px(rows.middle(last - 1)), y2: px(rows.middle(last)) },
      stroke: palette.inkSoft,
      strokeWidth: 1,
    }),
    ...rowOf(0, [0, start], words.figure(start), look, total),
    ...rowOf(last, [0, end], words.figure(end), look, total),
    ...rows.names,
  );
}

/** What the steps lead to, then what the changes do to each other. */
function describe(data: WaterfallData, words: WaterfallWords): string {
  const { side, start, steps, end, alone, joint, interaction } = data;
  const size = ({ from, to }: WaterfallStep) => Math.abs(to - from);
  const [largest] = [...steps].sort((one, other) => size(other) - size(one));
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
  table: ({ side, unit, start, steps, end, joint, isWhole, isExact }, words) => ({
    caption: words.tableCaption(words.side(side)),
    columns: COLUMNS.map((column) => ({
      title: words.columns[column],
      unit: column === 'step' || column === 'chance' ? 'text' : unit,
    })),
    rows: [
      [words.start, undefined, start, undefined, undefined, undefined],
      ...steps.map(({ name, from, to, half }) => [
        ...[name, from, to, to - from, half],
        words.isChance(isExact ? 'exact' : mayBeChance(to - from, half)),
      ]),
      [
        ...[words.end(isWhole), start, end, end - start, joint.half],
        words.isChance(isExact ? 'exact' : mayBeChance(end - start, joint.half)),
      ],
    ],
  }),
} as const satisfies ChartSpec<WaterfallData, WaterfallWords>;
