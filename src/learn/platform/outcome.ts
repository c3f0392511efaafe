/** The result of a lesson or a hidden fault for a learning platform: progress, completion, score and answers. Pure. */
import { FormulaError, type Results } from '../../evidence/check/expression.ts';
import { type Given, gradeOf } from '../lessons/grade.ts';
import type { Asked, Lesson, Question, QuestionName, Reveal } from '../lessons/lesson.ts';
import { type LessonProgress, shareOf, stateOf } from '../lessons/progress.ts';
import { checkQuestion } from '../lessons/runs.ts';
import { PASSING_SCORE } from './formats.ts';

/** The parts of a diagnosis, which a hidden fault asks for. */
export type DiagnosisPart = 'cause' | 'evidence' | 'remedy';

/** One answer of the learner. */
export interface GivenAnswer {
  readonly question: QuestionName | DiagnosisPart;
  readonly kind: Question['kind'];
  readonly given: Given;
  /** Null for "I don't know", which is neither. */
  readonly isRight: boolean | null;
  /** The option, or `right`, `wrong`, `low`, `high`. */
  readonly outcome: string;
}

export interface Outcome {
  /** Share of the steps that are done, 0 to 1. */
  readonly progress: number;
  readonly isComplete: boolean;
  /** Share of the graded parts that are right, 0 to 1. The graded parts are `see`, `check` and `transfer`; no prediction is graded. */
  readonly score: number;
  /** Whether the check is passed without a shown solution. */
  readonly isChecked: boolean;
  /** Absent until the lesson is complete. */
  readonly isPassed?: boolean;
  /** In the order of the lesson. */
  readonly answers: readonly GivenAnswer[];
}

/**
 * @param reveal absent before the lock
 * @returns undefined while a run that an answer needs has no results: nothing is graded by guess
 */
export function outcomeOf(
  progress: LessonProgress,
  lesson: Lesson,
  reveal: Reveal | undefined,
  results: Results,
): Outcome | undefined {
  try {
    const answers = reveal ? answersOf(progress, lesson, reveal, results) : [];
    const isRight = (name: QuestionName) =>
      answers.some((one) => one.question === name && one.isRight === true);
    // Goals on the stage have no answer, and a check whose solution was shown is not the learner's own.
    const isChecked = progress.passed !== undefined && progress.wasShown !== true;
    const score = [isRight('see'), isChecked, isRight('transfer')].filter(Boolean).length / 3;
    const isComplete = stateOf(progress) === 'done';
    return {
      progress: shareOf(progress),
      isComplete,
      score,
      isChecked,
      ...(isComplete && { isPassed: score >= PASSING_SCORE }),
      answers,
    };
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}

function answersOf(
  { given }: LessonProgress,
  lesson: Lesson,
  reveal: Reveal,
  results: Results,
): readonly GivenAnswer[] {
  const asked: readonly (readonly [QuestionName, Asked | undefined])[] = [
    ['predict', { question: lesson.predict, answer: reveal.predict }],
    ['see', reveal.see],
    ['check', checkQuestion(reveal)],
    ['transfer', reveal.transfer],
  ];
  return asked.flatMap(([question, item]) => {
    const value = given[question];
    if (!item || value === undefined) return [];
    const { isRight, outcome } = gradeOf(item.answer, value, results);
    return [
      { question, kind: item.question.kind, given: value, isRight: value === null ? null : isRight, outcome },
    ];
  });
}

/** An answer as text: options by name, numbers with a point, lists separated by commas, shares as `part:share`. */
export function responseText(given: Given): string {
  if (given === null) return '';
  if (typeof given !== 'object') return String(given);
  if (Array.isArray(given)) return given.join(',');
  return Object.entries(given)
    .map(([part, share]) => `${part}:${share}`)
    .join(',');
}
