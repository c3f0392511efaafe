/** Results of mid-run edits: branches from that instant on, or restarts of the run. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { SideName } from '../../model/scenario/problem.ts';
import type { ExperimentState } from '../settings/experiment-state.ts';

/** The branch on screen, if an edit made it. */
export interface MadeBranch {
  /** The state before, restored when the edit is applied from the start instead. */
  readonly before: ExperimentState;
  /** The sides that were changed. */
  readonly sides: readonly SideName[];
  /** The side whose run the branch leaves. */
  readonly parentSide: SideName;
  readonly atNs: number;
  /** Whether it is the first of the visit: only then the explanation is shown. */
  readonly isFirst: boolean;
  /** The edited paths and the control: further edits by the same control belong to the branch. */
  readonly paths: readonly string[];
  readonly control: Element | null;
}

/** A compared system, until a mid-run edit made a branch of the other side. */
export interface Replaced {
  /** Both sides before, and their tree. */
  readonly before: ExperimentState;
  /** The side whose run the branch leaves; the other one was replaced. */
  readonly parentSide: SideName;
}

export interface MidRunEditState {
  readonly newBranch: MadeBranch | undefined;
  /** The system that returns when the branch is left. */
  readonly replaced: Replaced | undefined;
  /** Whether A and B traded places: the control that edited A now edits B. */
  readonly isTurned: boolean;
  /** Whether an edit has made a branch in this visit. */
  readonly hasExplained: boolean;
  /** Whether the user chose that edits restart the run: then no branch is made. */
  readonly startsOver: boolean;
  /** Edited paths that a running system cannot change, so that the run restarted. */
  readonly restarted: readonly string[] | undefined;
  /**
   * Why a branch was refused. Limit reached: `full`; `fullKnob` = the edit restarted the run; `fullB` = it
   * applies from the begin of the branch. Nothing to leave at this instant: `moment`. The run ends before the
   * branch: `late`, or `cut` when it was left for that. `swap`: the sides cannot be swapped.
   */
  readonly refusal: 'full' | 'fullKnob' | 'fullB' | 'moment' | 'late' | 'cut' | 'swap' | undefined;
  /** The last deletion: the tree before it, in link form, and the number of deleted branches. */
  readonly forgotten: { readonly text: string | undefined; readonly count: number } | undefined;
  /** Whether the tree of branches is expanded. */
  readonly isTreeOpen: boolean;
}

export const NO_MID_RUN_EDIT: MidRunEditState = {
  newBranch: undefined,
  replaced: undefined,
  isTurned: false,
  hasExplained: false,
  startsOver: false,
  restarted: undefined,
  refusal: undefined,
  forgotten: undefined,
  isTreeOpen: false,
};

export const midRunEdit = createStore<MidRunEditState>(() => NO_MID_RUN_EDIT);
