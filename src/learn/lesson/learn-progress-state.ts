/** What the learner has done in every lesson; kept in this browser. */
import { createStore } from 'zustand/vanilla';
import { keep, readKept } from '../../ui/local-storage.ts';
import { type Progress, progressText, readProgress } from '../lessons/progress.ts';

const STORAGE_KEY = 'roundtrip.learn';

export interface LearnProgressState {
  readonly lessons: Progress;
}

export const learnProgress = createStore<LearnProgressState>(() => ({
  lessons: readProgress(readKept(STORAGE_KEY)) ?? {},
}));

learnProgress.subscribe(({ lessons }) => keep(STORAGE_KEY, progressText(lessons)));
