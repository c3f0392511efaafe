/**
 * What the page and its engine workers say to each other (Comlink; the page asks, workers answer). The only file both
 * sides read.
 *
 * No call works longer than its budget, so cancelling is simply not asking again. Chunks travel by transfer.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized, Summary } from '../scenario/generated/summary.ts';

/** Who takes part in a run: what the lanes of a trace mean. */
export interface RunLayout {
  /** Caller threads: thread lanes 0 … callers − 1. */
  readonly callers: number;
  /** Event-loop threads of the client (0 for blocking I/O): the lanes after the callers. */
  readonly loops: number;
  /** Redis threads: the lanes after the event loops. */
  readonly serverThreads: number;
  /** Connections; `arg` of request spans is connection + 1. Connection c belongs to event loop c modulo `loops`. */
  readonly connections: number;
  /** Whether callers borrow connections for themselves. */
  readonly pooled: boolean;
  /** Cores of the client's machine, and of the server's (0: the server shares the client's machine). */
  readonly clientCores: number;
  readonly serverCores: number;
  /** End of the warm-up and of the run, ns of model time. */
  readonly warmupEndNs: number;
  readonly endNs: number;
}

/**
 * A piece of a trace: every span that overlaps [fromNs, toNs], ordered by the moment it was written (ends first, then the
 * spans still open at toNs). One buffer holds all columns back to back, in this order.
 */
export interface Chunk {
  readonly fromNs: number;
  readonly toNs: number;
  /** Number of spans. */
  readonly count: number;
  /** start f64 | end f64 | request u32 | arg u32 | lane u16 | kind u8, `count` of each. */
  readonly buffer: ArrayBuffer;
}

/** Answer of `record`. */
export interface Recorded {
  readonly chunks: readonly Chunk[];
  /** Model time reached, ns. */
  readonly nowNs: number;
  /** Whether the run has ended. */
  readonly done: boolean;
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

/** One worker holds at most one open run; `open` drops the previous one. */
export interface EngineService {
  /** Reads a scenario text: a canonical scenario, or coded issues. */
  normalize(json: string): Promise<Normalized>;
  /** Starts a run at model time 0. `trace` decides whether spans are recorded. */
  open(scenario: Scenario, trace: boolean): Promise<RunLayout>;
  /** Simulates towards `untilNs` for at most `budgetMs` of wall time and hands over the chunks that closed. */
  record(untilNs: number, budgetMs: number): Promise<Recorded>;
  /** Starts the open run again and simulates without recording up to `fromNs` (rounded down to an event), then records. */
  rewind(fromNs: number, budgetMs: number): Promise<Recorded>;
  /** Simulates towards the end without recording, for at most `budgetMs` of wall time. */
  finish(budgetMs: number): Promise<Progress>;
}
