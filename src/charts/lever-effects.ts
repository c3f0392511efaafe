/**
 * What single changes are worth: a bar for each, as a factor on a logarithmic axis on which twice as much and half as much
 * are equally far from the middle, with the 95 % interval as a line across its end. Throughput on the left, mean response on
 * the right.
 */
import type { Palette } from '../lib/palette.ts';
import type { SideName } from '../scenario/problem.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { halo } from './halo.ts';
import { linear, type Scale } from './scale.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface Effect {
  readonly from: number;
  readonly to: number;
  /** Half-width of the 95 % interval of the difference; undefined where nothing is known about it. */
  readonly half: number | undefined;
}

/** Throughput in 1/s, response in ns. */
export type Quantity = 'throughput' | 'response';

export interface LeverEffect extends Readonly<Record<Quantity, Effect>> {
  readonly name: string;
}

export interface LeverEffectsData {
  readonly side: SideName;
  readonly levers: readonly LeverEffect[];
}

export interface LeverEffectsWords {
  readonly quantity: (quantity: Quantity) => string;
  /** "+12 %", "×3.4". */
  readonly ratio: (from: number, to: number) => string;
  readonly factor: (factor: number) => string;
  readonly side: (side: SideName) => string;
  readonly change: string;
  readonly column: (quantity: Quantity, column: keyof Effect) => string;
  readonly tableCaption: (side: string) => string;
  readonly sentence: (facts: {
    count: number;
    side: string;
    best: string;
    bestEffect: string;
    worst: string;
    worstEffect: string;
  }) => string;
  readonly empty: string;
}

const QUANTITIES = ['throughput', 'response'] as const;
const COLUMNS = ['from', 'to', 'half'] as const satisfies readonly (keyof Effect)[];
const UNITS = { throughput: '1/s', response: 'ns' } as const;
/** Changes beyond this factor are drawn to the edge; their figure says how large they are. */
const LARGEST = 2 ** 12;
/** The axis shows at least this much to both sides. */
const LEAST_DOUBLINGS = 0.3;
/** Room for a value on the axis, in widths of a letter. */
const LABEL_EMS = 3.5;
const STEPS = [0.1, 0.25, 0.5, 1, 2, 3, 4, 6];
/** Below this width, in widths of a letter, names stand above the bars. */
const NARROW = 60;

const doublings = (from: number, to: number): number =>
  Math.log2(Math.min(LARGEST, Math.max(1 / LARGEST, from > 0 ? to / from : 1)));

/** Whether the change may be chance; what is known exactly or not at all is drawn as it is. */
const mayBeChance = ({ from, to, half }: Effect): boolean =>
  half === undefined ? from === to : Math.abs(to - from) <= half;

/** Whether names stand above their bars. */
export const isNarrowChart = ({ width, fontSize }: Pick<Box, 'width' | 'fontSize'>): boolean =>
  width < NARROW * fontSize;

/** Height that the drawing wants, in lines of its type. */
export const leverEffectsLines = (data: LeverEffectsData, isNarrow: boolean): number =>
  4.2 + data.levers.length * (isNarrow ? 2.9 : 1.75);

/** The doublings that an axis has to reach, and round factors on it. */
function reach(effects: readonly Effect[]): readonly [number, number] {
  const ends = effects.map(({ from, to }) => doublings(from, to));
  return [Math.min(-LEAST_DOUBLINGS, ...ends), Math.max(LEAST_DOUBLINGS, ...ends)];
}

/** Round numbers of doublings, with room for their labels. */
function ticksOf({ domain: [least, most], range: [start, end] }: Scale, fontSize: number): number[] {
  const room = Math.max(1, Math.min(4, (end - start) / (fontSize * LABEL_EMS)));
  const raw = (most - least) / room;
  const step = STEPS.find((candidate) => candidate >= raw) ?? Math.ceil(raw);
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, i) => (first + i) * step);
}

interface Column {
  readonly quantity: Quantity;
  readonly x: Scale;
}

function columnsOf(data: LeverEffectsData, box: Box, words: LeverEffectsWords, left: number): Column[] {
  const gap = box.fontSize * 1.5;
  const width = (box.width - left - gap) / 2;
  return QUANTITIES.map((quantity, index) => {
    const effects = data.levers.map((lever) => lever[quantity]);
    const start = left + index * (width + gap);
    // Figures stand beyond the ends of the bars, on either side.
    const room = Math.max(
      ...effects.map(({ from, to }) => textWidth(words.ratio(from, to), box.fontSize)),
      0,
    );
    const margin = Math.min(room + box.fontSize * 0.8, width / 3);
    return { quantity, x: linear(reach(effects), [start + margin, start + width - margin]) };
  });
}

function bar(effect: Effect, x: Scale, y: number, thick: number, color: string, palette: Palette): SvgNode[] {
  const end = x(doublings(effect.from, effect.to));
  const zero = x(0);
  const chance = mayBeChance(effect);
  const nodes = [
    svg('rect', {
      x: px(Math.min(zero, end)),
      y: px(y - thick / 2),
      width: px(Math.max(1, Math.abs(end - zero))),
      height: px(thick),
      fill: chance ? palette.paper : color,
      stroke: color,
      strokeWidth: 1,
    }),
  ];
  if (effect.half === undefined || effect.half === 0) return nodes;
  const [low, high] = [effect.to - effect.half, effect.to + effect.half].map((to) =>
    px(Math.min(x.range[1], Math.max(x.range[0], x(doublings(effect.from, to))))),
  );
  return [
    ...nodes,
    svg('line', { x1: low, x2: high, y1: px(y), y2: px(y), stroke: palette.ink, strokeWidth: 1.5 }),
    ...[low, high].map((at) =>
      svg('line', {
        x1: at,
        x2: at,
        y1: px(y - thick / 3),
        y2: px(y + thick / 3),
        stroke: palette.ink,
        strokeWidth: 1.5,
      }),
    ),
  ];
}

function axis(
  { quantity, x }: Column,
  top: number,
  bottom: number,
  box: Box,
  palette: Palette,
  words: LeverEffectsWords,
): SvgNode[] {
  const { fontSize } = box;
  return [
    svg(
      'text',
      {
        x: px(x(0)),
        y: px(fontSize * 1.1),
        textAnchor: 'middle',
        fontSize,
        fontWeight: 600,
        fill: palette.ink,
      },
      words.quantity(quantity),
    ),
    ...ticksOf(x, fontSize).flatMap((tick) => [
      svg('line', {
        x1: px(x(tick)),
        x2: px(x(tick)),
        y1: px(top),
        y2: px(bottom),
        stroke: tick === 0 ? palette.inkSoft : palette.line,
      }),
      svg(
        'text',
        {
          x: px(x(tick)),
          y: px(bottom + fontSize * 1.3),
          textAnchor: 'middle',
          fontSize,
          fill: palette.inkSoft,
        },
        words.factor(2 ** tick),
      ),
    ]),
  ];
}

function draw(data: LeverEffectsData, box: Box, palette: Palette, words: LeverEffectsWords): SvgNode {
  const { width, height, fontSize } = box;
  const isNarrow = isNarrowChart(box);
  const names = data.levers.map(({ name }) => textWidth(name, fontSize));
  const left = isNarrow ? 0 : Math.max(0, ...names) * 1.04 + fontSize;
  const columns = columnsOf(data, box, words, left);
  const [top, bottom] = [fontSize * 1.8, height - fontSize * 2];
  const row = (bottom - top) / Math.max(1, data.levers.length);
  const rows = data.levers.flatMap((lever, index) => {
    const middle = top + (index + (isNarrow ? 0.72 : 0.5)) * row;
    const name = isNarrow
      ? { x: 0, y: px(top + index * row + fontSize * 1.05) }
      : { x: px(left - fontSize * 0.8), y: px(middle), dy: '0.32em', textAnchor: 'end' };
    return [
      // On a narrow screen names lie on the lines of the axis; a rim of paper keeps them readable.
      svg('text', { ...name, fontSize, fill: palette.ink, ...halo(palette) }, lever.name),
      ...columns.flatMap(({ quantity, x }) => {
        const effect = lever[quantity];
        const isLeft = effect.to < effect.from;
        const end = doublings(effect.from, effect.to);
        const whisker = effect.half
          ? doublings(effect.from, effect.to + (isLeft ? -1 : 1) * effect.half)
          : end;
        const furthest = isLeft ? Math.min(end, whisker) : Math.max(end, whisker);
        const beyond = Math.min(x.range[1], Math.max(x.range[0], x(furthest)));
        return [
          ...bar(effect, x, middle, Math.min(row * 0.6, fontSize * 1.1), palette.accent[data.side], palette),
          svg(
            'text',
            {
              x: px(beyond + (isLeft ? -1 : 1) * fontSize * 0.45),
              y: px(middle),
              dy: '0.32em',
              textAnchor: isLeft ? 'end' : 'start',
              fontSize,
              fill: mayBeChance(effect) ? palette.inkSoft : palette.ink,
            },
            words.ratio(effect.from, effect.to),
          ),
        ];
      }),
    ];
  });
  return svg(
    'svg',
    { viewBox: `0 0 ${px(width)} ${px(height)}`, width: px(width), height: px(height) },
    ...columns.flatMap((column) => axis(column, top, bottom, box, palette, words)),
    ...rows,
  );
}

function describe({ side, levers }: LeverEffectsData, words: LeverEffectsWords): string {
  const gain = ({ throughput: { from, to } }: LeverEffect) => (from > 0 ? to / from : 1);
  const sorted = [...levers].sort((one, other) => gain(other) - gain(one));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst) return words.empty;
  const effect = ({ throughput: { from, to } }: LeverEffect) => words.ratio(from, to);
  return words.sentence({
    count: levers.length,
    side: words.side(side),
    best: best.name,
    bestEffect: effect(best),
    worst: worst.name,
    worstEffect: effect(worst),
  });
}

export const leverEffects = {
  id: 'lever-effects',
  draw,
  describe,
  table: ({ side, levers }, words) => ({
    caption: words.tableCaption(words.side(side)),
    columns: [
      { title: words.change, unit: 'text' },
      ...QUANTITIES.flatMap((quantity) =>
        COLUMNS.map((column) => ({ title: words.column(quantity, column), unit: UNITS[quantity] })),
      ),
    ],
    rows: levers.map((lever) => [
      lever.name,
      ...QUANTITIES.flatMap((quantity) => COLUMNS.map((column) => lever[quantity][column])),
    ]),
  }),
} as const satisfies ChartSpec<LeverEffectsData, LeverEffectsWords>;
