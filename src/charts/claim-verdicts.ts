/** How many claims of each source the model meets: bars of whole claims, by verdict, each verdict with a fill of its own. */

import type { Palette } from '../lib/palette.ts';
import { type Box, type Cell, type ChartSpec, textWidth } from './chart.ts';
import { drawing } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { textAt } from './marks/text.ts';
import { isNarrowChart } from './named-rows.ts';
import { inRows } from './pattern-key.ts';
import { px, type SvgNode, svg } from './svg.ts';

/** What came of a claim, in the order in which it is drawn. */
export const OUTCOMES = ['pass', 'byConstruction', 'known', 'notModelled', 'broken'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One check of a claim, or the claim itself where nothing is checked. */
export interface VerdictRow {
  readonly id: string;
  readonly source: string;
  readonly statement: string;
  /** What is compared, as a formula. */
  readonly what: string;
  readonly key: string;
  readonly published: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly found: number | undefined;
  readonly halfWidth: number | undefined;
  readonly outcome: Outcome;
}

export interface VerdictsData {
  readonly topics: readonly { readonly name: string; readonly counts: Readonly<Record<Outcome, number>> }[];
  readonly rows: readonly VerdictRow[];
}

export interface VerdictsWords {
  readonly number: (value: number) => string;
  readonly outcome: (outcome: Outcome) => string;
  readonly tableCaption: string;
  readonly column: (name: keyof VerdictRow) => string;
  readonly sentence: (facts: Readonly<Record<Outcome | 'claims' | 'decided', number>>) => string;
  readonly empty: string;
}

/** Columns of the table in their order; the first is the row's header. */
const TEXTS = ['id', 'source', 'statement', 'what', 'key'] as const;
const NUMBERS = ['published', 'low', 'high', 'found', 'halfWidth'] as const;

const totalOf = (data: VerdictsData, outcome: Outcome): number =>
  data.topics.reduce((sum, { counts }) => sum + counts[outcome], 0);

/** Height of a line of the key, in sizes of type. */
const KEY_LINE = 1.6;

/** Height that so many sources want, in lines of their type: a narrow chart has names above bars, and a key of two lines. */
export const verdictsLines = (sources: number, isNarrow: boolean): number =>
  isNarrow ? 4.5 + 2.6 * sources : 3 + 1.6 * sources;

function draw(data: VerdictsData, box: Box, palette: Palette, words: VerdictsWords): SvgNode {
  const { width, height, fontSize } = box;
  const isNarrow = isNarrowChart(box);
  const sum = (counts: Readonly<Record<Outcome, number>>) =>
    OUTCOMES.reduce((total, outcome) => total + counts[outcome], 0);
  const names = isNarrow
    ? 0
    : Math.max(0, ...data.topics.map(({ name }) => textWidth(name, fontSize))) + fontSize;
  const most = Math.max(1, ...data.topics.map(({ counts }) => sum(counts)));
  const perClaim = (width - names - fontSize * 2) / most;
  const key = legend(data, box, palette, words);
  const row = (height - fontSize * (0.6 + KEY_LINE * key.rows)) / Math.max(1, data.topics.length);
  const [bar, thick] = isNarrow ? [0.55, 0.4] : [0.15, 0.7];
  return drawing(
    box,
    patterns(palette),
    ...data.topics.flatMap(({ name, counts }, index) => {
      const y = index * row;
      let from = names;
      const label = { fontSize: px(fontSize), dy: '0.32em', fill: palette.ink };
      const middle = px(y + row * (bar + thick / 2));
      const bars = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => {
        const x = from;
        from += counts[outcome] * perClaim;
        return svg(
          'g',
          {},
          svg('title', {}, `${name}: ${words.outcome(outcome)} ${counts[outcome]}`),
          barAt(x, y + row * bar, from - x, row * thick, { ...fillOf(outcome, palette) }),
        );
      });
      return [
        textAt(name, 0, isNarrow ? px(y + row * 0.3) : middle, { ...label }),
        ...bars,
        textAt(words.number(sum(counts)), from + fontSize * 0.4, middle, { ...label, fill: palette.inkSoft }),
      ];
    }),
    ...key.nodes,
  );
}

const PATTERN = 'claims-not-modelled';
const DOTS = 'claims-by-construction';

/** Full, dotted, framed, hatched, black. */
const fillOf = (outcome: Outcome, palette: Palette) =>
  ({
    pass: { fill: palette.accent.a, stroke: palette.accent.a },
    byConstruction: { fill: `url(#${DOTS})`, stroke: palette.accent.a },
    known: { fill: palette.paper, stroke: palette.accent.b, strokeWidth: 2 },
    notModelled: { fill: `url(#${PATTERN})`, stroke: palette.inkSoft },
    broken: { fill: palette.ink, stroke: palette.ink },
  })[outcome];

const patterns = (palette: Palette): SvgNode =>
  svg(
    'defs',
    {},
    svg(
      'pattern',
      { id: PATTERN, width: 5, height: 5, patternUnits: 'userSpaceOnUse' },
      svg('path', { d: 'M-1 6L6 -1', stroke: palette.inkSoft, strokeWidth: 1 }),
    ),
    svg(
      'pattern',
      { id: DOTS, width: 5, height: 5, patternUnits: 'userSpaceOnUse' },
      svg('circle', { cx: 2.5, cy: 2.5, r: 1.2, fill: palette.accent.a }),
    ),
  );

/** What the fills mean, below the bars, in as many rows as the width asks for. */
function legend(
  data: VerdictsData,
  { width, height, fontSize }: Box,
  palette: Palette,
  words: VerdictsWords,
): { readonly rows: number; readonly nodes: readonly SvgNode[] } {
  const shown = OUTCOMES.filter((outcome) => totalOf(data, outcome) > 0);
  const labels = shown.map((outcome) => `${words.outcome(outcome)} ${totalOf(data, outcome)}`);
  const widths = labels.map((label) => textWidth(label, fontSize) + fontSize * 1.6);
  const places = inRows(widths, width, fontSize);
  const rows = (places.at(-1)?.row ?? 0) + 1;
  const nodes = shown.flatMap((outcome, index) => {
    const { x, row } = places[index] ?? { x: 0, row: 0 };
    const bottom = height - fontSize * KEY_LINE * (rows - 1 - row);
    return [
      barAt(x + 1, bottom - fontSize * 1.25, fontSize, fontSize, { ...fillOf(outcome, palette) }),
      textAt(labels[index] ?? '', x + fontSize * 1.6, bottom - fontSize * 0.4, {
        fontSize,
        fill: palette.ink,
      }),
    ];
  });
  return { rows, nodes };
}

export const claimVerdicts = {
  id: 'claims',
  draw,
  table: ({ rows }, words) => ({
    caption: words.tableCaption,
    columns: [
      ...TEXTS.map((name) => ({ title: words.column(name), unit: 'text' as const })),
      ...NUMBERS.map((name) => ({ title: words.column(name), unit: 'number' as const })),
      { title: words.column('outcome'), unit: 'text' },
    ],
    rows: rows.map((row): Cell[] => [
      ...TEXTS.map((name) => row[name]),
      ...NUMBERS.map((name) => row[name]),
      words.outcome(row.outcome),
    ]),
  }),
  describe: (data, words) => {
    const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, totalOf(data, outcome)])) as Record<
      Outcome,
      number
    >;
    const claims = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
    return claims === 0
      ? words.empty
      : words.sentence({ ...counts, claims, decided: counts.pass + counts.known + counts.broken });
  },
} as const satisfies ChartSpec<VerdictsData, VerdictsWords>;
