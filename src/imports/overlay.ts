/**
 * Measurements of real systems in one shape, wherever they come from: what charts lay over the model's results. Importers
 * make it from other tools' files; `evidence/measured` is bundled in it.
 */

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
  /** Requests per second. */
  readonly perSec?: Estimate;
  /** Mean response time, µs. */
  readonly meanUs?: Estimate;
  /** In rising order; empty when the source has none. */
  readonly percentiles: readonly PercentilePoint[];
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
}

/**
 * The share's percentile of a point: that one, or the next of a list that is fine enough for it to mean the same (HdrHistogram goes by
 * halves and has no 0.99); undefined when there is none.
 */
export function percentileUs({ percentiles }: OverlayPoint, share: number): number | undefined {
  const next = percentiles.find((point) => point.share > share - 1e-9);
  return next && next.share - share < (1 - share) / 4 ? next.us : undefined;
}
