/** What changes of a system were worth, alone and on top of each other, as far as they have been tried. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { LeverId, Move } from '../../model/explain/levers.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import type { Quantity, Replications } from '../../model/sweep/effects.ts';
import type { ExperimentState } from '../settings/experiment-state.ts';

/** Every change alone, or the costs among them one on top of the other as well. */
export type Extent = 'alone' | 'together';

interface Tried {
  /** Of the system with it, by replication. */
  readonly runs: Replications;
  /** A change of a branch that a running system cannot take: its run has it from the start, and is counted as the branch is. */
  readonly isFromStart?: boolean;
}

/** A change alone. */
export interface Single extends Move, Tried {
  /** Why it cannot be run. */
  readonly problem?: Problem;
}

/** A change on top of those before it. */
export interface Stacked extends Tried {
  readonly id: LeverId;
  /** From the system as it is to what it is after this step. */
  readonly edits: Edits;
}

export interface Trial {
  /** Canonical text of the scenario that was changed: what is shown belongs to this one. */
  readonly scenario: string;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  /** What was asked last. */
  readonly extent: Extent;
  /** Why it failed. */
  readonly problem?: Problem;
  /** Replications of every system; the first has this seed. */
  readonly seeds: number;
  readonly firstSeed: number;
  /** Runs that are wanted, undefined until the engine has judged the changes; those that are known; what remains, ms of wall time. */
  readonly total: number | undefined;
  readonly done: number;
  readonly etaMs: number | undefined;
  /** The system as it is. */
  readonly base: Replications;
  readonly singles: readonly Single[];
  /** In the order in which they are applied. */
  readonly steps: readonly Stacked[];
  /** Whether these are all that can be applied. */
  readonly isWhole: boolean;
  /** Costs that have nothing to change, or cannot be taken away, on top of the steps before. */
  readonly leftOut: readonly LeverId[];
}

/** Both sides run with the same seeds. */
export interface PairTrial {
  /** What the two systems are: what is shown belongs to these. */
  readonly key: string;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  readonly problem?: Problem;
  /** Replications that are wanted of each side; the first has this seed. */
  readonly seeds: number;
  readonly firstSeed: number;
  /** Runs that are wanted, and those that are known. */
  readonly total: number;
  readonly done: number;
  readonly a: Replications;
  readonly b: Replications;
}

export interface TrialsState {
  /** The newest first. */
  readonly trials: readonly Trial[];
  /** What one looks at: it stays when another panel is opened in between. */
  readonly side: SideName;
  readonly extent: Extent;
  readonly quantity: Quantity;
  /** Of the last pair that was run with several seeds. */
  readonly pair: PairTrial | undefined;
}

export const trials = createStore<TrialsState>(() => ({
  trials: [],
  side: 'a',
  extent: 'alone',
  quantity: 'throughput',
  pair: undefined,
}));

/** By which the runs of a pair find it again; undefined without two systems. */
export const pairKey = ({ a, b, branchNs, earlier }: ExperimentState): string | undefined =>
  a && b && JSON.stringify([a.scenario, b.scenario, branchNs, ...earlier]);

/** Whether changes are being tried. */
export const isTrying = (state: TrialsState): boolean =>
  state.trials.some(({ status }) => status === 'running');
