/** How many claims of each source the model meets: bars of whole claims, by verdict, each verdict with a fill of its own. */

import { cumsum, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, tableOf, textWidth } from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { LEGEND_LINE, legend } from './marks/legend.ts';
import { centredText } from './marks/text.ts';
import { isNarrowChart } from './named-rows.ts';
import { tile } from './pattern.ts';
import { type SvgNode, svg } from './svg.ts';

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
const COLUMNS = [
  ...(['id', 'source', 'statement', 'what', 'key'] as const).map((name) => [name, 'text'] as const),
  ...(['published', 'low', 'high', 'found', 'halfWidth'] as const).map((name) => [name, 'number'] as const),
  ['outcome', 'text'] as const,
];

const totalOf = ({ topics }: VerdictsData, outcome: Outcome): number =>
  sum(topics, ({ counts }) => counts[outcome]);

/** Height that so many sources want, in lines of their type: a narrow chart has names above bars, and a key of two lines. */
export const verdictsLines = (sources: number, isNarrow: boolean): number =>
  isNarrow ? 4.5 + 2.6 * sources : 3 + 1.6 * sources;

function draw(data: VerdictsData, box: Box, palette: Palette, words: VerdictsWords): SvgNode {
  const { width, height, fontSize } = box;
  const { topics } = data;
  const isNarrow = isNarrowChart(box);
  const claimsOf = ({ counts }: VerdictsData['topics'][number]) =>
    sum(OUTCOMES, (outcome) => counts[outcome]);
  const widest = Math.max(0, ...topics.map(({ name }) => textWidth(name, fontSize)));
  const left = isNarrow ? 0 : widest + fontSize;
  const x = scaleLinear([0, Math.max(1, ...topics.map(claimsOf))], [left, width - fontSize * 2]);
  const key = OUTCOMES.filter((outcome) => totalOf(data, outcome) > 0).map((outcome) => ({
    label: `${words.outcome(outcome)} ${totalOf(data, outcome)}`,
    symbol: (at: number, middle: number) => [
      barAt(at + 1, middle - fontSize / 2, fontSize, fontSize, fillOf(outcome, palette)),
    ],
  }));
  const { rows, nodes } = legend(key, box, palette.ink);
  const row = (height - fontSize * (0.6 + LEGEND_LINE * rows)) / Math.max(1, topics.length);
  const [bar, thick] = isNarrow ? [0.55, 0.4] : [0.15, 0.7];
  return drawing(
    box,
    patterns(palette),
    ...topics.flatMap((topic, index) => {
      const { name, counts } = topic;
      const y = index * row;
      const middle = y + row * (bar + thick / 2);
      const ends = cumsum(OUTCOMES, (outcome) => counts[outcome]);
      const claims = claimsOf(topic);
      return [
        centredText(name, 0, isNarrow ? y + row * 0.3 : middle, { fontSize, fill: palette.ink }),
        ...OUTCOMES.flatMap((outcome, part) => {
          if (counts[outcome] === 0) return [];
          const [from, to] = [x(ends[part - 1] ?? 0), x(ends[part] ?? 0)];
          const title = `${name}: ${words.outcome(outcome)} ${counts[outcome]}`;
          return [barAt(from, y + row * bar, to - from, row * thick, fillOf(outcome, palette), title)];
        }),
        centredText(words.number(claims), x(claims) + fontSize * 0.4, middle, {
          ...{ fontSize, fill: palette.inkSoft },
        }),
      ];
    }),
    ...nodes,
  );
}

const PATTERN = 'claims-not-modelled';
const DOTS = 'claims-by-construction';

/** Full, dotted, framed, hatched, black. */
const fillOf = (outcome: Outcome, { accent, paper, ink, inkSoft }: Palette): SvgNode['attributes'] =>
  ({
    pass: { fill: accent.a, stroke: accent.a },
    byConstruction: { fill: `url(#${DOTS})`, stroke: accent.a },
    known: { fill: paper, stroke: accent.b, strokeWidth: 2 },
    notModelled: { fill: `url(#${PATTERN})`, stroke: inkSoft },
    broken: { fill: ink, stroke: ink },
  })[outcome];

const patterns = ({ accent, inkSoft }: Palette): SvgNode =>
  svg(
    'defs',
    {},
    tile(PATTERN, 5, svg('path', { d: 'M-1 6L6 -1', stroke: inkSoft, strokeWidth: 1 })),
    tile(DOTS, 5, svg('circle', { cx: 2.5, cy: 2.5, r: 1.2, fill: accent.a })),
  );

export const claimVerdicts = {
  id: 'claims',
  draw,
  table: ({ rows }, words) =>
    tableOf(
      words.tableCaption,
      rows,
      COLUMNS.map(([name, unit]) => ({
        title: words.column(name),
        unit,
        cell: (row: VerdictRow) => (name === 'outcome' ? words.outcome(row.outcome) : row[name]),
      })),
    ),
  describe: (data, words) => {
    const count = (outcome: Outcome) => [outcome, totalOf(data, outcome)];
    const counts: Record<Outcome, number> = Object.fromEntries(OUTCOMES.map(count));
    const claims = sum(OUTCOMES, (outcome) => counts[outcome]);
    if (claims === 0) return words.empty;
    return words.sentence({ ...counts, claims, decided: counts.pass + counts.known + counts.broken });
  },
} as const satisfies ChartSpec<VerdictsData, VerdictsWords>;
