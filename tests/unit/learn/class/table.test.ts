/** Thirty students’ files become the table and the ranking. */
import { expect, it } from 'vitest';
import {
  begunIncidents,
  type ClassRow,
  classCsv,
  classRows,
} from '../../../../src/learn/class/class-table.ts';
import { misconceptionsIn } from '../../../../src/learn/class/misconceptions.ts';
import { type Results, readResults } from '../../../../src/learn/class/results-file.ts';
import type { Grade } from '../../../../src/learn/incidents/grade.ts';
import { bestVariant } from '../../../../src/learn/incidents/incident-progress.ts';
import { incidentNamed } from '../../../../src/learn/incidents/incidents.ts';
import { gradedOutcome } from '../../../../src/learn/incidents/outcome.ts';
import { outcomeOf } from '../../../../src/learn/platform/outcome.ts';
import { lessonFolders } from '../../../lessons/files.ts';
import { classroom, students, thirtyFiles } from '../../../support/class.ts';

const pool = lessonFolders.find(({ id }) => id === 'pool');
if (!pool) throw new Error('there is no lesson about pools');

const results = await Promise.all(
  (await thirtyFiles()).map(async (text, index): Promise<Results> => {
    const read = await readResults(classroom, text, `${index}.json`);
    if ('problem' in read) throw new Error(read.problem.code);
    return read.results;
  }),
);

/** The transfer's value of this table is the one of the lesson's file: no engine is needed here. */
const { answer } = pool.reveal.transfer;
const reveal = {
  ...pool.reveal,
  transfer: { ...pool.reveal.transfer, answer: answer.kind === 'number' ? { ...answer, value: 96 } : answer },
};

const outcomesOf = ({ lessons }: Results): ClassRow['outcomes'] => {
  const progress = lessons.pool;
  const outcome = progress && outcomeOf(progress, pool.lesson, reveal, () => []);
  return outcome ? { pool: outcome } : {};
};

it('has every student of the list, those who are missing, and those who are not on it', () => {
  const list = [...students.slice(1), { id: 's31', name: 'Zoe' }];
  const rows = classRows(list, results, outcomesOf);
  expect(rows).toHaveLength(31);
  expect(rows.filter(({ state }) => state === 'missing').map(({ student }) => student.name)).toEqual(['Zoe']);
  expect(rows.at(-1)).toMatchObject({ state: 'unlisted', student: { name: 'Student 1' } });
});

it('ranks wrong answers by the number of students', () => {
  const rows = classRows(students, results, outcomesOf);
  const ranking = misconceptionsIn(rows).map(
    (one) =>
      `${'incident' in one ? `${one.incident} ${one.cause}` : `${one.question} ${one.outcome}`} ${one.students.length}/${one.answered}`,
  );
  expect(ranking).toEqual(['transfer low 15/30', 'predict all 12/30', 'see reply 10/30', 'predict one 5/30']);
});

/** Ten of thirty have only the wrong diagnosis; all have named its cause. */
const incidentsOutcome = ({ incidents }: Results): ClassRow['incidents'] => {
  const found = bestVariant(incidents, 'profile');
  const profile = incidentNamed('profile');
  const best = found?.progress.best;
  if (!best || !profile) throw new Error('no result of the incident');
  const { seed, progress } = found;
  const isRight = best.cause === profile.cause;
  const grade: Grade = {
    ...{ isCauseRight: isRight, contradictions: [], evidence: [], missing: 0 },
    ...{ remedy: isRight ? 'right' : 'none', points: best.points, isSolved: isRight },
  };
  return { profile: gradedOutcome(profile, seed, progress, best, grade) };
};

it('has hidden faults beside lessons, and ranks the wrong causes that were named', () => {
  const rows = classRows(students, results, outcomesOf, incidentsOutcome);
  expect(begunIncidents(rows)).toEqual(['profile']);
  expect(rows.filter(({ incidents }) => incidents.profile?.isSolved)).toHaveLength(20);
  expect(rows[1]?.incidents.profile).toMatchObject({ score: 85, hints: 1, attempts: 2, seed: 101 });
  const [first] = misconceptionsIn(rows);
  expect(first).toMatchObject({ incident: 'profile', cause: 'undersizedPool', answered: 30 });
  expect(first?.students).toHaveLength(30);
  const [head, one, two] = classCsv(rows).trim().split('\r\n');
  expect(head).toContain(
    'incident profile score %,incident profile solved,incident profile variant,incident profile cause,incident profile cause right',
  );
  expect(one).toMatch(/,0,0,100,undersizedPool,0,0,redisBusy,0,,none,0,1,1,undersizedPool,90$/);
  expect(two).toMatch(
    /,85,1,101,testOnBorrow,1,40,pingPerCommand,30,testOnBorrow:off,right,30,1,2,undersizedPool,90$/,
  );
});

it('is a CSV file with a line for each student', () => {
  const [head, ...lines] = classCsv(classRows(students, results, outcomesOf))
    .trim()
    .split('\r\n');
  expect(head).toBe(
    'id,name,state,saved at,pool score %,pool complete,pool progress %,pool check passed,pool predict,pool predict right,pool see,pool see right,pool check,pool check right,pool transfer,pool transfer right',
  );
  expect(lines).toHaveLength(30);
  expect(lines[0]).toBe(
    's1,Student 1,present,2026-01-15T08:00:00.000Z,100,1,100,1,all,0,connection,1,,,96,1',
  );
  expect(lines[17]).toContain(',?,,connection,1,,,20,0');
});
