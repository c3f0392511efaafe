/**
 * "Why?": runs a system again with one cost halved or one limit taken away at a time, with the same random numbers, in a
 * worker of its own. One trial at a time; what has been found stays when it is stopped.
 */
import { type Move, movesOf } from '../explain/levers.ts';
import { pairedChange } from '../explain/paired.ts';
import { isAlwaysFull } from '../explain/request.ts';
import type { Course } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { applyEdits } from '../scenario/patch.ts';
import type { SideName } from '../scenario/problem.ts';
import { type ExperimentState, experiment, legsOf, SIDES } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { type Trial, type Tried, trials } from '../stores/trials.ts';
import { ui } from '../stores/ui.ts';
import { closeEngine, engine, engineProblem } from './engines.ts';
import { judge } from './judge.ts';
import { failed, showPair } from './run.ts';

/** Wall time of one slice, ms: the longest that stopping takes. */
const SLICE_MS = 40;
/** Trials that are kept: of both sides, and of both before a change. */
const KEPT = 4;

/** The trial under way; another object means another trial. */
let present: object | undefined;

const scenarioKey = (scenario: Scenario): string => JSON.stringify(scenario);

/** By which a trial finds its system again, whichever side it is on. Of branches, what was before is a part of it. */
export const trialKey = (scenario: Scenario, { a, branchNs, earlier }: ExperimentState): string =>
  branchNs === undefined
    ? scenarioKey(scenario)
    : JSON.stringify([scenario, branchNs, a?.scenario, ...earlier]);

/** Tries every lever of a side, one after the other. Needs its summary. */
export async function tryLevers(side: SideName): Promise<void> {
  const state = experiment.getState();
  const scenario = state[side]?.scenario;
  const { summary, isStale } = run.getState()[side];
  if (!scenario || !summary || isStale) return;
  stopTrial();
  const mine = {};
  present = mine;
  const key = trialKey(scenario, state);
  const old = trials.getState().trials.filter((trial) => trial.scenario !== key);
  const first: Trial = { scenario: key, status: 'running', total: undefined, progress: 0, tried: [] };
  trials.setState({ trials: [first, ...old].slice(0, KEPT) });
  // A system that nobody sees any more is not worth the work.
  const isShown = () => {
    const now = experiment.getState();
    const isSameBranch = now.branchNs === state.branchNs && now.earlier === state.earlier;
    return isSameBranch && SIDES.some((name) => now[name]?.scenario === scenario);
  };
  const isWanted = () => present === mine && isShown();
  try {
    const possible = await judged(scenario, isWanted);
    update(key, { total: possible.length });
    for (const { move, changed } of possible) {
      const tried = await tryOne(key, move, { scenario, summary }, changed, isWanted);
      if (!isWanted() || !tried) break;
      update(key, { tried: [...trialOf(key), tried], progress: 0 });
    }
    if (present === mine) end(key, { status: isShown() ? 'done' : 'stopped' });
  } catch (error) {
    if (present === mine) end(key, { status: 'failed', problem: engineProblem(error) });
  }
}

/** Stops the trial under way; its results stay. */
export function stopTrial(): void {
  const running = trials.getState().trials.find(({ status }) => status === 'running');
  if (running) end(running.scenario, { status: 'stopped' });
}

/** Shows a tried change beside the system it was tried on: that system as A, the changed one as B. */
export async function compareLever(side: SideName, { edits }: Tried): Promise<void> {
  const source = experiment.getState()[side];
  if (!source) return;
  try {
    const changed = { ...source, ...(await judge(source.scenario, {}, edits)) };
    experiment.setState({ a: source, b: changed, branchNs: undefined });
    ui.setState({ only: undefined });
    showPair();
  } catch (error) {
    failed(error);
  }
}

interface Possible {
  readonly move: Move;
  readonly changed: Scenario;
}

/** The moves that lead to another scenario that the engine accepts. */
async function judged(scenario: Scenario, isWanted: () => boolean): Promise<Possible[]> {
  const possible: Possible[] = [];
  const known = new Set([scenarioKey(scenario)]);
  for (const move of movesOf(scenario)) {
    if (!isWanted()) return [];
    const answer = await engine('trials').normalize(JSON.stringify(applyEdits(scenario, move.edits)));
    if (!answer.scenario || known.has(scenarioKey(answer.scenario))) continue;
    known.add(scenarioKey(answer.scenario));
    possible.push({ move, changed: answer.scenario });
  }
  return possible;
}

/**
 * The run of a changed system that can be held beside the one on screen: of a branch, the change comes where it is measured, or,
 * where a running system cannot change so, at the start.
 */
async function tried(changed: Scenario): Promise<Course> {
  const state = experiment.getState();
  const { a, branchNs } = state;
  if (!a || branchNs === undefined) return { scenario: changed };
  const { countedFrom, courseThrough } = await import('../scenario/course.ts');
  return countedFrom(courseThrough(legsOf(state, 'b'), changed), branchNs);
}

/** Runs one changed scenario to its end. A run that fails is a result too: it is named, and the others go on. */
async function tryOne(
  key: string,
  move: Move,
  base: { readonly scenario: Scenario; readonly summary: Summary },
  changed: Scenario,
  isWanted: () => boolean,
): Promise<Tried | undefined> {
  try {
    const { scenario, changes } = await tried(changed);
    const isBranch = experiment.getState().branchNs !== undefined;
    const result = { ...move, isFromStart: isBranch && changes === undefined };
    const { endNs } = await engine('trials').open(scenario, false, changes);
    while (isWanted()) {
      const { nowNs, done, summary } = await engine('trials').finish(SLICE_MS);
      if (!isWanted()) return undefined;
      if (done && summary)
        return { ...result, change: pairedChange(base.summary, summary, isAlwaysFull(base.scenario)) };
      update(key, { progress: nowNs / endNs });
    }
    return undefined;
  } catch (error) {
    if (!isWanted()) return undefined;
    closeEngine('trials');
    return { ...move, problem: engineProblem(error) };
  }
}

const trialOf = (key: string): readonly Tried[] =>
  trials.getState().trials.find(({ scenario }) => scenario === key)?.tried ?? [];

function update(key: string, part: Partial<Trial>): void {
  trials.setState((state) => ({
    trials: state.trials.map((trial) => (trial.scenario === key ? { ...trial, ...part } : trial)),
  }));
}

/** The worker holds the memory of its largest run; it goes with the trial. */
function end(key: string, part: Partial<Trial>): void {
  present = undefined;
  closeEngine('trials');
  update(key, { ...part, progress: 0 });
}
