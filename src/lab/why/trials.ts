/**
 * "Why?": runs a system again, with the same luck, with each cost halved or taken away and each limit lifted, alone and one on
 * top of the other. One trial at a time; what has been found stays when it is stopped.
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

/** Replications of every system, and so many more when more are wanted. */
export const SEEDS = 5;
/** Trials that are kept: of both sides, and of both before a change. */
const KEPT = 4;

/** The trial under way. */
let present: { readonly key: string; readonly runs: TrialRuns } | undefined;
/** What has been run of each trial that is kept. */
const memories = new Map<string, Memory>();

/** By which a trial finds its system again, whichever side it is on. Of branches, what was before is a part of it. */
export const trialKey = (scenario: Scenario, { a, branchNs, earlier }: ExperimentState): string =>
  branchNs === undefined
    ? JSON.stringify(scenario)
    : JSON.stringify([scenario, branchNs, a?.scenario, ...earlier]);

/** Whether all that is asked for has been run. */
export const isTried = (trial: Trial, extent: Extent): boolean =>
  trial.status === 'done' && (extent === 'alone' || trial.extent === 'together');

/**
 * Tries every lever of a side: goes on where it was stopped, or, when all has been tried, does so with more seeds. Needs the
 * side's summary, which is the first of the runs.
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
  // A system that nobody sees any more is not worth the work.
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

/** Stops the trial under way at once; its results stay. */
export function stopTrial(): void {
  if (present) end(present, { status: 'stopped' });
}

/** Shows a system with changes that were tried beside what it was made of: that as A, the changed one as B. */
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

function keep(kept: readonly Trial[], key: string, memory: Memory): void {
  trials.setState({ trials: kept });
  memories.set(key, memory);
  for (const other of memories.keys())
    if (!kept.some(({ scenario }) => scenario === other)) memories.delete(other);
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
