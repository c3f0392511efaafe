/** Actions of the user: give pieces and answers, request advice. All other state is derived. */

import { labAddress, showInLab } from '../../lab/link/open.ts';
import { engineProblem, newEngine } from '../../lab/run/engines.ts';
import { normalize } from '../../lab/run/normalize.ts';
import { WorkerClosed } from '../../lib/remote-worker.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import type { Engines } from '../../model/sweep/paired-runs.ts';
import { SharedEngines } from '../../model/sweep/shared-engines.ts';
import { coreCount, Pool } from '../../model/workers/pool.ts';
import { type Advice, advise } from '../advice/advise.ts';
import type { Changed } from '../advice/changes.ts';
import { readGoal } from '../advice/goal.ts';
import { knobFor, proposedKnobs } from '../advice/knobs.ts';
import type { Knob } from '../advice/vary.ts';
import { assemble } from '../assemble.ts';
import { type Diagnosis, diagnose, findingsAtOnce, metricOf } from '../diagnosis/diagnose.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { instancesOf } from '../proposals.ts';
import { isInvalid, MAX_CHARACTERS } from '../readers/log.ts';
import { inOwnReader, NewestReading } from '../reading/client.ts';
import type { Answers, Piece } from '../system.ts';
import type { Weighing } from './sensitivity.ts';
import { FIRST_GOAL, type Given, keepSystem, keptSystem, system } from './system-state.ts';
import { weighAnswers } from './weigh.ts';

/** Time between two drawings of what runs have found so far, ms: the page answers meanwhile. */
const CALM_MS = 250;

/** Computes and shows the newest of many values, once a while. `end` leaves out what was not shown yet. */
function calmly<T>(show: (value: T) => void): {
  readonly show: (value: () => T) => void;
  readonly end: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: () => T;
  return {
    show: (value) => {
      newest = value;
      timer ??= setTimeout(() => {
        timer = undefined;
        show(newest());
      }, CALM_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** What is to be read. The store has it when its secrets are masked. */
let given: Given = keptSystem();
const newest = new NewestReading();
/** The reading of `given`. */
let isRead: Promise<void> | undefined;

let pool: Pool | undefined;
let shared: SharedEngines | undefined;
let stopRuns: AbortController | undefined;
let stopAdvice: AbortController | undefined;

/** Advice was asked for: its runs come before those of the diagnosis, which then continues. */
const RANK = { advice: 0, diagnosis: 1 } as const;

function engines(use: keyof typeof RANK): Engines {
  pool ??= new Pool(coreCount(), newEngine);
  shared ??= new SharedEngines(pool);
  return shared.lane(RANK[use]);
}

/** Ends all runs and their workers: the page is left, or its input changes. */
function stop(): void {
  stopRuns?.abort();
  stopRuns = undefined;
  stopAdvice?.abort();
  stopAdvice = undefined;
  shared?.close();
  shared = undefined;
  pool?.close();
  pool = undefined;
}

/** The parameter of a link to a system. */
const SHARED = /[?&]s=([\w-]+)/;

/** Begins with the system of the link, else with what an earlier visit kept. @returns the end of the visit */
export function visitSystem(): () => void {
  newest.prepare();
  const packed = SHARED.exec(location.hash)?.[1];
  if (packed !== undefined) void openShared(packed);
  else if (system.getState().pieces === given.pieces) void follow();
  else change({});
  return () => {
    stop();
    newest.close();
  };
}

/** Shows the system of a link, and searches its advice. */
async function openShared(packed: string): Promise<void> {
  const shared = await inOwnReader((reader) => reader.unpack(packed)).catch(() => undefined);
  if (!shared) {
    system.setState({ problems: [{ code: 'SYS-09', path: '' }] });
    return;
  }
  const { pieces, answers, goal, vary } = shared;
  change({ pieces, answers }, true);
  system.setState({ vary, goal: goal || FIRST_GOAL });
  await isAssembled();
  if (goal !== '') await askAdvice(goal);
}

/** Waits for the scenario, or for the reason why there is none. */
const isAssembled = (): Promise<void> =>
  new Promise((resolve) => {
    const isThere = () => {
      const { subject, reading, isReading, problems } = system.getState();
      return (!isReading && subject?.reading === reading) || problems.length > 0;
    };
    if (isThere()) return resolve();
    const stopWaiting = system.subscribe(() => {
      if (!isThere()) return;
      stopWaiting();
      resolve();
    });
  });

/** The address of this system with its goal and what may change; undefined if it would be too long. */
export async function sharedAddress(): Promise<string | undefined> {
  const { pieces, answers, goal, vary } = system.getState();
  const packed = await inOwnReader((reader) => reader.pack({ pieces, answers, goal, vary }));
  return packed && `${location.href.replace(/#.*$/s, '')}#/system?s=${packed}`;
}

/** @returns whether all texts were short enough to be read */
export function addPieces(added: readonly Omit<Piece, 'id'>[], { pieces, answers }: Given = given): boolean {
  const short = added.filter(({ text }) => text.length <= MAX_CHARACTERS);
  const next = Math.max(-1, ...pieces.map(({ id }) => Number(id))) + 1;
  const some = short
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, text }, index) => ({ id: `${next + index}`, name, text }));
  if (some.length > 0) change({ pieces: [...pieces, ...some], answers });
  return short.length === added.length;
}

/** Adds pieces in place of those with some names, with further answers. */
export const replacePieces = (
  names: readonly string[],
  added: readonly Omit<Piece, 'id'>[],
  answers: Answers,
): boolean =>
  addPieces(added, {
    pieces: given.pieces.filter(({ name }) => !names.includes(name)),
    answers: { ...given.answers, ...answers },
  });

export const removePiece = (id: string): void =>
  change({ pieces: given.pieces.filter((piece) => piece.id !== id) });

/** Replaces everything by an example. */
export const showExample = (piece: Omit<Piece, 'id'>): void => {
  change({ pieces: [{ id: '0', ...piece }], answers: {} });
};

/**
 * Takes a description from the start page. It replaces an earlier description; other pieces stay.
 * @returns whether it is short enough to be read
 */
export async function describeSystem(text: string): Promise<boolean> {
  // Whether an earlier piece is a description is known when it has been read.
  if (system.getState().pieces !== given.pieces) change({});
  await isRead;
  const { reading } = system.getState();
  const isDescription = (id: string) =>
    reading.pieces.some(({ piece, kind }) => piece.id === id && kind === 'sentence');
  const pieces = given.pieces.filter(({ id }) => !isDescription(id));
  return addPieces([{ name: '', text }], { ...given, pieces });
}

/** Removes all pieces, answers and what was asked, also from the browser's storage. */
export const clearSystem = (): void => {
  system.setState({ goal: FIRST_GOAL, shownLine: undefined });
  change({ pieces: [], answers: {} });
};

/** Opens the piece at a line, for a finding. */
export const showLine = (piece: string, line: number): void =>
  system.setState({ shownLine: { piece, line } });

/** @param value undefined: back to the proposal */
export function answerQuestion(id: string, value: number | string | undefined): void {
  const { [id]: _, ...others } = given.answers;
  change({ answers: value === undefined ? others : { ...others, [id]: value } });
}

function change(part: Partial<Given>, isShared = false): void {
  stop();
  // What the user changes is no longer the system of the link.
  if (!isShared && SHARED.test(location.hash)) history.replaceState(null, '', '#/system');
  given = { ...given, ...part };
  // Another client has other settings; answers leave them.
  const isNew = part.pieces !== undefined;
  system.setState({
    answers: given.answers,
    ...(isNew && { vary: undefined, subject: undefined }),
    ...{ problems: [], diagnosis: undefined, effects: {}, advice: undefined },
    // Without any text the page has nothing to wait for.
    ...{
      isReading: given.pieces.length > 0,
      isRunning: false,
      weighing: undefined,
      isAdvising: false,
      isShared,
    },
  });
  isRead = readGiven();
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Reads in the worker what was given, unless something newer comes first. */
async function readGiven(): Promise<void> {
  const own = given;
  try {
    const reading = await newest.read(own.pieces, own.answers);
    if (own !== given) return;
    // Nothing but the masked text is kept anywhere.
    given = { ...own, pieces: reading.pieces.map(({ piece }) => piece) };
    system.setState({ reading, pieces: given.pieces, isReading: false });
    // A large text takes a while to draw and to store: the page answers in between.
    await nextTask();
    if (given.answers !== own.answers) return;
    if (!system.getState().isShared) keepSystem(given);
    void follow();
  } catch (error) {
    if (own === given && !(error instanceof WorkerClosed))
      system.setState({ isReading: false, problems: [engineProblem(error)] });
  }
}

/** Assembles the scenario and diagnoses it: findings that need no run at once, effects as runs end. */
async function follow(): Promise<void> {
  const { reading, answers, pieces } = system.getState();
  // A text that no parser reads has nothing to diagnose, as one of no known form.
  if (!reading.pieces.some(({ kind }) => kind !== null) || isInvalid(reading)) {
    system.setState({ subject: undefined });
    return;
  }
  stopRuns = new AbortController();
  const { signal } = stopRuns;
  const isPresent = () => !signal.aborted && system.getState().pieces === pieces;
  try {
    const assembled = await assemble(reading, answers, normalize);
    if (!isPresent()) return;
    if (!('scenario' in assembled)) {
      system.setState({ problems: assembled, subject: undefined });
      return;
    }
    const instances = instancesOf(reading, answers);
    const subject = { reading, ...assembled, instances };
    // A complaint about p99 is judged by p99.
    const metric = reading.observed.p99Ns ? 'p99' : metricOf(subject.scenario);
    const early = { metric, limit: null, summary: null, done: 0, total: 0 };
    system.setState({
      subject,
      diagnosis: { ...early, findings: findingsAtOnce(subject) },
      isRunning: !subject.isServerOnly,
    });
    if (subject.isServerOnly) return;
    const progress = calmly((now: Diagnosis) => isPresent() && system.setState({ diagnosis: now }));
    const diagnosis = await diagnose(subject, engines('diagnosis'), normalize, {
      ...{ signal, metric, onChange: progress.show },
    });
    progress.end();
    if (!isPresent()) return;
    system.setState({ diagnosis, isRunning: false, weighing: { done: 0, total: 0 } });
    const show = ({ effects, done, total }: Weighing) =>
      isPresent() && system.setState({ effects, weighing: done < total ? { done, total } : undefined });
    const weighing = calmly(show);
    let last: Weighing = { effects: {}, done: 0, total: 0 };
    await weighAnswers(subject, { pieces, answers }, metric, engines('diagnosis'), {
      signal,
      onChange: (now) => {
        last = now;
        weighing.show(() => now);
      },
    });
    weighing.end();
    show({ ...last, done: last.total });
  } catch (error) {
    if (isPresent())
      system.setState({ problems: [engineProblem(error)], isRunning: false, weighing: undefined });
  }
}

/**
 * Opens the Lab with the user's system, and a changed one beside it.
 * @param present what the server's texts show and the scenario leaves out
 */
export function openInLab(edits: Edits = {}, present: Edits = {}): void {
  const { subject } = system.getState();
  if (!subject) return;
  const scenario = subject.scenario as unknown as Json;
  const hasChange = Object.keys({ ...edits, ...present }).length > 0;
  void showInLab(
    { scenario: applyEdits(scenario, present) },
    hasChange ? { scenario: applyEdits(scenario, edits) } : undefined,
  );
}

/** What advice may change: what the user chose, else what is proposed. */
export const knobsOf = ({ scenario }: Subject, vary: readonly Knob[] | undefined): readonly Knob[] =>
  vary ?? proposedKnobs(scenario);

const changeKnobs = (next: (knobs: readonly Knob[], subject: Subject) => readonly Knob[]): void => {
  const { subject, vary } = system.getState();
  if (subject) system.setState({ vary: next(knobsOf(subject, vary), subject) });
};

/** Lets advice change one more setting, within bounds around its present value. */
export const addKnob = (path: string): void =>
  changeKnobs((knobs, { scenario }) => [
    ...knobs.filter((knob) => knob.path !== path),
    ...[knobFor(scenario, path)].flatMap((knob) => knob ?? []),
  ]);

export const removeKnob = (path: string): void =>
  changeKnobs((knobs) => knobs.filter((knob) => knob.path !== path));

/** Replaces the bounds or the values of a setting. */
export const setKnob = (changed: Knob): void =>
  changeKnobs((knobs) => knobs.map((knob) => (knob.path === changed.path ? changed : knob)));

/** Searches the smallest change that meets the goal. @returns the problem with the goal, if it cannot be read */
export async function askAdvice(text: string): Promise<Problem | undefined> {
  const goal = readGoal(text);
  system.setState({ goal: text });
  if ('part' in goal) return { code: 'SYS-05', path: '', value: goal.part };
  // An answer that was given a moment ago counts.
  if (system.getState().subject) await isAssembled();
  const { subject, pieces, answers, vary } = system.getState();
  if (!subject) return undefined;
  const knobs = knobsOf(subject, vary);
  if (knobs.length === 0) return { code: 'SYS-06', path: '' };
  stopAdvice?.abort();
  stopAdvice = new AbortController();
  const { signal } = stopAdvice;
  const isPresent = () =>
    !signal.aborted && system.getState().pieces === pieces && system.getState().answers === answers;
  system.setState({ isAdvising: true, advice: undefined });
  const progress = calmly((now: Advice) => isPresent() && system.setState({ advice: now }));
  try {
    const advice = await advise(subject.scenario, knobs, goal, engines('advice'), normalize, {
      ...{ signal, onChange: (now) => progress.show(() => now) },
    });
    progress.end();
    if (isPresent()) system.setState({ advice });
  } catch (error) {
    if (isPresent()) system.setState({ problems: [engineProblem(error)] });
  } finally {
    progress.end();
    if (isPresent()) system.setState({ isAdvising: false });
  }
  return undefined;
}

/** The pasted texts with changed options; undefined if the browser cannot start the worker, which is shown. */
export async function changedTexts(subject: Subject, edits: Edits): Promise<Changed | undefined> {
  try {
    return await inOwnReader((reader) => reader.change(subject, edits, system.getState().answers));
  } catch (error) {
    system.setState({ problems: [engineProblem(error)] });
    return undefined;
  }
}

/** The address of the user's system beside a changed one, in the Lab. */
export async function linkTo(edits: Edits): Promise<string | undefined> {
  const { subject } = system.getState();
  if (!subject) return undefined;
  const scenario = subject.scenario as unknown as Json;
  return labAddress({ scenario }, { scenario: applyEdits(scenario, edits) });
}
