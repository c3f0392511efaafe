/** What a class has said, choice by choice: one bar a round, the right one marked. */

import type { Palette } from '../lib/palette.ts';
import { type Box, type ChartSpec, textWidth } from './chart.ts';
import { drawing } from './marks/axes.ts';
import { barAt } from './marks/bar.ts';
import { textAt } from './marks/text.ts';
import { px, type SvgNode, svg } from './svg.ts';

export interface AnswerRow {
  readonly label: string;
  /** One for each round. */
  readonly values: readonly (number | undefined)[];
  /** Whether it is the right one; undefined while that is not to be seen. */
  readonly isRight?: boolean | undefined;
  /** What would be right, where each row has a value of its own. */
  readonly truth?: number | undefined;
}

export interface ClassAnswers {
  readonly rows: readonly AnswerRow[];
  /** Rounds that are drawn. */
  readonly rounds: number;
}

export interface ClassAnswersWords {
  readonly value: (value: number) => string;
  /** Names of the rounds. */
  readonly rounds: readonly string[];
  readonly choice: string;
  readonly truth: string;
  readonly right: string;
  readonly tableCaption: string;
  readonly sentence: (facts: { readonly choice: string; readonly value: string }) => string;
  readonly empty: string;
}

const roundsOf = ({ rounds }: ClassAnswers): number[] => Array.from({ length: rounds }, (_, round) => round);

/** Height that the drawing wants, in lines of its type. */
export const answerLines = ({ rows, rounds }: ClassAnswers): number => rows.length * (rounds * 1.05 + 0.75);

/** A label within a width. */
function fitted(label: string, width: number, fontSize: number): string {
  if (textWidth(label, fontSize) <= width) return label;
  let short = label;
  while (short.length > 1 && textWidth(`${short}…`, fontSize) > width) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}

function draw(data: ClassAnswers, box: Box, palette: Palette, words: ClassAnswersWords): SvgNode {
  const { width, fontSize, height } = box;
  const { rows } = data;
  const rounds = roundsOf(data);
  const wanted = Math.max(0, ...rows.map(({ label }) => textWidth(label, fontSize)));
  const left = Math.min(wanted, width * 0.48) + fontSize * 2.2;
  const all = rows.flatMap(({ values, truth }) => [...values, truth]).map((value) => value ?? 0);
  const most = Math.max(1, ...all);
  const right = width - Math.min(textWidth(words.value(most), fontSize) + fontSize * 1.2, width * 0.3);
  const x = (value: number) => left + ((right - left) * value) / most;
  const slot = height / Math.max(1, rows.length);
  const bar = (slot - fontSize * 0.6) / Math.max(1, rounds.length);
  const nodes = rows.flatMap(({ label, values, isRight, truth }, row) => {
    const top = row * slot + fontSize * 0.3;
    const middle = top + (bar * rounds.length) / 2;
    const name = textAt(
      `${isRight ? '✓ ' : ''}${fitted(label, left - fontSize * (isRight ? 2.2 : 0.8), fontSize)}`,
      left - fontSize * 0.6,
      middle,
      { dy: '0.32em', textAnchor: 'end', fontSize, fontWeight: isRight ? 700 : 400, fill: palette.ink },
    );
    const bars = rounds.flatMap((round) => {
      const value = values[round];
      const y = top + round * bar;
      const end = x(value ?? 0);
      // The earlier round is hollow: what counts is where the class stands now.
      const isLast = round === rounds.length - 1;
      const fill = isRight === false ? palette.inkSoft : palette.accent.a;
      return [
        barAt(left, y + 1, Math.max(0.75, end - left), Math.max(2, bar - 3), {
          fill: isLast ? fill : palette.paper,
          stroke: fill,
          strokeWidth: 1.5,
        }),
        textAt(value === undefined ? '–' : words.value(value), end + fontSize * 0.4, y + bar / 2, {
          dy: '0.32em',
          fontSize,
          fill: palette.ink,
        }),
      ];
    });
    const mark =
      truth === undefined
        ? []
        : [
            svg('path', {
              d: `M${px(x(truth))},${px(top - fontSize * 0.2)}V${px(top + bar * rounds.length + fontSize * 0.2)}`,
              stroke: palette.accent.b,
              strokeWidth: 3,
              strokeDasharray: '5 3',
            }),
          ];
    return [name, ...bars, ...mark];
  });
  return drawing(
    box,
    ...nodes,
    svg('path', { d: `M${px(left)},0V${px(height)}`, stroke: palette.inkSoft, strokeWidth: 1 }),
  );
}

export const classAnswers: ChartSpec<ClassAnswers, ClassAnswersWords> = {
  id: 'class-answers',
  draw,
  table: (data, words) => {
    const rounds = roundsOf(data);
    const hasTruth = data.rows.some(({ truth }) => truth !== undefined);
    const hasRight = data.rows.some(({ isRight }) => isRight !== undefined);
    return {
      caption: words.tableCaption,
      columns: [
        { title: words.choice, unit: 'text' },
        ...rounds.map((round) => ({ title: words.rounds[round] ?? '', unit: 'number' as const })),
        ...(hasTruth ? [{ title: words.truth, unit: 'number' as const }] : []),
        ...(hasRight ? [{ title: words.right, unit: 'text' as const }] : []),
      ],
      rows: data.rows.map(({ label, values, truth, isRight }) => [
        label,
        ...rounds.map((round) => values[round]),
        ...(hasTruth ? [truth] : []),
        ...(hasRight ? [isRight ? '✓' : ''] : []),
      ]),
    };
  },
  describe: ({ rows, rounds }, words) => {
    const now = (row: AnswerRow) => row.values[rounds - 1] ?? 0;
    const first = [...rows].sort((one, other) => now(other) - now(one))[0];
    return first && now(first) > 0
      ? words.sentence({ choice: first.label, value: words.value(now(first)) })
      : words.empty;
  },
};
