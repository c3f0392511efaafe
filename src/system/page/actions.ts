/** What the user does: give pieces and answers, ask for advice. Everything else follows. */

import { showInLab } from '../../lab/link/open.ts';
import { engineProblem, newEngine } from '../../lab/run/engines.ts';
import { normalize } from '../../lab/run/normalize.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { coreCount, Pool } from '../../model/workers/pool.ts';
import { advise } from '../advice/advise.ts';
import { readGoal } from '../advice/goal.ts';
import type { Knob } from '../advice/vary.ts';
import { assemble } from '../assemble.ts';
import { diagnose, findingsAtOnce, metricOf } from '../diagnosis/diagnose.ts';
import { mask } from '../mask.ts';
import { openQuestions } from '../questions.ts';
import { read } from '../readers/read.ts';
import type { Piece } from '../system.ts';
import { sensitivity } from './sensitivity.ts';
import { system } from './system-state.ts';

let pool: Pool | undefined;
let stopRuns: AbortController | undefined;

const engines = (): Pool => {
  pool ??= new Pool(coreCount(), newEngine);
  return pool;
};

/** Ends all runs and their workers: the page is left, or its input changes. */
function stop(): void {
  stopRuns?.abort();
  stopRuns = undefined;
  pool?.close();
  pool = undefined;
}

/** Begins with what an earlier visit kept. @returns the end of the visit */
export function visitSystem(): () => void {
  void follow();
  return stop;
}

export function addPieces(added: readonly Omit<Piece, 'id'>[]): void {
  const { pieces } = system.getState();
  const next = Math.max(-1, ...pieces.map(({ id }) => Number(id))) + 1;
  // Nothing but the masked text is kept anywhere.
  const masked = added
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, text }, index) => ({ id: `${next + index}`, name, text: mask(text).text }));
  if (masked.length > 0) change({ pieces: [...pieces, ...masked] });
}

export const removePiece = (id: string): void =>
  change({ pieces: system.getState().pieces.filter((piece) => piece.id !== id) });

/** Replaces everything by an example. */
export const showExample = (piece: Omit<Piece, 'id'>): void => {
  change({ pieces: [{ id: '0', ...piece }], answers: {} });
};

/** Removes all pieces and answers, also from the browser's storage. */
export const clearSystem = (): void => change({ pieces: [], answers: {} });

/** @param value undefined: back to the proposal */
export function answerQuestion(id: string, value: number | undefined): void {
  const { [id]: _, ...others } = system.getState().answers;
  change({ answers: value === undefined ? others : { ...others, [id]: value } });
}

function change(part: Partial<Pick<ReturnType<typeof system.getState>, 'pieces' | 'answers'>>): void {
  stop();
  const pieces = part.pieces ?? system.getState().pieces;
  system.setState({
    ...part,
    reading: read(pieces),
    ...{ subject: undefined, problems: [], diagnosis: undefined, effects: {}, advice: undefined },
    ...{ isRunning: false, isAdvising: false },
  });
  void follow();
}

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
    const instances = typeof answers.instances === 'number' ? answers.instances : reading.instances;
    const subject = { reading, ...assembled, instances };
    const metric = metricOf(subject.scenario);
    const early = { metric, limit: null, summary: null, done: 0, total: 0 };
    system.setState({
      subject,
      diagnosis: { ...early, findings: findingsAtOnce(subject) },
      isRunning: !subject.isServerOnly,
    });
    if (subject.isServerOnly) return;
    const diagnosis = await diagnose(subject, engines(), normalize, {
      signal,
      onChange: (now) => isPresent() && system.setState({ diagnosis: now }),
    });
    if (!isPresent()) return;
    system.setState({ diagnosis });
    const questions = openQuestions(subject.scenario, subject.settings, answers, instances);
    await sensitivity(subject.scenario, questions, metric, engines(), normalize, {
      signal,
      onChange: (effects) => isPresent() && system.setState({ effects }),
    });
    if (isPresent()) system.setState({ isRunning: false });
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

/** Largest number of connections that advice considers. */
const MOST_CONNECTIONS = 200;

/** What advice may change: the number of connections, and tests of connections. */
export function knobsOf({
  client,
}: {
  readonly client: { readonly connections: { readonly kind: string } };
}): readonly Knob[] {
  const whole = { min: 1, max: MOST_CONNECTIONS, isWhole: true };
  if (client.connections.kind === 'pooled')
    return [
      { path: 'client.connections.maxTotal', ...whole },
      { path: 'client.connections.testOnBorrow', values: [true, false] },
    ];
  return client.connections.kind === 'shared'
    ? [{ path: 'client.connections.count', ...whole, max: 16 }]
    : [];
}

/** Searches the smallest change that meets the goal. @returns the part of the goal that cannot be read */
export async function askAdvice(text: string): Promise<string | undefined> {
  const goal = readGoal(text);
  system.setState({ goal: text });
  if ('part' in goal) return goal.part;
  const { subject, pieces, answers } = system.getState();
  if (!subject) return undefined;
  stopRuns?.abort();
  stopRuns = new AbortController();
  const { signal } = stopRuns;
  const isPresent = () =>
    !signal.aborted && system.getState().pieces === pieces && system.getState().answers === answers;
  system.setState({ isAdvising: true, isRunning: false, advice: undefined });
  try {
    const advice = await advise(subject.scenario, knobsOf(subject.scenario), goal, engines(), normalize, {
      signal,
      onChange: (now) => isPresent() && system.setState({ advice: now }),
    });
    if (isPresent()) system.setState({ advice });
  } catch (error) {
    if (isPresent()) system.setState({ problems: [engineProblem(error)] });
  } finally {
    if (isPresent()) system.setState({ isAdvising: false });
  }
  return undefined;
}
