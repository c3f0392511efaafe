/** The teacher's actions on a class: create, open, import a list, collect results. */

import { engineProblem } from '../../lab/run/engines.ts';
import { readBytes, readFile } from '../../lab/settings/file.ts';
import { csvTable } from '../../lib/csv-table.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { NoSigning } from './class-key.ts';
import { classState, keptResults } from './class-state.ts';
import { type Classroom, inviteHash, membershipOf, newClass, readClass, type Student } from './classroom.ts';
import { withResults } from './collection.ts';
import { gradeClass } from './grade-class.ts';
import { gradeIncidents } from './grade-incidents.ts';
import { MAX_RESULTS_BYTES, readResults, resultsIn } from './results-file.ts';
import { readRoster, rosterText } from './roster.ts';

export const beginClass = (title: string): void => openClass(newClass(title));

/** Opens a class; the results of another one are dropped. */
function openClass(classroom: Classroom | undefined): void {
  classState.setState({ classroom, results: [], outcomes: new Map(), incidents: new Map(), problems: [] });
}

/** Forgets the class and its results in this browser. */
export const leaveClass = (): void => openClass(undefined);

const fail = (...problems: readonly Problem[]): void => classState.setState({ problems });

/** Opens a class file. */
export async function openClassFile(file: File): Promise<void> {
  const text = await readFile(file);
  if (typeof text !== 'string') return fail(text);
  const classroom = readClass(text);
  if (classroom) openClass(classroom);
  else fail({ code: 'CLS-14', path: '', facts: { file: file.name } });
}

/** Replaces the class list with that of a CSV file. */
export async function importRoster(file: File): Promise<void> {
  const { classroom } = classState.getState();
  if (!classroom) return;
  const bytes = await readBytes(file);
  if ('code' in bytes) return fail(bytes);
  const text = rosterText(bytes);
  if (typeof text !== 'string') return fail(text);
  const read = readRoster(text);
  if ('problem' in read) return fail(read.problem);
  classState.setState({
    classroom: { ...classroom, roster: read.roster.map((one) => ({ ...one })) },
    problems: [],
  });
}

/** A received text with the name of its file, or what to call it. */
export interface Received {
  readonly source: string;
  readonly text: string;
}

/**
 * Adds results, and grades the class anew.
 * @returns how many were taken
 */
export async function collect(received: readonly (Received | Problem)[]): Promise<number> {
  const { classroom } = classState.getState();
  if (!classroom) {
    fail({ code: 'CLS-16', path: '' });
    return 0;
  }
  const problems: Problem[] = [];
  let taken = 0;
  for (const one of received) {
    const problem = 'code' in one ? one : await take(classroom, one);
    if (problem) problems.push(problem);
    else taken++;
  }
  fail(...problems);
  if (taken > 0) await grade();
  return taken;
}

async function take(classroom: Classroom, { source, text }: Received): Promise<Problem | undefined> {
  try {
    const read = await readResults(classroom, await resultsIn(text), source);
    if ('problem' in read) return read.problem;
    const collected = withResults(classState.getState().results, read.results, source);
    if ('problem' in collected) return collected.problem;
    classState.setState({ results: collected.all, outcomes: undefined, incidents: undefined });
    return undefined;
  } catch (error) {
    if (error instanceof NoSigning) return { code: 'CLS-15', path: source };
    throw error;
  }
}

/** Takes what this browser has kept of the class, from an earlier visit or another window. */
export async function restoreResults(): Promise<void> {
  const { classroom } = classState.getState();
  if (!classroom) return;
  for (const text of keptResults()) await take(classroom, { source: '', text });
  await grade();
}

/** The last grading: another one begins after it has ended, because both use the same engines. */
let grading: Promise<void> = Promise.resolve();

function grade(): Promise<void> {
  grading = grading.then(gradeResults);
  return grading;
}

async function gradeResults(): Promise<void> {
  const { results } = classState.getState();
  const isWanted = () => classState.getState().results === results;
  try {
    const outcomes = await gradeClass(results, isWanted);
    if (outcomes && isWanted()) classState.setState({ outcomes });
    const incidents = await gradeIncidents(results, isWanted, (done, all) =>
      classState.setState({ graded: { done, all } }),
    );
    if (incidents && isWanted()) classState.setState({ incidents });
  } catch (error) {
    if (isWanted()) fail(engineProblem(error));
  }
}

/** Dropped or chosen files. */
export const collectFiles = async (files: readonly File[]): Promise<number> =>
  collect(
    await Promise.all(
      files.map(async (file) => {
        const text = await readFile(file, MAX_RESULTS_BYTES);
        return typeof text === 'string' ? { source: file.name, text } : { ...text, path: file.name };
      }),
    ),
  );

/** Pasted links, one a line; mail programs put words around them. */
export const collectLinks = (text: string, sourceOf: (number: number) => string): Promise<number> =>
  collect(
    text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word, index) => ({ source: sourceOf(index + 1), text: word })),
  );

/** The address of a student's link. */
const linkOf = async (classroom: Classroom, student: Student | null): Promise<string> =>
  `${location.href.replace(/#.*$/s, '')}${await inviteHash(await membershipOf(classroom, student))}`;

/** The link that all students share. @throws NoSigning */
export const sharedLink = (classroom: Classroom): Promise<string> => linkOf(classroom, null);

/** Each student's own link, for a mail merge. @throws NoSigning */
export async function linksCsv(classroom: Classroom): Promise<string> {
  const rows = await Promise.all(
    classroom.roster.map(async (student) => [student.id, student.name, await linkOf(classroom, student)]),
  );
  return csvTable([['id', 'name', 'link'], ...rows]);
}
