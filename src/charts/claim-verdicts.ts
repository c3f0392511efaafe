/** How many claims of each source the model meets: bars of whole claims, by verdict, each verdict with a fill of its own. */
import type { Palette } from '../lib/palette.ts';
import { drawing } from './axes.ts';
import { type Box, type Cell, type ChartSpec, textWidth } from './chart.ts';
import { px, type SvgNode, svg } from './svg.ts';

/** What came of a claim, in the order in which it is drawn. */
export const OUTCOMES = ['pass', 'known', 'notModelled', 'broken'] as const;
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

function draw(data: VerdictsData, box: Box, palette: Palette, words: VerdictsWords): SvgNode {
  const { width, height, fontSize } = box;
  const sum = (counts: Readonly<Record<Outcome, number>>) =>
    OUTCOMES.reduce((total, outcome) => total + counts[outcome], 0);
  const names = Math.min(
    width * 0.45,
    Math.max(0, ...data.topics.map(({ name }) => textWidth(name, fontSize))) + fontSize,
  );
  const most = Math.max(1, ...data.topics.map(({ counts }) => sum(counts)));
  const perClaim = (width - names - fontSize * 2) / most;
  const row = (height - fontSize * 2.2) / Math.max(1, data.topics.length);
  return drawing(
    box,
    patterns(palette),
    ...data.topics.flatMap(({ name, counts }, index) => {
      const y = index * row;
      let from = names;
      const label = { fontSize: px(fontSize), dy: '0.32em', y: px(y + row / 2), fill: palette.ink };
      const bars = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => {
        const x = from;
        from += counts[outcome] * perClaim;
        return svg(
          'g',
          {},
          svg('title', {}, `${name}: ${words.outcome(outcome)} ${counts[outcome]}`),
          svg('rect', {
            x: px(x),
            y: px(y + row * 0.15),
            width: px(from - x),
            height: px(row * 0.7),
            ...fillOf(outcome, palette),
          }),
        );
      });
      return [
        svg('text', { ...label, x: 0 }, name),
        ...bars,
        svg(
          'text',
          { ...label, x: px(from + fontSize * 0.4), fill: palette.inkSoft },
          words.number(sum(counts)),
        ),
      ];
    }),
    ...legend(data, box, palette, words),
  );
}

const PATTERN = 'claims-not-modelled';

/** Full, framed, hatched, black. */
const fillOf = (outcome: Outcome, palette: Palette) =>
  ({
    pass: { fill: palette.accent.a, stroke: palette.accent.a },
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
  );

function legend(
  data: VerdictsData,
  { width, height, fontSize }: Box,
  palette: Palette,
  words: VerdictsWords,
) {
  const shown = OUTCOMES.filter((outcome) => totalOf(data, outcome) > 0);
  const step = width / Math.max(1, shown.length);
  return shown.flatMap((outcome, index) => [
    svg('rect', {
      x: px(index * step + 1),
      y: px(height - fontSize * 1.25),
      width: px(fontSize),
      height: px(fontSize),
      ...fillOf(outcome, palette),
    }),
    svg(
      'text',
      {
        x: px(index * step + fontSize * 1.6),
        y: px(height - fontSize * 0.4),
        fontSize: px(fontSize),
        fill: palette.ink,
      },
      `${words.outcome(outcome)} ${totalOf(data, outcome)}`,
    ),
  ]);
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
      : words.sentence({ ...counts, claims, decided: claims - counts.notModelled });
  },
} as const satisfies ChartSpec<VerdictsData, VerdictsWords>;
