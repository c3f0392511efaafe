/** The answers of a class in the charts' form. */
import { useTranslations } from 'use-intl';
import type { AnswerRow, ClassAnswers, ClassAnswersWords } from '../../charts/class-answers.ts';
import type { ClassCurves, ClassCurvesWords } from '../../charts/class-curves.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useCurveWords, useLabels, useSaid, useUnits } from '../lesson/lesson-words.ts';
import type { Grade } from '../lessons/grade.ts';
import type { Question } from '../lessons/lesson.ts';
import {
  type Choice,
  choiceOf,
  choicesOf,
  countsOf,
  curvesOf,
  medianCurve,
  medianShares,
  type Round,
  totalOf,
  UNKNOWN,
} from '../lessons/votes.ts';
import { teach } from './teach-state.ts';

/** The letter of the nth option. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** Most orders that are listed one by one; a class rarely gives more. */
const MOST_ORDERS = 8;

/** The name of a choice: "B Redis", "A 10/s – 46/s". */
export function useChoiceText(question: Question): (choice: Choice) => string {
  const t = useTranslations('teach.votes');
  const label = useLabels('predict');
  const text = useUnits();
  const names = choicesOf(question).map(({ name }) => name);
  return ({ name, range }) => {
    if (name === UNKNOWN) return t('unknown');
    const isRange = range && question.kind === 'number';
    const own = isRange
      ? t('range', { from: text(question.unit, range[0]), to: text(question.unit, range[1]) })
      : label(name);
    return `${letterOf(names.indexOf(name))}  ${own}`;
  };
}

/** Rounds with answers; at least the first. */
export const shownRounds = (rounds: readonly Round[]): readonly Round[] =>
  rounds.filter((round, i) => i === 0 || totalOf(round) > 0);

/** @param grade the correct answer, once it is shown */
export function useClassRows(
  question: Question,
  rounds: readonly Round[],
  grade: Grade | undefined,
): ClassAnswers {
  const choiceText = useChoiceText(question);
  const label = useLabels('predict');
  const formatAnswer = useSaid('predict', question);
  if (question.kind === 'allocation') {
    const shares = grade?.correct as Readonly<Record<string, number>> | undefined;
    const rows = question.parts.map((part, i) => ({
      label: `${letterOf(i)}  ${label(part)}`,
      values: rounds.map((round) => medianShares(round, part)),
      truth: shares?.[part],
    }));
    return { rows, rounds: rounds.length };
  }
  const counts = rounds.map((round) => countsOf(question, round));
  const right = grade && choiceOf(question, grade.correct);
  const row = (name: string, text: string): AnswerRow => ({
    label: text,
    values: counts.map((count) => count[name] ?? 0),
    isRight: right === undefined ? undefined : name === right,
  });
  if (question.kind !== 'ranking')
    return {
      rows: choicesOf(question).map((choice) => row(choice.name, choiceText(choice))),
      rounds: rounds.length,
    };
  const last = counts.at(-1) ?? {};
  const names = [...new Set([...counts.flatMap((count) => Object.keys(count)), ...(right ? [right] : [])])]
    .sort((left, right) => (last[right] ?? 0) - (last[left] ?? 0))
    .slice(0, MOST_ORDERS);
  const text = (name: string) => (name === UNKNOWN ? choiceText({ name }) : formatAnswer(name.split('>')));
  return { rows: names.map((name) => row(name, text(name))), rounds: rounds.length };
}

export function useClassWords(question: Question): ClassAnswersWords {
  const t = useTranslations('teach.votes');
  const words = useWords();
  const text = useUnits();
  return {
    value: (value) => (question.kind === 'allocation' ? text('percent', value) : words.count(value)),
    rounds: [t('first'), t('second')],
    choice: t('choice'),
    truth: t('model'),
    right: t('right'),
    tableCaption: t(question.kind === 'allocation' ? 'sharesCaption' : 'caption'),
    sentence: (facts) => t('sentence', facts),
    empty: t('empty'),
  };
}

/** @param grade the model's answer, once it is shown */
export function classCurvesOf(
  question: Extract<Question, { kind: 'curve' }>,
  round: Round,
  grade: Grade | undefined,
): ClassCurves {
  const { x, min, max } = question;
  const curves = curvesOf(round);
  return {
    x,
    min,
    max,
    curves,
    median: medianCurve(curves),
    model: grade?.correct as readonly number[] | undefined,
  };
}

export function useClassCurvesWords(question: Extract<Question, { kind: 'curve' }>): ClassCurvesWords {
  const t = useTranslations('teach.votes');
  const words = useCurveWords('predict', question);
  return {
    ...words,
    median: t('median'),
    curve: (number) => t('curve', { number }),
    tableCaption: t('curvesCaption'),
    sentence: (facts) => t('curvesSentence', facts),
    empty: t('curvesEmpty'),
  };
}

/** Both rounds of the class. */
export const useRounds = (): readonly [Round, Round] => useStore(teach, (state) => state.rounds);
