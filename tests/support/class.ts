/** Thirty students of a class, with their results as files. */
import { membershipOf, newClass, type Student } from '../../src/learn/class/classroom.ts';
import { resultsText } from '../../src/learn/class/results-file.ts';
import type { Given } from '../../src/learn/lessons/grade.ts';
import { STEPS } from '../../src/learn/lessons/lesson.ts';
import { NOTHING, type Progress } from '../../src/learn/lessons/progress.ts';

export const students: readonly Student[] = Array.from({ length: 30 }, (_, index) => ({
  id: `s${index + 1}`,
  name: index === 4 ? '王小明' : `Student ${index + 1}`,
}));

export const classroom = { ...newClass('4b'), roster: [...students] };

/** A passed lesson with these answers. */
export const passed = (given: Readonly<Record<string, Given>>) => ({
  ...NOTHING,
  reached: STEPS.length - 1,
  given,
  passed: '',
  explanation: 'a secret sentence',
});

/**
 * Of thirty, twelve believe that every thread adds throughput (`all`), five that there is one connection, one does not know; twenty of
 * them see that threads wait for a connection.
 */
export const progressOf = (index: number): Progress => ({
  pool: passed({
    predict: index < 12 ? 'all' : index < 17 ? 'one' : index < 18 ? null : 'eight',
    see: index < 20 ? 'connection' : 'reply',
    transfer: index % 2 === 0 ? 96 : 20,
  }),
});

const SAVED = new Date('2026-01-15T08:00:00Z');

export const fileOf = async (student: Student, lessons: Progress, savedAt = SAVED): Promise<string> =>
  resultsText(await membershipOf(classroom, student), student, lessons, savedAt);

export const thirtyFiles = (): Promise<string[]> =>
  Promise.all(students.map((student, index) => fileOf(student, progressOf(index))));
