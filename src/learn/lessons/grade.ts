/** Grades a learner's answer by the runs. Pure. */
import { evaluate, type Results } from '../../evidence/check/expression.ts';
import type { Answer, Question } from './lesson.ts';

/**
 * An answer: the name of an option, a number, names in order, the values of a curve, or shares in per cent by
 * part. Null: "I don't know", which is an answer too.
 */
export type Given =
  | string
  | number
  | readonly string[]
  | readonly number[]
  | Readonly<Record<string, number>>
  | null;

export interface Grade {
  readonly isRight: boolean;
  /** Key of the feedback and the counter-run: the option, or `right`, `wrong`, `low`, `high`. */
  readonly outcome: string;
  /** The correct answer, in the form of a `Given`. */
  readonly correct: Exclude<Given, null>;
}

/** The possible outcomes of a question; each needs its feedback. */
export function outcomesOf(question: Question): readonly string[] {
  if (question.kind === 'choice') return question.options;
  return question.kind === 'number' ? ['right', 'low', 'high'] : ['right', 'wrong'];
}

/** @throws FormulaError when a run of the answer has no results */
export function gradeOf(answer: Answer, given: Given, results: Results): Grade {
  switch (answer.kind) {
    case 'choice':
      return gradeChoice(answer.right, given);
    case 'number':
      return gradeNumber(answer, given, results);
    case 'ranking': {
      const isRight = Array.isArray(given) && given.join() === answer.right.join();
      return graded(isRight, answer.right, given);
    }
    case 'curve': {
      const correct = evaluate(answer.value, results);
      const isRight = isNumbers(given) && offOf(given, correct) <= Math.log(answer.withinFactor);
      return graded(isRight, correct, given);
    }
    case 'allocation': {
      const correct = sharesOf(answer.values, results);
      const isNear = (part: string, share: number) => {
        const own = isShares(given) ? (given[part] ?? 0) : 0;
        return Math.abs(own - share) <= answer.within;
      };
      const isRight =
        isShares(given) && Object.entries(correct).every(([part, share]) => isNear(part, share));
      return graded(isRight, correct, given);
    }
  }
}

/** "I don't know" is neither right nor wrong. */
const graded = (isRight: boolean, correct: Grade['correct'], given: Given): Grade => ({
  isRight,
  outcome: isRight || given === null ? 'right' : 'wrong',
  correct,
});

const gradeChoice = (right: string, given: Given): Grade => ({
  isRight: given === right,
  outcome: typeof given === 'string' ? given : right,
  correct: right,
});

function gradeNumber(
  { value, withinFactor, within }: Extract<Answer, { kind: 'number' }>,
  given: Given,
  results: Results,
): Grade {
  const correct = evaluate(value, results)[0] ?? Number.NaN;
  if (typeof given !== 'number') return { isRight: false, outcome: 'right', correct };
  const isNear = within !== undefined && Math.abs(given - correct) <= within;
  const isSimilar =
    withinFactor !== undefined && given <= correct * withinFactor && given >= correct / withinFactor;
  const isRight = isNear || isSimilar;
  return { isRight, outcome: isRight ? 'right' : given < correct ? 'low' : 'high', correct };
}

const isNumbers = (given: Given): given is readonly number[] =>
  Array.isArray(given) && given.every((value) => typeof value === 'number');

const isShares = (given: Given): given is Readonly<Record<string, number>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Mean logarithmic distance of two curves: ln 2 is a factor of two everywhere. */
function offOf(given: readonly number[], correct: readonly number[]): number {
  if (given.length !== correct.length) return Number.POSITIVE_INFINITY;
  const sum = correct.reduce((total, value, i) => total + Math.abs(Math.log((given[i] ?? 0) / value)), 0);
  return sum / correct.length;
}

/** Parts as shares of their sum, in per cent. */
function sharesOf(
  values: Readonly<Record<string, string | number>>,
  results: Results,
): Record<string, number> {
  const parts = Object.entries(values).map(
    ([part, formula]) => [part, evaluate(formula, results)[0] ?? 0] as const,
  );
  const sum = parts.reduce((total, [, value]) => total + value, 0);
  return Object.fromEntries(parts.map(([part, value]) => [part, (100 * value) / sum]));
}
