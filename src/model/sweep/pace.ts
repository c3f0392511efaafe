/** How long a sweep takes: a guess from a few calibration runs, then from the runs that have ended. */

/** Weight of the newest run in the mean. */
const NEWEST = 0.1;
/** Fewer runs, and a shorter time, say too little. */
const ENOUGH_RUNS = 3;
const ENOUGH_MS = 1000;

/** A part of a run, simulated to see how fast that goes. */
export interface Sample {
  readonly elapsedMs: number;
  /** Part of the run that was simulated, 0 … 1. */
  readonly share: number;
}

/** Wall time of so many runs on so many workers, ms; undefined without a sample. */
export function estimateMs(samples: readonly Sample[], runs: number, workers: number): number | undefined {
  const whole = samples.filter(({ share }) => share > 0).map(({ elapsedMs, share }) => elapsedMs / share);
  if (whole.length === 0) return undefined;
  return ((whole.reduce((sum, ms) => sum + ms, 0) / whole.length) * runs) / Math.min(workers, runs || 1);
}

/** Counts runs as they end. */
export class Pace {
  #meanMs: number | undefined;
  #runs = 0;

  /** @param ms wall time of one run */
  add(ms: number): void {
    this.#runs++;
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + NEWEST * (ms - this.#meanMs);
  }

  /** Wall time that the remaining runs take, ms; undefined until there is something to tell it from. */
  etaMs(remaining: number, workers: number, elapsedMs: number): number | undefined {
    if (this.#meanMs === undefined || (this.#runs < ENOUGH_RUNS && elapsedMs < ENOUGH_MS)) return undefined;
    return (this.#meanMs * remaining) / workers;
  }
}

/** A duration as people say it: to one significant digit below 10 s, to 5 s below a minute, then to minutes; seconds. */
export function roundedSeconds(ms: number): number {
  const seconds = ms / 1000;
  if (seconds < 10) return Math.max(1, Math.round(seconds));
  if (seconds < 60) return Math.round(seconds / 5) * 5;
  return Math.round(seconds / 60) * 60;
}
