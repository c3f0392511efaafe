/** A class's answers by choice: one bar per round, with the correct choice marked. */

import { maxIndex, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Palette } from '../lib/palette.ts';
import {
  type Box,
  type ChartSpec,
  type ChartWords,
  type ColumnOf,
  fittedText,
  tableOf,
  textWidth,
  widest,
} from './chart.ts';
import { barAt } from './marks/bar.ts';
import { drawing } from './marks/frame.ts';
import { ruleX } from './marks/rule.ts';
import { centredText } from './marks/text.ts';
import type { SvgNode } from './svg.ts';

export interface AnswerRow {
  readonly label: string;
  /** One value per round. */
  readonly values: readonly (number | undefined)[];
  /** Whether it is the correct choice; undefined while hidden. */
  readonly isRight?: boolean | undefined;
  /** The correct value, if each row has its own. */
  readonly truth?: number | undefined;
}

export interface ClassAnswers {
  readonly rows: readonly AnswerRow[];
  /** Number of rounds drawn. */
  readonly rounds: number;
}

export interface ClassAnswersWords extends ChartWords<{ readonly choice: string; readonly value: string }> {
  readonly value: (value: number) => string;
  /** Names of the rounds. */
  readonly rounds: readonly string[];
  readonly choice: string;
  readonly truth: string;
  readonly right: string;
}

/** Height of the drawing in lines of text. */
export const answerLines = ({ rows, rounds }: ClassAnswers): number => rows.length * (rounds * 1.05 + 0.75);

function draw(data: ClassAnswers, box: Box, palette: Palette, words: ClassAnswersWords): SvgNode {
  const { width, fontSize, height } = box;
  const { rows } = data;
  const rounds = range(data.rounds);
  const labels = rows.map(({ label }) => label);
  const left = Math.min(widest(labels, fontSize), width * 0.48) + fontSize * 2.2;
  const max = Math.max(
    1,
    ...rows.flatMap(({ values, truth = 0 }) => [...values, truth].map((value = 0) => value)),
  );
  const right = width - Math.min(textWidth(words.value(max), fontSize) + fontSize * 1.2, width * 0.3);
  const x = scaleLinear([0, max], [left, right]);
  const slot = height / Math.max(1, rows.length);
  const bar = (slot - fontSize * 0.6) / Math.max(1, rounds.length);
  const nodes = rows.flatMap(({ label, values, isRight, truth }, row) => {
    const top = row * slot + fontSize * 0.3;
    const bottom = top + bar * rounds.length;
    const text = fittedText(label, left - fontSize * (isRight ? 2.2 : 0.8), fontSize);
    const name = centredText(isRight ? `✓ ${text}` : text, left - fontSize * 0.6, (top + bottom) / 2, {
      ...{ textAnchor: 'end', fontSize, fill: palette.ink },
      fontWeight: isRight ? 700 : 400,
    });
    const bars = rounds.flatMap((round) => {
      const value = values[round];
      const y = top + round * bar;
      const end = x(value ?? 0);
      const color = isRight === false ? palette.inkSoft : palette.accent.a;
      // The earlier round is hollow; the current one is solid.
      const fill = round === rounds.length - 1 ? color : palette.paper;
      const style = { fill, stroke: color, strokeWidth: 1.5 };
      const figure = value === undefined ? '–' : words.value(value);
      return [
        barAt(left, y + 1, Math.max(0.75, end - left), Math.max(2, bar - 3), style),
        centredText(figure, end + fontSize * 0.4, y + bar / 2, { fontSize, fill: palette.ink }),
      ];
    });
    const dashed = { stroke: palette.accent.b, strokeWidth: 3, strokeDasharray: '5 3' };
    const marks =
      truth === undefined ? [] : [ruleX(x(truth), top - fontSize * 0.2, bottom + fontSize * 0.2, dashed)];
    return [name, ...bars, ...marks];
  });
  return drawing(box, ...nodes, ruleX(left, 0, height, { stroke: palette.inkSoft, strokeWidth: 1 }));
}

function table({ rows, rounds }: ClassAnswers, words: ClassAnswersWords) {
  const truth: ColumnOf<AnswerRow> = { title: words.truth, unit: 'number', cell: (row) => row.truth };
  const tick = ({ isRight }: AnswerRow) => (isRight ? '✓' : '');
  const right: ColumnOf<AnswerRow> = { title: words.right, unit: 'text', cell: tick };
  return tableOf(words.tableCaption, rows, [
    { title: words.choice, unit: 'text', cell: ({ label }) => label },
    ...range(rounds).map((round): ColumnOf<AnswerRow> => {
      return { title: words.rounds[round] ?? '', unit: 'number', cell: ({ values }) => values[round] };
    }),
    ...(rows.some((row) => row.truth !== undefined) ? [truth] : []),
    ...(rows.some(({ isRight }) => isRight !== undefined) ? [right] : []),
  ]);
}

export const classAnswers: ChartSpec<ClassAnswers, ClassAnswersWords> = {
  id: 'class-answers',
  draw,
  table,
  describe: ({ rows, rounds }, words) => {
    const now = (row: AnswerRow) => row.values[rounds - 1] ?? 0;
    const first = rows[maxIndex(rows, now)];
    if (!first || now(first) === 0) return words.empty;
    return words.sentence({ choice: first.label, value: words.value(now(first)) });
  },
};
