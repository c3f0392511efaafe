/** The runs behind the picture: the player that shows them and the summaries that measure them. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { RunResult } from '../../model/explain/run-result.ts';
import type { Player, Playhead } from '../../model/playback/player.ts';
import type { Course } from '../../model/scenario/course.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';

/** The playhead for DOM text, written at most five times a second by the player's listener. Memory only. */

export interface PlayheadState {
  readonly now: Playhead | undefined;
}

export const playhead = createStore<PlayheadState>(() => ({ now: undefined }));

export type RunStatus =
  /** The engine is being loaded. */
  | 'loading'
  /** A pair of runs is being opened; the old picture stays. */
  | 'opening'
  /** The picture shows the present scenarios. */
  | 'ready'
  /** The engine failed; `failure` says how. The old picture stays. */
  | 'failed';

export interface SideRun {
  /** Of the last complete run. */
  readonly summary: RunResult | undefined;
  /** Whether the scenario has changed since: the summary belongs to the one before. */
  readonly isStale: boolean;
  /** Part of the present run that has been counted, 0 … 1. */
  readonly progress: number;
}

export interface RunState {
  readonly status: RunStatus;
  readonly failure: Problem | undefined;
  readonly player: Player | undefined;
  /** What the player's runs are runs of. */
  readonly played: Readonly<Record<SideName, Course>> | undefined;
  /** Whether it has stood still since the page was opened, and only because less motion is asked for. */
  readonly isUnmoved: boolean;
  readonly a: SideRun;
  readonly b: SideRun;
}

/** Of a side that has not been counted. */
export const nothing: SideRun = { summary: undefined, isStale: false, progress: 0 };

export const run = createStore<RunState>(() => ({
  status: 'loading',
  failure: undefined,
  player: undefined,
  played: undefined,
  isUnmoved: false,
  a: nothing,
  b: nothing,
}));
