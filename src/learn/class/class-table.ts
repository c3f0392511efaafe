/** The class as a table: students, their lessons and hidden faults, with what is missing; its CSV. Pure. */
import { type Cell, csvTable } from '../../lib/csv-table.ts';
import { INCIDENTS } from '../incidents/incidents.ts';
import { type IncidentOutcome, remedyWords } from '../incidents/outcome.ts';
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

/** Outcomes by incident; one that is not begun is absent. */
export type IncidentOutcomes = Readonly<Record<string, IncidentOutcome>>;

export interface ClassRow {
  readonly student: Student;
  readonly state: StudentState;
  readonly results: Results | undefined;
  readonly outcomes: Outcomes;
  readonly incidents: IncidentOutcomes;
}

/** Every student of the list in its order, then the others by name. */
export function classRows(
  roster: readonly Student[],
  all: readonly Results[],
  outcomesOf: (results: Results) => Outcomes,
  incidentsOf: (results: Results) => IncidentOutcomes = () => ({}),
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
    incidents: results ? incidentsOf(results) : {},
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

/** The hidden faults that somebody has begun, in the order of their page. */
export const begunIncidents = (rows: readonly ClassRow[]): string[] =>
  INCIDENTS.map(({ id }) => id).filter((id) => rows.some(({ incidents }) => incidents[id]));

export const QUESTIONS: readonly QuestionName[] = ['predict', 'see', 'check', 'transfer'];

export const answerTo = (outcome: Outcome | undefined, question: QuestionName): GivenAnswer | undefined =>
  outcome?.answers.find((one) => one.question === question);

/** "I don't know" in the table. */
const UNKNOWN = '?';

/** Columns of a hidden fault in the CSV. */
const INCIDENT_COLUMNS: Readonly<Record<string, (outcome: IncidentOutcome) => Cell>> = {
  'score %': ({ score }) => score,
  solved: ({ isSolved }) => Number(isSolved),
  variant: ({ seed }) => seed,
  cause: ({ diagnosis }) => diagnosis?.cause,
  'cause right': ({ diagnosis }) => diagnosis && Number(diagnosis.isCauseRight),
  'cause points': ({ diagnosis }) => diagnosis?.points.cause,
  evidence: ({ diagnosis }) => diagnosis?.evidence.join(' '),
  'evidence points': ({ diagnosis }) => diagnosis?.points.evidence,
  remedy: ({ diagnosis }) => diagnosis && remedyWords(diagnosis.remedy).join(' '),
  'remedy verdict': ({ diagnosis }) => diagnosis?.verdict,
  'remedy points': ({ diagnosis }) => diagnosis?.points.remedy,
  hints: ({ hints }) => hints,
  attempts: ({ attempts }) => attempts,
  'wrong causes': ({ wrongCauses }) => wrongCauses.join(' '),
  'time s': ({ seconds }) => seconds,
};

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
  const incidents = begunIncidents(rows);
  const columns = Object.entries(INCIDENT_COLUMNS);
  const incidentHeader = incidents.flatMap((id) => columns.map(([name]) => `incident ${id} ${name}`));
  return csvTable([
    ['id', 'name', 'state', 'saved at', ...header, ...incidentHeader],
    ...rows.map(({ student, state, results, outcomes, incidents: diagnosed }): Cell[] => [
      student.id,
      student.name,
      state,
      results?.savedAt,
      ...lessons.flatMap((id) => cells(outcomes[id])),
      ...incidents.flatMap((id) =>
        columns.map(([, cell]): Cell => {
          const outcome = diagnosed[id];
          return outcome && cell(outcome);
        }),
      ),
    ]),
  ]);
}
