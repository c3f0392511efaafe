/** The experiment that is being defined, and the one that has been run. The definition and what was predicted survive a reload. */
import { createStore } from 'zustand/vanilla';
import type { Problem } from '../model/scenario/problem.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import type { Origin } from '../model/sweep/overrides.ts';
import type { Point } from '../model/sweep/plan.ts';
import type { Gap, RunRecord } from '../model/sweep/results.ts';
import type { Beginning } from '../model/sweep/warmup.ts';

/** Why a sweep has ended; `glance`: every point was to be seen once, for a few seconds at most; `file`: its runs were read from a file. */
export type Ending = 'precision' | 'budget' | 'seeds' | 'cancelled' | 'glance' | 'file';

export type SweepStatus =
  /** Nothing has been run. */
  | 'idle'
  /** Its points are being read, and what is known of them is fetched. */
  | 'preparing'
  | 'running'
  | 'paused'
  | 'ended';

/** A run of a definition: everything that is shown belongs to `sweep`, whatever has been changed since. */
export interface SweepRun {
  readonly sweep: Sweep;
  readonly points: readonly Point[];
  readonly runs: readonly RunRecord[];
  readonly gaps: readonly Gap[];
  readonly engineVersion: string;
  /** Runs that are wanted at most, those that have been made, and those among them that were known already. */
  readonly total: number;
  readonly done: number;
  readonly reused: number;
  /** Wall time without pauses, ms, and what remains of it; undefined while unknown. */
  readonly elapsedMs: number;
  readonly etaMs: number | undefined;
  readonly workers: number;
  readonly ending: Ending | undefined;
}

/** How long it would take, before it is started. */
export interface SweepEstimate {
  /** The definition that it is about. */
  readonly sweep: Sweep;
  readonly points: number;
  /** Points that cannot be simulated. */
  readonly gaps: readonly Gap[];
  readonly runs: number;
  readonly ms: number | undefined;
  readonly workers: number;
}

/** What somebody expects, by point, in the unit of the metric. */
export type Prediction = Readonly<Record<number, number>>;

export interface SweepState {
  readonly definition: Sweep | undefined;
  /** What the definition came with; its overrides end with its systems. */
  readonly origin: Origin | undefined;
  /** What is wrong with the definition. */
  readonly problems: readonly Problem[];
  /** Whether they are of a file or a link that was refused as a whole. */
  readonly isRefused: boolean;
  readonly status: SweepStatus;
  /** Whether what is under way is a first look, which nobody has asked for. */
  readonly isGlance: boolean;
  readonly run: SweepRun | undefined;
  readonly estimate: SweepEstimate | undefined;
  readonly prediction: Prediction;
  /** A few whole runs, for those who look at their warm-up. */
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
