/** The search for an instant at which something happens. Memory only: what it finds belongs to a run. */
import { createStore } from 'zustand/vanilla';
import type { Condition, Moment } from '../../model/analysis/until.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** What is known of the newest search; undefined = nothing has been searched, or it was called off. */
export type Search = {
  readonly condition: Condition;
  /** After which instant it was looked for, ns. */
  readonly afterNs: number;
} & (
  | { readonly state: 'searching'; readonly reachedNs: number; readonly endNs: number }
  | { readonly state: 'found'; readonly side: SideName; readonly moment: Moment }
  /** It does not happen between `afterNs` and the end of the run. */
  | { readonly state: 'never'; readonly endNs: number }
);

export interface SearchState {
  readonly search: Search | undefined;
}

export const search = createStore<SearchState>(() => ({ search: undefined }));
