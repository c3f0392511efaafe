/** Claims met by source: bars of claims by verdict, each verdict with its own fill. */

import { cumsum, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, type ChartWords, tableOf, widest } from './chart.ts';
import { OUTCOMES, type Outcome, outcomeFill, outcomePatterns } from './claim-outcomes.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { LEGEND_LINE, legend } from './marks/legend.ts';
import { centredText } from './marks/text.ts';
import { isNarrowChart } from './named-rows.ts';
import type { SvgNode } from './svg.ts';

/** One check of a claim, or the claim itself if it has no check. */
export interface VerdictRow {
  readonly id: string;
  readonly source: string;
  readonly statement: string;
  /** The compared metric, as a formula. */
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

export interface VerdictsWords extends ChartWords<Readonly<Record<Outcome | 'claims' | 'decided', number>>> {
  readonly number: (value: number) => string;
  readonly outcome: (outcome: Outcome) => string;
  readonly column: (name: keyof VerdictRow) => string;
}

/** Columns of the table in their order; the first is the row's header. */
const COLUMNS = [
  ...(['id', 'source', 'statement', 'what', 'key'] as const).map((name) => [name, 'text'] as const),
  ...(['published', 'low', 'high', 'found', 'halfWidth'] as const).map((name) => [name, 'number'] as const),
  ['outcome', 'text'] as const,
];

const totalOf = ({ topics }: VerdictsData, outcome: Outcome): number =>
  sum(topics, ({ counts }) => counts[outcome]);

/** Height in lines of text. A narrow chart has names above bars and a legend of two lines. */
export const verdictsLines = (sources: number, isNarrow: boolean): number =>
  isNarrow ? 4.5 + 2.6 * sources : 3 + 1.6 * sources;

function draw(data: VerdictsData, box: Box, palette: Palette, words: VerdictsWords): SvgNode {
  const { width, height, fontSize } = box;
  const { topics } = data;
  const isNarrow = isNarrowChart(box);
  const claimsOf = ({ counts }: VerdictsData['topics'][number]) =>
    sum(OUTCOMES, (outcome) => counts[outcome]);
  const names = topics.map(({ name }) => name);
  const left = isNarrow ? 0 : widest(names, fontSize) + fontSize;
  const x = scaleLinear([0, Math.max(1, ...topics.map(claimsOf))], [left, width - fontSize * 2]);
  const key = OUTCOMES.filter((outcome) => totalOf(data, outcome) > 0).map((outcome) => ({
    label: `${words.outcome(outcome)} ${totalOf(data, outcome)}`,
    symbol: (at: number, middle: number) => [
      barAt(at + 1, middle - fontSize / 2, fontSize, fontSize, outcomeFill(outcome, palette)),
    ],
  }));
  const { rows, nodes } = legend(key, box, palette.ink);
  const row = (height - fontSize * (0.6 + LEGEND_LINE * rows)) / Math.max(1, topics.length);
  const [bar, thick] = isNarrow ? [0.55, 0.4] : [0.15, 0.7];
  return drawing(
    box,
    outcomePatterns(palette),
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
          return [barAt(from, y + row * bar, to - from, row * thick, outcomeFill(outcome, palette), title)];
        }),
        centredText(words.number(claims), x(claims) + fontSize * 0.4, middle, {
          ...{ fontSize, fill: palette.inkSoft },
        }),
      ];
    }),
    ...nodes,
  );
}

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
