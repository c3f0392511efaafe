/** Wrong answers of a class, the most frequent first. Pure. */
import type { Cause } from '../incidents/incident.ts';
import { INCIDENTS } from '../incidents/incidents.ts';
import { LESSONS, type LessonId } from '../lessons/course.ts';
import type { QuestionName } from '../lessons/lesson.ts';
import { type ClassRow, QUESTIONS } from './class-table.ts';

interface Frequency {
  readonly students: readonly string[];
  /** Students who answered this question, "I don't know" included. */
  readonly answered: number;
}

export interface LessonMisconception extends Frequency {
  readonly lesson: LessonId;
  readonly question: QuestionName;
  /** The option, or `low`, `high`, `wrong`. */
  readonly outcome: string;
}

/** A wrong cause of a hidden fault that students named, whether or not they found the right one later. */
export interface WrongCause extends Frequency {
  readonly incident: string;
  readonly cause: Cause;
}

export type Misconception = LessonMisconception | WrongCause;

/** In order of frequency: by students, then by their share, then in the order of the course and of the hidden faults. */
export function misconceptionsIn(rows: readonly ClassRow[]): Misconception[] {
  const found: Misconception[] = [...inLessons(rows), ...inIncidents(rows)];
  return found.sort(
    (one, two) =>
      two.students.length - one.students.length ||
      two.students.length / two.answered - one.students.length / one.answered,
  );
}

function inLessons(rows: readonly ClassRow[]): LessonMisconception[] {
  return LESSONS.flatMap(({ id }) =>
    QUESTIONS.flatMap((question): LessonMisconception[] => {
      const answers = rows.flatMap(({ student, outcomes }) =>
        (outcomes[id]?.answers ?? [])
          .filter((answer) => answer.question === question)
          .map((answer) => ({ name: student.name, answer })),
      );
      const wrong = answers.filter(({ answer }) => answer.isRight === false);
      const kinds = new Set(wrong.map(({ answer }) => answer.outcome));
      return [...kinds].map((outcome) => ({
        lesson: id,
        question,
        outcome,
        students: wrong.filter(({ answer }) => answer.outcome === outcome).map(({ name }) => name),
        answered: answers.length,
      }));
    }),
  );
}

function inIncidents(rows: readonly ClassRow[]): WrongCause[] {
  return INCIDENTS.flatMap(({ id }) => {
    const diagnosed = rows.flatMap(({ student, incidents }) => {
      const outcome = incidents[id];
      return outcome?.diagnosis ? [{ name: student.name, wrong: outcome.wrongCauses }] : [];
    });
    const causes = new Set(diagnosed.flatMap(({ wrong }) => wrong));
    return [...causes].map((cause) => ({
      incident: id,
      cause,
      students: diagnosed.filter(({ wrong }) => wrong.includes(cause)).map(({ name }) => name),
      answered: diagnosed.length,
    }));
  });
}
