/**
 * A class's answers to a question: counted hands and single answers. Two rounds: before and after the
 * discussion. Pure.
 */

import { LESSONS, type LessonId, lessonNamed } from './course.ts';
import type { Given } from './grade.ts';
import type { Question } from './lesson.ts';

/**
 * The short name of a vote in an address: the number of its lesson and its code, `3-ABCDE`. It is read from a
 * screen and typed.
 */

const VOTE = /^(\d{1,2})-([a-z0-9]{4,8})$/i;

/** The name of a vote in an address; undefined for a lesson without a number, which has no class votes. */
export function voteName(id: LessonId, code: string): string | undefined {
  const number = lessonNamed(id)?.number;
  return number === undefined ? undefined : `${number}-${code}`;
}

/** The lesson and code of a name in an address; undefined for an invalid name. */
export function voteNamed(name: string): { readonly id: LessonId; readonly code: string } | undefined {
  const [, number, code] = VOTE.exec(name) ?? [];
  const lesson = LESSONS.find((candidate) => candidate.number === Number(number));
  return lesson && code !== undefined ? { id: lesson.id, code: code.toUpperCase() } : undefined;
}

/** The answer of one student. */
export interface Answered {
  /** A random name from the student's page, so that an answer read twice counts once. */
  readonly voter: string;
  readonly given: Given;
}

export interface Round {
  /** Hands by the choice's name. */
  readonly hands: Readonly<Record<string, number>>;
  readonly answers: readonly Answered[];
}

export const NO_VOTES: Round = { hands: {}, answers: [] };

/** "I don't know", as a choice. */
export const UNKNOWN = '?';

/** A choice for hands: an option, or a range of a number. */
export interface Choice {
  readonly name: string;
  /** Of a number: from … to. */
  readonly range?: readonly [number, number];
}

const RANGES = 6;

/** Edges of the ranges of a number's scale. */
function edgesOf({ min, max, log }: Extract<Question, { kind: 'number' }>): number[] {
  const digits = (value: number) => Number(value.toPrecision(2));
  return Array.from({ length: RANGES + 1 }, (_, i) => {
    const share = i / RANGES;
    if (i === 0) return min;
    if (i === RANGES) return max;
    return digits(log ? min * (max / min) ** share : min + (max - min) * share);
  });
}

/** The choices of a question; none for orders, curves and shares, which differ by answer. */
export function choicesOf(question: Question): readonly Choice[] {
  if (question.kind === 'choice') return [...question.options.map((name) => ({ name })), { name: UNKNOWN }];
  if (question.kind !== 'number') return [];
  const edges = edgesOf(question);
  return [
    ...edges.slice(1).map((to, i) => ({ name: `r${i}`, range: [edges[i] ?? to, to] as const })),
    { name: UNKNOWN },
  ];
}

/** The choice of an answer. */
export function choiceOf(question: Question, given: Given): string {
  if (given === null) return UNKNOWN;
  if (question.kind === 'choice') return String(given);
  if (question.kind === 'ranking') return (given as readonly string[]).join('>');
  if (question.kind !== 'number') return '';
  const edges = edgesOf(question);
  const above = edges.findIndex((edge, i) => i > 0 && (given as number) < edge);
  return `r${(above === -1 ? RANGES : above) - 1}`;
}

/** Answers per choice, by the choice's name. */
export function countsOf(question: Question, { hands, answers }: Round): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { ...hands };
  for (const { given } of answers) {
    const name = choiceOf(question, given);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Number of answers. */
export const totalOf = ({ hands, answers }: Round): number =>
  answers.length + Object.values(hands).reduce((sum, count) => sum + count, 0);

/** A student's answer replaces the one before. */
export const withAnswered = (round: Round, answered: Answered): Round => ({
  ...round,
  answers: [...round.answers.filter(({ voter }) => voter !== answered.voter), answered],
});

/** @param count of a choice's hands; at least 0 */
export const withHands = (round: Round, choice: string, count: number): Round => ({
  ...round,
  hands: { ...round.hands, [choice]: Math.max(0, Math.round(count)) },
});

/** The median of some numbers; the mean of the middle two for an even count. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((left, right) => left - right);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** The drawn curves. */
export const curvesOf = ({ answers }: Round): readonly (readonly number[])[] =>
  answers.flatMap(({ given }) => (Array.isArray(given) ? [given as readonly number[]] : []));

/** The median of a class's curves by position; undefined without any. */
export function medianCurve(curves: readonly (readonly number[])[]): number[] | undefined {
  const [first] = curves;
  return first?.map((_, place) => median(curves.map((curve) => curve[place] ?? Number.NaN)) ?? Number.NaN);
}

/** The median share of each part, in per cent; undefined without answers. */
export function medianShares(round: Round, part: string): number | undefined {
  const shares = round.answers.flatMap(({ given }) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? [(given as Readonly<Record<string, number>>)[part] ?? 0]
      : [],
  );
  return median(shares);
}

/** Whether an untrusted value is an answer to a question. */
export function isAnswerTo(question: Question, given: unknown): given is Given {
  if (given === null) return true;
  const isNumber = (value: unknown, min: number, max: number) =>
    typeof value === 'number' && value >= min && value <= max;
  switch (question.kind) {
    case 'choice':
      return question.options.some((option) => option === given);
    case 'number':
      return isNumber(given, question.min, question.max);
    case 'ranking':
      return Array.isArray(given) && [...given].sort().join() === [...question.items].sort().join();
    case 'curve':
      return (
        Array.isArray(given) &&
        given.length === question.x.length &&
        given.every((value) => isNumber(value, question.min, question.max))
      );
    case 'allocation': {
      if (typeof given !== 'object' || Array.isArray(given)) return false;
      const shares = given as Readonly<Record<string, unknown>>;
      const isWhole = Object.keys(shares).length === question.parts.length;
      return isWhole && question.parts.every((part) => isNumber(shares[part], 0, 100));
    }
  }
}
