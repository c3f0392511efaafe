/** What changes in the middle of a run have led to: branches from there on, or the run from its beginning again. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { SideName } from '../../model/scenario/problem.ts';
import type { ExperimentState } from '../settings/experiment-state.ts';

/** The branch on screen, where a change has made it. */
export interface MadeBranch {
  /** What was on screen before, which comes back where the change is meant from where the changed run begins. */
  readonly before: ExperimentState;
  /** The sides that were changed. */
  readonly sides: readonly SideName[];
  /** The side whose run the branch has left. */
  readonly left: SideName;
  readonly atNs: number;
  /** Whether it is the first one of the visit: only then it is told what happens. */
  readonly isFirst: boolean;
  /** What was changed, and by what: the rest of what a hand does there is about the branch. */
  readonly paths: readonly string[];
  readonly control: Element | null;
}

/** A system that was compared until a change in the middle of a run made a branch of the other one. */
export interface Replaced {
  /** Both sides before, and their tree. */
  readonly before: ExperimentState;
  /** The side whose run the branch has left; the other one was replaced. */
  readonly left: SideName;
}

export interface MidRunEditState {
  readonly made: MadeBranch | undefined;
  /** What comes back where the branch is left. */
  readonly replaced: Replaced | undefined;
  /** Whether what was A's place among the knobs is B's: the hand that has changed A's knob is on B's. */
  readonly isTurned: boolean;
  /** Whether a branch has been made by a change in this visit. */
  readonly isTold: boolean;
  /** Whether somebody has said that a change means the run from its beginning: no branch is made then. */
  readonly startsOver: boolean;
  /** What was changed although a running system cannot change it, so that the run began again: paths. */
  readonly restarted: readonly string[] | undefined;
  /**
   * Why a wanted branch has not been made: there are as many as there can be (`full`; `fullKnob` where a change began the run again
   * instead, `fullB` where it counts from where the branch begins); there is nothing to leave at this moment; why one cannot be
   * shown, because the run is over before it begins (`late`), or has been left for that (`cut`); or why the sides have not been
   * exchanged (`swap`).
   */
  readonly refusal: 'full' | 'fullKnob' | 'fullB' | 'moment' | 'late' | 'cut' | 'swap' | undefined;
  /** What was forgotten last: the tree before, as links say it, and how many branches that took. */
  readonly forgotten: { readonly text: string | undefined; readonly count: number } | undefined;
  /** Whether the tree of branches is unfolded. */
  readonly isTreeOpen: boolean;
}

export const NO_MID_RUN_EDIT: MidRunEditState = {
  made: undefined,
  replaced: undefined,
  isTurned: false,
  isTold: false,
  startsOver: false,
  restarted: undefined,
  refusal: undefined,
  forgotten: undefined,
  isTreeOpen: false,
};

export const midRunEdit = createStore<MidRunEditState>(() => NO_MID_RUN_EDIT);
