/**
 * "Why?": repeats a system with the same seed, with each cost halved or removed and each limit lifted, alone
 * and on top of the other. One trial at a time; results stay after a stop.
 */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { figuresOf } from '../../model/sweep/effects.ts';
import { valuesOfRun } from '../../model/sweep/metrics.ts';
import { ui } from '../../ui/ui-state.ts';
import { engineProblem } from '../run/engines.ts';
import { failed, showPair } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { type ExperimentState, experiment, SIDES } from '../settings/experiment-state.ts';
import { validateEdits } from '../settings/validate-edits.ts';
import { type Memory, placeOf, TrialRuns } from './trial-runs.ts';
import { type Extent, type Trial, trials } from './trials-state.ts';

/** Replications of every system, and the increment for more. */
export const SEEDS = 5;
/** Trials that are kept: of both sides, and of both before a change. */
const KEPT = 4;

/** The running trial. */
let present: { readonly key: string; readonly runs: TrialRuns } | undefined;
/** Runs of each kept trial. */
const memories = new Map<string, Memory>();

/** Key of a trial: its system on either side. For branches it includes the run before. */
export const trialKey = (scenario: Scenario, { a, branchNs, earlier }: ExperimentState): string =>
  branchNs === undefined
    ? JSON.stringify(scenario)
    : JSON.stringify([scenario, branchNs, a?.scenario, ...earlier]);

/** Whether everything requested has been run. */
export const isTried = (trial: Trial, extent: Extent): boolean =>
  trial.status === 'done' && (extent === 'alone' || trial.extent === 'together');

/**
 * Tries every lever of a side: resumes after a stop, or adds seeds when all are done. Needs the side's
 * summary, which is the first of the runs.
 */
export async function tryLevers(side: SideName, extent: Extent): Promise<void> {
  const state = experiment.getState();
  const scenario = state[side]?.scenario;
  const { summary, isStale } = run.getState()[side];
  if (!scenario || !summary || isStale) return;
  stopTrial();
  const key = trialKey(scenario, state);
  const { trials: all } = trials.getState();
  const known = all.find((trial) => trial.scenario === key);
  const seeds = (known?.seeds ?? SEEDS) + (known && isTried(known, extent) ? SEEDS : 0);
  const memory = (known && memories.get(key)) ?? new Map();
  memory.set(placeOf([], 0), figuresOf(valuesOfRun(scenario, summary)));
  const { steps = [], isWhole = false, leftOut = [] } = known ?? {};
  const first: Trial = {
    ...{ scenario: key, status: 'running', extent, seeds, firstSeed: scenario.seed },
    ...{ total: undefined, done: 0, etaMs: undefined },
    ...{ base: known?.base ?? [], singles: known?.singles ?? [], steps, isWhole, leftOut },
  };
  keep([first, ...all.filter((trial) => trial !== known)].slice(0, KEPT), key, memory);
  const runs = new TrialRuns({
    ...{ scenario, state, extent, seeds, memory, before: { steps, isWhole, leftOut } },
    onChange: (part) => update(key, part),
  });
  const mine = { key, runs };
  present = mine;
  // Stops when the system leaves the screen.
  const leave = experiment.subscribe((now) => {
    const isSameBranch = now.branchNs === state.branchNs && now.earlier === state.earlier;
    if (!isSameBranch || SIDES.every((name) => now[name]?.scenario !== scenario))
      end(mine, { status: 'stopped' });
  });
  try {
    await runs.run();
    end(mine, { status: 'done' });
  } catch (error) {
    end(mine, { status: 'failed', problem: engineProblem(error) });
  } finally {
    leave();
  }
}

/** Stops the running trial at once; its results stay. */
export function stopTrial(): void {
  if (present) end(present, { status: 'stopped' });
}

/** Shows a changed system as B next to the unchanged one as A. */
export async function compareLever(side: SideName, edits: Edits): Promise<void> {
  const source = experiment.getState()[side];
  if (!source) return;
  try {
    const changed = { ...source, ...(await validateEdits(source.scenario, {}, edits)) };
    experiment.setState({ a: source, b: changed, branchNs: undefined });
    ui.setState({ only: undefined });
    showPair();
  } catch (error) {
    failed(error);
  }
}

function keep(previous: readonly Trial[], key: string, memory: Memory): void {
  trials.setState({ trials: previous });
  memories.set(key, memory);
  for (const other of memories.keys())
    if (!previous.some(({ scenario }) => scenario === other)) memories.delete(other);
}

function update(key: string, part: Partial<Trial>): void {
  trials.setState((state) => ({
    trials: state.trials.map((trial) => (trial.scenario === key ? { ...trial, ...part } : trial)),
  }));
}

/** Ends a trial, unless it has ended. */
function end(trial: NonNullable<typeof present>, part: Partial<Trial>): void {
  if (present !== trial) return;
  present = undefined;
  trial.runs.end();
  update(trial.key, { ...part, etaMs: undefined });
}
