/** The answers of a class as a table (CSV): one row for each answer, and one for each choice of raised hands. */
import { neutralText } from '../../lib/csv-cell.ts';
import type { Given } from '../lessons/grade.ts';
import type { Round } from '../lessons/votes.ts';

const HEAD = ['lesson', 'round', 'from', 'answer', 'count'];

/** Answers without a number or a name (curves, orders, shares) are JSON. */
const answerCell = (given: Given): string =>
  given === null ? '' : typeof given === 'object' ? JSON.stringify(given) : String(given);

const cell = (value: string | number): string => `"${neutralText(value).replaceAll('"', '""')}"`;

/** @param rounds before the discussion, and after it */
export function sessionTable(lesson: string, rounds: readonly Round[]): string {
  const rows = rounds.flatMap(({ hands, answers }, index) => [
    ...Object.entries(hands)
      .filter(([, count]) => count > 0)
      .map(([choice, count]) => [lesson, index + 1, 'hands', choice, count]),
    ...answers.map(({ voter, given }) => [lesson, index + 1, voter, answerCell(given), 1]),
  ]);
  return `${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
