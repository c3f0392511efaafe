/** Estimates the duration of a sweep: from a few calibration runs, then from completed runs. */

/** Weight of the newest run in the mean. */
const NEWEST = 0.1;
/** Minimum sample for an estimate. */
const ENOUGH_RUNS = 3;
const ENOUGH_MS = 1000;

/** A partial run to measure simulation speed. */
export interface Sample {
  readonly elapsedMs: number;
  /** Simulated part of the run, 0 … 1. */
  readonly share: number;
}

/** Estimated wall time, ms; undefined without a sample. */
export function estimateMs(samples: readonly Sample[], runs: number, workers: number): number | undefined {
  const fullRunsMs = samples
    .filter(({ share }) => share > 0)
    .map(({ elapsedMs, share }) => elapsedMs / share);
  if (fullRunsMs.length === 0) return undefined;
  return (
    ((fullRunsMs.reduce((sum, ms) => sum + ms, 0) / fullRunsMs.length) * runs) / Math.min(workers, runs || 1)
  );
}

/** Tracks runs as they end. */
export class Pace {
  #meanMs: number | undefined;
  #runs = 0;

  /** @param ms wall time of one run */
  add(ms: number): void {
    this.#runs++;
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + NEWEST * (ms - this.#meanMs);
  }

  /** Wall time of the remaining runs, ms; undefined without data. */
  etaMs(remaining: number, workers: number, elapsedMs: number): number | undefined {
    if (this.#meanMs === undefined || (this.#runs < ENOUGH_RUNS && elapsedMs < ENOUGH_MS)) return undefined;
    return (this.#meanMs * remaining) / workers;
  }
}

/** A rounded duration: one significant digit below 10 s, 5 s steps below a minute, then minutes; seconds. */
export function roundedSeconds(ms: number): number {
  const seconds = ms / 1000;
  if (seconds < 10) return Math.max(1, Math.round(seconds));
  if (seconds < 60) return Math.round(seconds / 5) * 5;
  return Math.round(seconds / 60) * 60;
}
