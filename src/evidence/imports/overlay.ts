/**
 * Measurements of real systems in one shape from any source, drawn over the model's results. Importers create
 * it from other tools' files; `evidence/measured` is bundled in it.
 */
import type { TimeUnit } from './units.ts';

/** A value with its interval, if the source gives one (a range of rounds, or an error bar). */
export interface Estimate {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

/** A point of the cumulative distribution of response times. */
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

/** One measured configuration. */
export interface OverlayPoint {
  /** Its name in the source: "SET, 50 clients". Unique within the overlay. */
  readonly name: string;
  /**
   * Known settings of this point, by the path of the scenario's field (`workload.arrivals.callers`), so that
   * a sweep over the same field can place it. Units are those of the field.
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
  /** Measured requests, or samples. */
  readonly count?: number;
  /** Requests that failed. */
  readonly failed?: number;
  /** Bytes of a value. */
  readonly payloadBytes?: number;
  /** Target rate of the load generator, requests per second. */
  readonly offeredPerSec?: number;
  readonly execution?: Execution;
  /** A number of callers derived from a name. It is not in `at` before the reader accepts it. */
  readonly proposedCallers?: { readonly value: number; readonly from: string };
}

/**
 * How the unit of times is known: written in the file, the only one of the tool (from its source), or given
 * by the reader.
 */
export type UnitBasis = 'file' | 'tool' | 'answer';

/** The unit of the file's times. */
export interface TimesIn {
  /** Title of the column; undefined when it is the whole file. */
  readonly of?: string;
  readonly unit: TimeUnit;
  readonly basis: UnitBasis;
}

/** A note for readers of the numbers; the sentences are `evidence.files.notes` of the catalogues. */
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

/** One set of measurements: one file, or one table of this project. */
export interface Overlay {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** The format: a name of `formats.ts`, or `measured` for this project's own. */
  readonly format: string;
  /** Its source: name of the file, or the publication. */
  readonly source: string;
  readonly machine?: string;
  readonly date?: string;
  readonly method?: string;
  readonly points: readonly OverlayPoint[];
  /**
   * Parts of a total that is among the points: kinds of commands, endpoints. Each can be shown as a separate
   * point.
   */
  readonly parts?: readonly OverlayPoint[];
  /** Number of further points in the file, which the page does not keep. */
  readonly pointsLeft?: number;
  readonly times?: readonly TimesIn[];
  readonly notes?: readonly ImportNote[];
}

/** A parsed file, before it has an id on the page. */
export type ReadOverlay = Omit<Overlay, 'id'>;

/** Whether two shares are the same percentile. */
export const isShare = (left: number, right: number): boolean => Math.abs(left - right) < 1e-9;

/**
 * The share's percentile of a point, µs: the exact value, or bounds when the file has close neighbours
 * (HdrHistogram proceeds by halves and has no 0.99). The value of bounds is the upper one. Undefined without
 * either.
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
