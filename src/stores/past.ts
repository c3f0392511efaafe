/** What a change in the middle of a run means: the run from its beginning again, or a branch from there on. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { SideState } from './experiment.ts';

/** A was changed while an instant of its run was on screen. */
export interface PastQuestion {
  /** A as it was. */
  readonly trunk: SideState;
  readonly atNs: number;
}

export interface PastState {
  /** While nobody has said what is meant. */
  readonly question: PastQuestion | undefined;
  /** Whether somebody has said that a change means the run from its beginning: nobody is asked again then. */
  readonly startsOver: boolean;
  /** Why a wanted branch has not been made: there are as many as there can be; there is nothing to leave at this moment. */
  readonly refusal: 'full' | 'moment' | undefined;
  /** What was forgotten last: the tree before, as links say it, and how many branches that took. */
  readonly forgotten: { readonly text: string | undefined; readonly count: number } | undefined;
}

export const past = createStore<PastState>(() => ({
  question: undefined,
  startsOver: false,
  refusal: undefined,
  forgotten: undefined,
}));
