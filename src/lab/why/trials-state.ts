/** The gains of changes to a system, alone and on top of each other, as far as tried. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { LeverId, Move } from '../../model/explain/levers.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import type { Quantity, Replications } from '../../model/sweep/effects.ts';
import type { ExperimentState } from '../settings/experiment-state.ts';

/** Every change alone, or the costs also one on top of the other. */
export type Extent = 'alone' | 'together';

interface Tried {
  /** Of the system with it, by replication. */
  readonly runs: Replications;
  /**
   * A change that a running system cannot take: its run has it from the start, and is measured like the
   * branch.
   */
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
  /** From the unchanged system to the one after this step. */
  readonly edits: Edits;
}

export interface Trial {
  /** Canonical text of the unchanged scenario: the results belong to this one. */
  readonly scenario: string;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  /** The last requested extent. */
  readonly extent: Extent;
  /** Why it failed. */
  readonly problem?: Problem;
  /** Replications of every system; the first has this seed. */
  readonly seeds: number;
  readonly firstSeed: number;
  /**
   * Requested runs, undefined until the engine has validated the changes; finished runs; remaining wall time,
   * ms.
   */
  readonly total: number | undefined;
  readonly done: number;
  readonly etaMs: number | undefined;
  /** The unchanged system. */
  readonly base: Replications;
  readonly singles: readonly Single[];
  /** In the order of application. */
  readonly steps: readonly Stacked[];
  /** Whether these are all that can be applied. */
  readonly isWhole: boolean;
  /** Costs that change nothing, or cannot be removed, on top of the steps before. */
  readonly leftOut: readonly LeverId[];
}

/** Both sides run with the same seeds. */
export interface PairTrial {
  /** Key of the two systems: the results belong to these. */
  readonly key: string;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  readonly problem?: Problem;
  /** Requested replications of each side; the first has this seed. */
  readonly seeds: number;
  readonly firstSeed: number;
  /** Requested runs, and finished ones. */
  readonly total: number;
  readonly done: number;
  readonly a: Replications;
  readonly b: Replications;
}

export interface TrialsState {
  /** The newest first. */
  readonly trials: readonly Trial[];
  /** The visible side and extent: they stay when another panel is opened in between. */
  readonly side: SideName;
  readonly extent: Extent;
  /** The chosen metric; undefined until one is chosen. */
  readonly quantity: Quantity | undefined;
  /** Of the last pair that was run with several seeds. */
  readonly pair: PairTrial | undefined;
}

export const trials = createStore<TrialsState>(() => ({
  trials: [],
  side: 'a',
  extent: 'alone',
  quantity: undefined,
  pair: undefined,
}));

/** Key of a pair's repetition; undefined without two systems. */
export const pairKey = ({ a, b, branchNs, earlier }: ExperimentState): string | undefined =>
  a && b && JSON.stringify([a.scenario, b.scenario, branchNs, ...earlier]);

/** Whether a trial is running. */
export const isTrying = (state: TrialsState): boolean =>
  state.trials.some(({ status }) => status === 'running');
