/**
 * The protocol of the page and its engine workers (Comlink; the page calls, workers respond). The only file
 * that both sides import.
 *
 * No call exceeds its budget, so cancelling means not calling again. Chunks are transferred.
 */
import type { Chunk, RunLayout } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized, Summary } from '../scenario/generated/summary.ts';

export type { Chunk, RunLayout };

/** Result of `record`. */
export interface Recorded {
  readonly chunks: readonly Chunk[];
  /** Model time reached, ns. */
  readonly nowNs: number;
  /** Whether the run has ended. */
  readonly done: boolean;
  /** Requests completed from the start of the run to the end of the last chunk; absent without a chunk. */
  readonly completed?: number;
}

/** Result of `finish`. */
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
  /** Start of the first interval, and the interval length, ns. */
  readonly fromNs: number;
  readonly binNs: number;
  readonly inProgress: readonly number[];
  /** Completed requests, 1/s. */
  readonly perSec: readonly number[];
  /** By phase; phases that were always empty are absent. */
  readonly queues: Readonly<Record<string, readonly number[]>>;
}

/** A worker has at most one open run; `open` drops the previous one. */
export interface EngineService {
  /** Parses a scenario: a canonical scenario, or coded issues. */
  normalize(json: string): Promise<Normalized>;
  /**
   * Starts a run at model time 0. `trace` decides whether spans are recorded. Changes apply at their times.
   * Of several processes the trace shows number `process`, or the first if that does not exist.
   */
  open(scenario: Scenario, trace: boolean, changes?: readonly Change[], process?: number): Promise<RunLayout>;
  /** Simulates towards `untilNs` for at most `budgetMs` of wall time and transfers the closed chunks. */
  record(untilNs: number, budgetMs: number): Promise<Recorded>;
  /**
   * Goes to `fromNs` without recording, from the nearest simulated point of the open run, then records, up to
   * `untilNs` if given. If the budget ends before `fromNs`, `nowNs` is smaller and there is no chunk;
   * `record` continues the same rewind.
   */
  rewind(fromNs: number, budgetMs: number, untilNs?: number): Promise<Recorded>;
  /**
   * The same with a separate recorder, so that `record` is unaffected. A repeated call with the same `fromNs`
   * continues towards it; one call returns the whole recording.
   */
  look(fromNs: number, budgetMs: number, untilNs: number): Promise<Recorded>;
  /**
   * Simulates towards the end without recording, for at most `budgetMs` of wall time. Recording is
   * unaffected, and other calls are served in between; `open` aborts it.
   */
  finish(budgetMs: number): Promise<Progress>;
  /** The same with samples at equal intervals; resolves with them when complete, else undefined. */
  levels(intervals: number, budgetMs: number): Promise<Levels | undefined>;
}
