/**
 * What the page and its engine workers say to each other (Comlink; the page asks, workers answer). The only file both
 * sides read.
 *
 * No call works longer than its budget, so cancelling is simply not asking again. Chunks travel by transfer.
 */
import type { Chunk, RunLayout } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized, Summary } from '../scenario/generated/summary.ts';

export type { Chunk, RunLayout };

/** Answer of `record`. */
export interface Recorded {
  readonly chunks: readonly Chunk[];
  /** Model time reached, ns. */
  readonly nowNs: number;
  /** Whether the run has ended. */
  readonly done: boolean;
  /** Requests completed from the start of the run until the end of the last chunk; absent without one. */
  readonly completed?: number;
}

/** Answer of `finish`. */
export interface Progress {
  readonly nowNs: number;
  readonly done: boolean;
  /** Events simulated so far. */
  readonly events: number;
  /** Present when done. */
  readonly summary?: Summary;
}

/** Means over equal intervals of the measured window, requests. */
export interface Levels {
  /** Where the first interval begins and how long each is, ns. */
  readonly fromNs: number;
  readonly binNs: number;
  readonly inProgress: readonly number[];
  /** Requests that were completed, 1/s. */
  readonly perSec: readonly number[];
  /** By phase, those in which anybody ever was. */
  readonly queues: Readonly<Record<string, readonly number[]>>;
}

/** One worker holds at most one open run; `open` drops the previous one. */
export interface EngineService {
  /** Reads a scenario text: a canonical scenario, or coded issues. */
  normalize(json: string): Promise<Normalized>;
  /** Starts a run at model time 0. `trace` decides whether spans are recorded. Changes come when their times have come. */
  open(scenario: Scenario, trace: boolean, changes?: readonly Change[]): Promise<RunLayout>;
  /** Simulates towards `untilNs` for at most `budgetMs` of wall time and hands over the chunks that closed. */
  record(untilNs: number, budgetMs: number): Promise<Recorded>;
  /**
   * Comes to `fromNs` without recording, from the nearest place of the open run that has been simulated, then records from there,
   * at once until `untilNs` when that is given. When the budget ends before `fromNs` is reached, `nowNs` is smaller and no chunk is there yet; `record` goes
   * on with the same rewind.
   */
  rewind(fromNs: number, budgetMs: number, untilNs?: number): Promise<Recorded>;
  /**
   * Does the same with a recorder of its own: what `record` goes on with stays where it is. Asked again with the same `fromNs` it goes on
   * with the way there; what is recorded comes from one call.
   */
  look(fromNs: number, budgetMs: number, untilNs: number): Promise<Recorded>;
  /**
   * Simulates towards the end without recording, for at most `budgetMs` of wall time. What is recorded stays where it is, and other
   * calls are answered in between; an `open` ends it.
   */
  finish(budgetMs: number): Promise<Progress>;
  /** Does the same with looks at equal intervals; answers when all are there, undefined before. */
  levels(intervals: number, budgetMs: number): Promise<Levels | undefined>;
}
