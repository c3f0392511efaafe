/** The open lesson and the results of its runs. Memory only; `learn-progress.ts` stores answers and steps. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../../model/scenario/problem.ts';
import { keep, readKept } from '../../ui/local-storage.ts';
import type { IncidentsProgress } from '../incidents/incident-progress.ts';
import type { Point } from '../lessons/figures.ts';
import type { Counter, Lesson, Reveal, StepName } from '../lessons/lesson.ts';
import {
  type Progress,
  practiceIn,
  progressText,
  readIncidentProgress,
  readProgress,
} from '../lessons/progress.ts';
import type { Sections } from '../lessons/text.ts';
import { packageIn } from '../platform/platform-state.ts';
import { type Practice, readPractice } from '../practice/schedule.ts';

/** The learner's progress in every lesson; stored in this browser. */

const STORAGE_KEY = 'roundtrip.learn';

export interface LearnProgressState {
  readonly lessons: Progress;
  /** Boxes of the spaced repetition. */
  readonly practice: Practice;
  /** Hidden faults, by variant. */
  readonly incidents: IncidentsProgress;
}

export const learnProgress = createStore<LearnProgressState>(() => ({
  lessons: readProgress(readKept(STORAGE_KEY)) ?? {},
  practice: readPractice(practiceIn(readKept(STORAGE_KEY))),
  incidents: readIncidentProgress(readKept(STORAGE_KEY)),
}));

// A learning platform keeps the progress itself: students may share this browser.
if (!packageIn(globalThis.location?.hash ?? ''))
  learnProgress.subscribe(({ lessons, practice, incidents }) =>
    keep(STORAGE_KEY, progressText(lessons, practice, incidents)),
  );

export interface LearnState {
  readonly id: string | undefined;
  readonly step: StepName;
  readonly lesson: Lesson | undefined;
  /** The part after the lock; not fetched before. */
  readonly reveal: Reveal | undefined;
  /** The lesson's code by library, fetched with that part; undefined without code. */
  readonly code: Sections | undefined;
  /** Why the lesson could not be loaded or simulated. */
  readonly failure: Problem | undefined;
  /** By name of the run. */
  readonly results: Readonly<Record<string, readonly Point[]>>;
  /** Whether all runs have been simulated. */
  readonly isCounted: boolean;
  /** The counter-run on the stage, if it is one. */
  readonly counter: Counter | undefined;
  /** Whether the stage is about to change: its current runs answer no question of this step. */
  readonly isStaging: boolean;
  /** The last step for this link; undefined = no limit. */
  readonly stop: StepName | undefined;
}

export const NO_LESSON: LearnState = {
  id: undefined,
  step: 'hook',
  lesson: undefined,
  reveal: undefined,
  code: undefined,
  failure: undefined,
  results: {},
  isCounted: false,
  counter: undefined,
  isStaging: false,
  stop: undefined,
};

export const learn = createStore<LearnState>(() => NO_LESSON);
