/** The current runs: their player and their summaries. Memory only. */
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
  /** The engine is loading. */
  | 'loading'
  /** A pair of runs is opening; the old picture stays. */
  | 'opening'
  /** The picture shows the current scenarios. */
  | 'ready'
  /** The engine failed; `failure` says how. The old picture stays. */
  | 'failed';

export interface SideRun {
  /** Of the last complete run. */
  readonly summary: RunResult | undefined;
  /** Whether the scenario has changed since: the summary belongs to the one before. */
  readonly isStale: boolean;
  /** Simulated part of the current run, 0 … 1. */
  readonly progress: number;
}

export interface RunState {
  readonly status: RunStatus;
  readonly failure: Problem | undefined;
  readonly player: Player | undefined;
  /** The course of each of the player's runs. */
  readonly played: Readonly<Record<SideName, Course>> | undefined;
  /** Whether it has been paused since the page opened, only because of reduced motion. */
  readonly isUnmoved: boolean;
  readonly a: SideRun;
  readonly b: SideRun;
}

/** The state of a side without a summary. */
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
