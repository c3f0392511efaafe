/**
 * The answers of a class as a table (CSV): one row for each answer, and one for each choice of raised hands. Curves, orders and shares
 * have a row for each point, place and part, as spreadsheets draw them.
 */
import { type Cell, csvTable } from '../../lib/csv-table.ts';
import type { Given } from '../lessons/grade.ts';
import type { Question } from '../lessons/lesson.ts';
import { type Round, UNKNOWN } from '../lessons/votes.ts';

const HEAD = ['lesson', 'round', 'from', 'at', 'answer', 'count'];

/** The rows of an answer: where (point, place, part), and what. */
function partsOf(question: Question, given: Given): readonly (readonly [Cell, Cell])[] {
  // As raised hands have it.
  if (given === null) return [[undefined, UNKNOWN]];
  if (typeof given !== 'object') return [[undefined, given]];
  if (!Array.isArray(given)) return Object.entries(given as Readonly<Record<string, number>>);
  const values = given as readonly (string | number)[];
  return values.map((value, index) => [question.kind === 'curve' ? question.x[index] : index + 1, value]);
}

/** @param rounds before the discussion, and after it */
export function sessionTable(lesson: string, question: Question, rounds: readonly Round[]): string {
  const rows = rounds.flatMap(({ hands, answers }, index): Cell[][] => [
    ...Object.entries(hands)
      .filter(([, count]) => count > 0)
      .map(([choice, count]) => [lesson, index + 1, 'hands', undefined, choice, count]),
    ...answers.flatMap(({ voter, given }) =>
      partsOf(question, given).map(([at, value]) => [lesson, index + 1, voter, at, value, 1]),
    ),
  ]);
  return csvTable([HEAD, ...rows]);
}
