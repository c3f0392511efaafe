/**
 * Measurements of real systems in one shape, wherever they come from: what charts lay over the model's results. Importers
 * make it from other tools' files; `evidence/measured` is bundled in it.
 */
import type { TimeUnit } from './units.ts';

/** A value with its interval, where the source gives one (a range of rounds, or an error bar). */
export interface Estimate {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

/** So many of the response times were at most so long. */
export interface PercentilePoint {
  /** 0 … 1: 0.99 is the 99th percentile. */
  readonly share: number;
  readonly us: number;
  /** Lower bound, µs. With it, `us` is an upper bound: the file gives no exact value. */
  readonly fromUs?: number;
}

/** Execution times inside the server, µs. They contain no queueing and no network. */
export interface Execution {
  readonly calls?: number;
  readonly meanUs?: number;
  readonly percentiles: readonly PercentilePoint[];
}

/** One configuration that was measured. */
export interface OverlayPoint {
  /** What the source calls it: "SET, 50 clients". Unique within the overlay. */
  readonly name: string;
  /**
   * What was varied and is known of this point, by the path of the scenario's field (`workload.arrivals.callers`), so that a
   * sweep over the same field finds its place on the axis. Units are those of the field.
   */
  readonly at: Readonly<Record<string, number | string | boolean>>;
  /** Requests per second. A pipeline is one request, as in the model. */
  readonly perSec?: Estimate;
  /** Mean response time, µs. */
  readonly meanUs?: Estimate;
  /** Shortest and longest response time, µs. */
  readonly minUs?: number;
  readonly maxUs?: number;
  /** In rising order; empty when the source has none. */
  readonly percentiles: readonly PercentilePoint[];
  /** Open connections of the load generator. */
  readonly connections?: number;
  /** Commands per pipeline; `perSec` counts pipelines. */
  readonly pipeline?: number;
  /** Requests, or samples, that were measured. */
  readonly count?: number;
  /** Requests that failed. */
  readonly failed?: number;
  /** Bytes of a value. */
  readonly payloadBytes?: number;
  /** Rate that the load generator tried to hold, requests per second. */
  readonly offeredPerSec?: number;
  readonly execution?: Execution;
  /** A number of callers that a name suggests. It is not in `at` before a person accepts it. */
  readonly proposedCallers?: { readonly value: number; readonly from: string };
}

/**
 * How the unit of times is known: written in the file, the only one that the tool prints (from its source), or given by a person.
 */
export type UnitBasis = 'file' | 'tool' | 'answer';

/** The unit in which the file gives its times. */
export interface TimesIn {
  /** Title of the column; undefined when it is the whole file. */
  readonly of?: string;
  readonly unit: TimeUnit;
  readonly basis: UnitBasis;
}

/** Something that a reader of the figures must know; the sentences are `evidence.files.notes` of the catalogues. */
export interface ImportNote {
  readonly code:
    | 'bounds'
    | 'pipeline'
    | 'replaced'
    | 'rateWithoutUnit'
    | 'latencyIsMean'
    | 'execution'
    | 'ping'
    | 'notRedis'
    | 'runs'
    | 'left'
    | 'unitNotNeeded';
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** One set of measurements: one file, or one table of ours. */
export interface Overlay {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** Which tool's file it was: a name of `formats.ts`, or `measured` for this project's own. */
  readonly format: string;
  /** Where it is from: name of the file, or what was published where. */
  readonly source: string;
  readonly machine?: string;
  readonly date?: string;
  readonly method?: string;
  readonly points: readonly OverlayPoint[];
  /** Parts of a total that is among the points: kinds of commands, endpoints. Each can be shown as a point of its own. */
  readonly parts?: readonly OverlayPoint[];
  /** Points that the file has in addition, and that are not kept in the page. */
  readonly pointsLeft?: number;
  readonly times?: readonly TimesIn[];
  readonly notes?: readonly ImportNote[];
}

/** What is read of a file, before it has a place on the page. */
export type ReadOverlay = Omit<Overlay, 'id'>;

/** Two shares that mean the same percentile. */
export const isShare = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9;

/**
 * The share's percentile of a point, µs: the exact value, or bounds when the file has neighbours on a fine list (HdrHistogram goes by
 * halves and has no 0.99). The value of bounds is the upper one. Undefined when the file says too little.
 */
export function percentileOf({ percentiles, minUs }: OverlayPoint, share: number): Estimate | undefined {
  const index = percentiles.findIndex((point) => point.share > share - 1e-9);
  const next = percentiles[index];
  if (!next) return undefined;
  if (isShare(next.share, share))
    return next.fromUs === undefined
      ? { value: next.us }
      : { value: next.us, low: next.fromUs, high: next.us };
  if (next.share - share >= (1 - share) / 4) return undefined;
  return { value: next.us, low: percentiles[index - 1]?.us ?? minUs ?? 0, high: next.us };
}
