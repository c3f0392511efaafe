/** The lesson that somebody is writing; kept in this browser by `learn/write/custom-lesson-draft.ts`. */
import { createStore } from 'zustand/vanilla';

export interface LearnDraftState {
  /** Empty: nothing has been begun. */
  readonly text: string;
  /** What was there before the text was replaced as a whole, to be brought back. */
  readonly former: string | undefined;
  /** What another tab has written meanwhile; until one is chosen, nothing is kept over it. */
  readonly other: string | undefined;
  /** Whether the browser keeps it; private windows and full ones do not. */
  readonly isKept: boolean;
}

export const learnDraft = createStore<LearnDraftState>(() => ({
  text: '',
  former: undefined,
  other: undefined,
  isKept: true,
}));
