/** The class as a table: students and their lessons, with what is missing; its CSV. Pure. */
import { type Cell, csvTable } from '../../lib/csv-table.ts';
import { LESSONS, type LessonId } from '../lessons/course.ts';
import type { QuestionName } from '../lessons/lesson.ts';
import { type GivenAnswer, type Outcome, responseText } from '../platform/outcome.ts';
import type { Student } from './classroom.ts';
import type { Results } from './results-file.ts';

export type StudentState =
  /** On the class list, with results. */
  | 'present'
  /** On the class list, without results. */
  | 'missing'
  /** With results, not on the class list. */
  | 'unlisted';

/** Outcomes by lesson; a lesson that is not begun is absent. */
export type Outcomes = Readonly<Record<LessonId, Outcome>>;

export interface ClassRow {
  readonly student: Student;
  readonly state: StudentState;
  readonly results: Results | undefined;
  readonly outcomes: Outcomes;
}

/** Every student of the list in its order, then the others by name. */
export function classRows(
  roster: readonly Student[],
  all: readonly Results[],
  outcomesOf: (results: Results) => Outcomes,
): ClassRow[] {
  const left = new Set(all);
  const take = (isTheirs: (results: Results) => boolean): Results | undefined => {
    const found = [...left].find(isTheirs);
    if (found) left.delete(found);
    return found;
  };
  const row = (student: Student, state: StudentState, results: Results | undefined): ClassRow => ({
    student,
    state,
    results,
    outcomes: results ? outcomesOf(results) : {},
  });
  // A student's own link names the student; the shared link has only the typed name.
  const own = new Map(
    roster.map((student) => [student.id, take((one) => one.isOwnLink && one.student.id === student.id)]),
  );
  const listed = roster.map((student) => {
    const results = own.get(student.id) ?? take((one) => !one.isOwnLink && one.student.name === student.name);
    return row(student, results ? 'present' : 'missing', results);
  });
  const others = [...left].sort((one, two) => one.student.name.localeCompare(two.student.name));
  return [...listed, ...others.map((results) => row(results.student, 'unlisted', results))];
}

/** The lessons that somebody has begun, in the order of the course. */
export const begunLessons = (rows: readonly ClassRow[]): LessonId[] =>
  LESSONS.map(({ id }) => id).filter((id) => rows.some(({ outcomes }) => outcomes[id]));

export const QUESTIONS: readonly QuestionName[] = ['predict', 'see', 'check', 'transfer'];

export const answerTo = (outcome: Outcome | undefined, question: QuestionName): GivenAnswer | undefined =>
  outcome?.answers.find((one) => one.question === question);

/** "I don't know" in the table. */
const UNKNOWN = '?';

/** One line for each student, for a gradebook: scores per cent, answers, and 1 for a right one. */
export function classCsv(rows: readonly ClassRow[]): string {
  const lessons = begunLessons(rows);
  const header = lessons.flatMap((id) => [
    `${id} score %`,
    `${id} complete`,
    `${id} progress %`,
    `${id} check passed`,
    ...QUESTIONS.flatMap((question) => [`${id} ${question}`, `${id} ${question} right`]),
  ]);
  const cells = (outcome: Outcome | undefined): Cell[] => [
    outcome && Math.round(100 * outcome.score),
    outcome && Number(outcome.isComplete),
    outcome && Math.round(100 * outcome.progress),
    outcome && Number(outcome.isChecked),
    ...QUESTIONS.flatMap((question): Cell[] => {
      const answer = answerTo(outcome, question);
      if (!answer) return [undefined, undefined];
      return answer.given === null
        ? [UNKNOWN, undefined]
        : [responseText(answer.given), Number(answer.isRight)];
    }),
  ];
  return csvTable([
    ['id', 'name', 'state', 'saved at', ...header],
    ...rows.map(({ student, state, results, outcomes }): Cell[] => [
      student.id,
      student.name,
      state,
      results?.savedAt,
      ...lessons.flatMap((id) => cells(outcomes[id])),
    ]),
  ]);
}
