/** The ready comparisons: which is shown, their results, and the current step. Results are stored in this browser. */
import { createStore } from 'zustand/vanilla';
import type { ComparisonId } from './comparisons.ts';
import type { ComparisonResult } from './result.ts';

export interface ComparisonState {
  /** Id of the shown comparison. */
  readonly shown: ComparisonId;
  /** By id of the comparison. */
  readonly results: Readonly<Record<string, ComparisonResult>>;
  /** The running one, with the index of its configuration. */
  readonly step: { readonly comparison: string; readonly index: number; readonly of: number } | undefined;
}

export const comparisons = createStore<ComparisonState>(() => ({
  shown: 'lettuceAgainstJedis',
  results: {},
  step: undefined,
}));
