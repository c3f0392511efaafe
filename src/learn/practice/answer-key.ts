/** The answer key of a class: every student has other numbers, so every student has another answer. */
import { type Cell, csvTable } from '../../lib/csv-table.ts';
import type { Language } from '../../lib/languages.ts';
import type { Classroom, Student } from '../class/classroom.ts';
import type { LessonId } from '../lessons/course.ts';
import type { Unit } from '../lessons/lesson.ts';
import { type Drawn, KINDS, type Kind, RIGHT, seedFor } from './fresh.ts';
import { makeProblem } from './problem.ts';

/** One problem of one student. */
export interface KeyRow {
  readonly student: Student;
  readonly lesson: LessonId;
  readonly kind: Kind;
  readonly numbers: Drawn;
  readonly unit: Unit;
  readonly right: number;
}

/**
 * Makes the problems of all students.
 * @param onRow called with the number of finished problems
 * @returns undefined when it is no longer wanted
 */
export async function answerKey(
  { id: classId, roster }: Classroom,
  lesson: LessonId,
  language: Language,
  isWanted: () => boolean,
  onRow: (done: number) => void,
): Promise<KeyRow[] | undefined> {
  const rows: KeyRow[] = [];
  for (const student of roster)
    for (const kind of KINDS) {
      const seed = seedFor(classId, student.id);
      const problem = await makeProblem(lesson, kind, seed, language, isWanted);
      if (!problem) return undefined;
      const right = problem.options.find(({ name }) => name === RIGHT)?.value ?? Number.NaN;
      const { numbers, template } = problem;
      rows.push({ student, lesson, kind, numbers, unit: template.unit, right });
      onRow(rows.length);
    }
  return rows;
}

/** The drawn numbers as text: `rttUs 2000, size 10`. */
export const numbersText = (numbers: Drawn): string =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** A line for each problem. Numbers are in the unit that their name or the last column says. */
export const keyCsv = (rows: readonly KeyRow[]): string =>
  csvTable([
    ['id', 'name', 'lesson', 'problem', 'numbers', 'right answer', 'unit'],
    ...rows.map(({ student, lesson, kind, numbers, right, unit }): Cell[] => [
      student.id,
      student.name,
      lesson,
      kind,
      numbersText(numbers),
      right,
      unit,
    ]),
  ]);
