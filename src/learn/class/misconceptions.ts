/** Wrong answers of a class, the most frequent first. Pure. */
import { LESSONS, type LessonId } from '../lessons/course.ts';
import type { QuestionName } from '../lessons/lesson.ts';
import { type ClassRow, QUESTIONS } from './class-table.ts';

export interface Misconception {
  readonly lesson: LessonId;
  readonly question: QuestionName;
  /** The option, or `low`, `high`, `wrong`. */
  readonly outcome: string;
  readonly students: readonly string[];
  /** Students who answered this question, "I don't know" included. */
  readonly answered: number;
}

/** In order of frequency: by students, then by their share, then in the order of the course. */
export function misconceptionsIn(rows: readonly ClassRow[]): Misconception[] {
  const found = LESSONS.flatMap(({ id }) =>
    QUESTIONS.flatMap((question): Misconception[] => {
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
  return found.sort(
    (one, two) =>
      two.students.length - one.students.length ||
      two.students.length / two.answered - one.students.length / one.answered,
  );
}
