/** What single changes of a system were worth, as far as they have been tried. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { LeverId } from '../explain/levers.ts';
import type { PairedChange } from '../explain/paired.ts';
import type { Edits } from '../scenario/patch.ts';
import type { Problem } from '../scenario/problem.ts';

export interface Tried {
  readonly id: LeverId;
  readonly edits: Edits;
  /** A change of a branch that a running system cannot take: its run has it from the start, and is counted as the branch is. */
  readonly isFromStart?: boolean;
  /** Absent when the run failed; `problem` says why. */
  readonly change?: PairedChange;
  readonly problem?: Problem;
}

export interface Trial {
  /** Canonical text of the scenario that was changed: what is shown belongs to this one. */
  readonly scenario: string;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  /** Why it failed. */
  readonly problem?: Problem;
  /** How many changes there are to try; undefined until the engine has judged them. */
  readonly total: number | undefined;
  /** Part of the run under way, 0 … 1. */
  readonly progress: number;
  readonly tried: readonly Tried[];
}

export interface TrialsState {
  /** The newest first. */
  readonly trials: readonly Trial[];
}

export const trials = createStore<TrialsState>(() => ({ trials: [] }));
