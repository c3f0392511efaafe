/** Thirty students of a class, with their results as files. */
import { membershipOf, newClass, type Student } from '../../src/learn/class/classroom.ts';
import { resultsText } from '../../src/learn/class/results-file.ts';
import type { IncidentsProgress } from '../../src/learn/incidents/incident-progress.ts';
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

/** The right diagnosis of “profile” with one hint, after a wrong one; or only the wrong one. */
export const incidentsOf = (index: number): IncidentsProgress => {
  const seed = 100 + index;
  const isSolved = index % 3 !== 0;
  const wrong = { hints: 1, refusals: 1, points: 0, isSolved: false, attempts: 1, seconds: 90 };
  return {
    [`profile.${seed}`]: {
      ...wrong,
      wrongCauses: ['undersizedPool'],
      best: isSolved
        ? {
            ...{ cause: 'testOnBorrow', evidence: ['pingPerCommand'], remedy: { testOnBorrow: 'off' } },
            ...{ hints: 1, refusals: 1, points: { cause: 40, evidence: 30, remedy: 30 } },
          }
        : {
            ...{ cause: 'undersizedPool', evidence: ['redisBusy'], remedy: {} },
            ...{ hints: 0, refusals: 0, points: { cause: 0, evidence: 0, remedy: 0 } },
          },
      ...(isSolved && { points: 85, isSolved, attempts: 2 }),
    },
  };
};

const SAVED = new Date('2026-01-15T08:00:00Z');

export const fileOf = async (
  student: Student,
  lessons: Progress,
  savedAt = SAVED,
  incidents: IncidentsProgress = {},
): Promise<string> =>
  resultsText(await membershipOf(classroom, student), student, lessons, savedAt, incidents);

/** @param diagnosed how many have a hidden fault, too: the teacher's page runs each of them twice */
export const thirtyFiles = (diagnosed = students.length): Promise<string[]> =>
  Promise.all(
    students.map((student, index) =>
      fileOf(student, progressOf(index), SAVED, index < diagnosed ? incidentsOf(index) : {}),
    ),
  );
