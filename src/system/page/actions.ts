/** What the user does: give pieces and answers, ask for advice. Everything else follows. */

import { labAddress, showInLab } from '../../lab/link/open.ts';
import { engineProblem, newEngine } from '../../lab/run/engines.ts';
import { normalize } from '../../lab/run/normalize.ts';
import { observeRedis } from '../../live/live.ts';
import { live } from '../../live/live-state.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import type { Engines } from '../../model/sweep/paired-runs.ts';
import { SharedEngines } from '../../model/sweep/shared-engines.ts';
import { coreCount, Pool } from '../../model/workers/pool.ts';
import { type Advice, advise } from '../advice/advise.ts';
import { readGoal } from '../advice/goal.ts';
import { knobFor, proposedKnobs } from '../advice/knobs.ts';
import type { Knob } from '../advice/vary.ts';
import { assemble } from '../assemble.ts';
import { type Diagnosis, diagnose, findingsAtOnce, metricOf } from '../diagnosis/diagnose.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { mask } from '../mask.ts';
import { instancesOf, proposalsOf } from '../proposals.ts';
import { openQuestions } from '../questions.ts';
import { MAX_CHARACTERS } from '../readers/log.ts';
import { read } from '../readers/read.ts';
import { packShared, unpackShared } from '../share.ts';
import type { Answers, Piece } from '../system.ts';
import { type Effects, sensitivity } from './sensitivity.ts';
import { FIRST_GOAL, system } from './system-state.ts';

/** Time between two drawings of what runs have found so far, ms: the page answers meanwhile. */
const CALM_MS = 250;

/** Shows the newest of many values, once a while. `end` leaves out what was not shown yet. */
function calmly<T>(show: (value: T) => void): {
  readonly show: (value: T) => void;
  readonly end: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: T;
  return {
    show: (value) => {
      newest = value;
      timer ??= setTimeout(() => {
        timer = undefined;
        show(newest);
      }, CALM_MS);
    },
    end: () => clearTimeout(timer),
  };
}

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
  const packed = SHARED.exec(location.hash)?.[1];
  if (packed === undefined) void follow();
  else void openShared(packed);
  return stop;
}

/** Shows the system of a link, and searches its advice. */
async function openShared(packed: string): Promise<void> {
  const shared = await unpackShared(packed);
  if (!shared) {
    system.setState({ problems: [{ code: 'SYS-09', path: '' }] });
    return;
  }
  const { pieces, answers, goal, vary } = shared;
  system.setState({ isShared: true });
  change({ pieces, answers }, true);
  system.setState({ vary, goal: goal || FIRST_GOAL });
  await isAssembled();
  if (goal !== '') await askAdvice(goal);
}

/** Waits for the scenario, or for the reason why there is none. */
const isAssembled = (): Promise<void> =>
  new Promise((resolve) => {
    const isThere = () => system.getState().subject !== undefined || system.getState().problems.length > 0;
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
  const packed = await packShared({ pieces, answers, goal, vary }, nextFrame);
  return packed && `${location.href.replace(/#.*$/s, '')}#/system?s=${packed}`;
}

const nextFrame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** @returns whether all texts were short enough to be read */
export function addPieces(given: readonly Omit<Piece, 'id'>[]): boolean {
  const { pieces } = system.getState();
  const added = given.filter(({ text }) => text.length <= MAX_CHARACTERS);
  const next = Math.max(-1, ...pieces.map(({ id }) => Number(id))) + 1;
  // Nothing but the masked text is kept anywhere.
  const masked = added
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, text }, index) => ({ id: `${next + index}`, name, text: mask(text).text }));
  if (masked.length > 0) change({ pieces: [...pieces, ...masked] });
  return added.length === given.length;
}

/**
 * Reads counters, connections and slow commands from the Redis behind the bridge, and its round trip. They replace what was
 * read from it before. @returns why it cannot be read, or the commands that Redis refused
 */
export async function readRedis(): Promise<Problem | undefined> {
  const found = await observeRedis();
  if ('code' in found) return found;
  const { pieces, answers } = system.getState();
  const names = Object.values(OBSERVED_FILES);
  system.setState({ pieces: pieces.filter(({ name }) => !names.includes(name)) });
  const state = live.getState();
  if (state.status === 'connected' && state.pingUs !== undefined)
    system.setState({ answers: { ...answers, rtt: state.pingUs } });
  addPieces([
    { name: OBSERVED_FILES.info, text: found.info },
    { name: OBSERVED_FILES.clients, text: found.clientList },
    { name: OBSERVED_FILES.slowLog, text: found.slowLog },
  ]);
  return found.refused.length === 0
    ? undefined
    : { code: 'SYS-08', path: '', value: found.refused.join(', ') };
}

/** Names of the pieces that come from the bridge. */
const OBSERVED_FILES: Readonly<Record<'info' | 'clients' | 'slowLog', string>> = {
  info: 'INFO',
  clients: 'CLIENT LIST',
  slowLog: 'SLOWLOG GET',
};

export const removePiece = (id: string): void =>
  change({ pieces: system.getState().pieces.filter((piece) => piece.id !== id) });

/** Replaces everything by an example. */
export const showExample = (piece: Omit<Piece, 'id'>): void => {
  change({ pieces: [{ id: '0', ...piece }], answers: {} });
};

/**
 * Takes a description from the start page. It replaces an earlier description; other pieces stay.
 * @returns whether it is short enough to be read
 */
export function describeSystem(text: string): boolean {
  const { pieces, reading } = system.getState();
  const isDescribed = (id: string) =>
    reading.pieces.some(({ piece, kind }) => piece.id === id && kind === 'sentence');
  system.setState({ pieces: pieces.filter(({ id }) => !isDescribed(id)) });
  return addPieces([{ name: '', text }]);
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
  const { [id]: _, ...others } = system.getState().answers;
  change({ answers: value === undefined ? others : { ...others, [id]: value } });
}

function change(
  part: Partial<Pick<ReturnType<typeof system.getState>, 'pieces' | 'answers'>>,
  isShared = false,
): void {
  stop();
  // What the user changes is no longer the system of the link.
  if (!isShared && SHARED.test(location.hash)) history.replaceState(null, '', '#/system');
  const { pieces, answers } = { ...system.getState(), ...part };
  // Another client has other settings; answers leave them.
  const isNew = part.pieces !== undefined;
  system.setState({
    ...part,
    ...(isNew && { vary: undefined }),
    reading: read(pieces, answers),
    ...{ subject: undefined, problems: [], diagnosis: undefined, effects: {}, advice: undefined },
    ...{ isRunning: false, isAdvising: false, isShared },
  });
  void follow();
}

/** What no text says about a subject, with the proposals. */
export const questionsOf = ({ reading, scenario, settings }: Subject, answers: Answers) =>
  openQuestions(scenario, settings, answers, reading.instances, proposalsOf(reading, answers));

/** Assembles the scenario and diagnoses it: findings that need no run at once, effects as runs end. */
async function follow(): Promise<void> {
  const { reading, answers, pieces } = system.getState();
  if (!reading.pieces.some(({ kind }) => kind !== null)) return;
  stopRuns = new AbortController();
  const { signal } = stopRuns;
  const isPresent = () => !signal.aborted && system.getState().pieces === pieces;
  try {
    const assembled = await assemble(reading, answers, normalize);
    if (!isPresent()) return;
    if (!('scenario' in assembled)) {
      system.setState({ problems: assembled });
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
    system.setState({ diagnosis });
    const questions = questionsOf(subject, answers);
    let known: Effects = {};
    const matters = calmly((effects: Effects) => isPresent() && system.setState({ effects }));
    await sensitivity(subject.scenario, questions, metric, engines('diagnosis'), normalize, {
      signal,
      onChange: (effects) => {
        known = effects;
        matters.show(effects);
      },
    });
    matters.end();
    if (isPresent()) system.setState({ isRunning: false, effects: known });
  } catch (error) {
    if (isPresent()) system.setState({ problems: [engineProblem(error)], isRunning: false });
  }
}

/** Opens the Lab with the user's system, and a changed one beside it. */
export function openInLab(edits: Edits | undefined): void {
  const { subject } = system.getState();
  if (!subject) return;
  const scenario = subject.scenario as unknown as Json;
  const hasChange = edits !== undefined && Object.keys(edits).length > 0;
  void showInLab({ scenario }, hasChange ? { scenario: applyEdits(scenario, edits) } : undefined);
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
      ...{ signal, onChange: progress.show },
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

/** The address of the user's system beside a changed one, in the Lab. */
export async function linkTo(edits: Edits): Promise<string | undefined> {
  const { subject } = system.getState();
  if (!subject) return undefined;
  const scenario = subject.scenario as unknown as Json;
  return labAddress({ scenario }, { scenario: applyEdits(scenario, edits) });
}
