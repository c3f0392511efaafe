/** The current definition, and the sweep that has been run. Definition and prediction survive a reload. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../model/scenario/problem.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import type { Origin } from '../model/sweep/overrides.ts';
import type { Point } from '../model/sweep/plan.ts';
import type { Gap, RunRecord } from '../model/sweep/results.ts';
import type { Beginning } from '../model/sweep/warmup.ts';

/**
 * Why a sweep has ended; `decided`: its answer is; `glance`: the few seconds of an automatic run are over;
 * `file`: its runs were read from a file.
 */
export type Ending = 'decided' | 'precision' | 'budget' | 'seeds' | 'cancelled' | 'glance' | 'file';

export type SweepStatus =
  /** Nothing has been run. */
  | 'idle'
  /** Its points are being read, and cached runs loaded. */
  | 'preparing'
  | 'running'
  | 'paused'
  | 'ended';

/** A run of a definition: the results belong to `sweep`, whatever has changed since. */
export interface SweepRun {
  readonly sweep: Sweep;
  readonly points: readonly Point[];
  readonly runs: readonly RunRecord[];
  readonly gaps: readonly Gap[];
  readonly engineVersion: string;
  /** Most requested runs, finished runs, and those among them from the cache. */
  readonly total: number;
  readonly done: number;
  readonly reused: number;
  /** Wall time without pauses, ms, and the remaining time; undefined while unknown. */
  readonly elapsedMs: number;
  readonly etaMs: number | undefined;
  readonly workers: number;
  readonly ending: Ending | undefined;
}

/** The estimated duration before the start. */
export interface SweepEstimate {
  /** The estimated definition. */
  readonly sweep: Sweep;
  readonly points: number;
  /** Points that cannot be simulated. */
  readonly gaps: readonly Gap[];
  readonly runs: number;
  readonly ms: number | undefined;
  readonly workers: number;
}

/** The reader's prediction by point, in the unit of the metric. */
export type Prediction = Readonly<Record<number, number>>;

export interface SweepState {
  readonly definition: Sweep | undefined;
  /** The source of the definition; its overrides end with its systems. */
  readonly origin: Origin | undefined;
  /** Problems of the definition. */
  readonly problems: readonly Problem[];
  /** Whether they belong to a file or a link that was refused as a whole. */
  readonly isRefused: boolean;
  readonly status: SweepStatus;
  /** Whether the sweep runs, or has run, automatically. */
  readonly isGlance: boolean;
  readonly run: SweepRun | undefined;
  readonly estimate: SweepEstimate | undefined;
  readonly prediction: Prediction;
  /** A few whole runs, for the view of the warm-up. */
  readonly beginnings: readonly Beginning[];
  /** Why nothing runs. */
  readonly failure: Problem | undefined;
}

export const sweeps = createStore<SweepState>(() => ({
  definition: undefined,
  origin: undefined,
  problems: [],
  isRefused: false,
  status: 'idle',
  isGlance: false,
  run: undefined,
  estimate: undefined,
  prediction: {},
  beginnings: [],
  failure: undefined,
}));
