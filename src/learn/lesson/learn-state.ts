/** The lesson that is open, and what its runs have shown. Memory only; answers and steps are kept by `learn-progress.ts`. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import type { Point } from '../lessons/figures.ts';
import type { Counter, Lesson, Reveal, StepName } from '../lessons/lesson.ts';
import { type Progress, progressText, readProgress } from '../lessons/progress.ts';

/** What the learner has done in every lesson; kept in this browser. */

const STORAGE_KEY = 'roundtrip.learn';

export interface LearnProgressState {
  readonly lessons: Progress;
}

export const learnProgress = createStore<LearnProgressState>(() => ({
  lessons: readProgress(readKept(STORAGE_KEY)) ?? {},
}));

learnProgress.subscribe(({ lessons }) => keep(STORAGE_KEY, progressText(lessons)));

export interface LearnState {
  readonly id: string | undefined;
  readonly step: StepName;
  readonly lesson: Lesson | undefined;
  /** What may be known after the lock; not fetched before. */
  readonly reveal: Reveal | undefined;
  /** Why the lesson could not be loaded, or its runs not be counted. */
  readonly failure: Problem | undefined;
  /** By name of the run. */
  readonly results: Readonly<Record<string, readonly Point[]>>;
  /** Whether all runs have been counted. */
  readonly isCounted: boolean;
  /** The counter-run on the stage, if it is one. */
  readonly counter: Counter | undefined;
  /** Whether the stage is about to show something else: what stands there still answers no question of the present step. */
  readonly isStaging: boolean;
  /** Where the lesson ends for whoever opened this link; undefined = nowhere. */
  readonly stop: StepName | undefined;
}

export const NO_LESSON: LearnState = {
  id: undefined,
  step: 'hook',
  lesson: undefined,
  reveal: undefined,
  failure: undefined,
  results: {},
  isCounted: false,
  counter: undefined,
  isStaging: false,
  stop: undefined,
};

export const learn = createStore<LearnState>(() => NO_LESSON);
