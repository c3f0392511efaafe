/**
 * Levels over time from summaries. A summary has means since the window's start; mean × length is an area,
 * and the difference of two areas gives the exact mean between.
 */
import type { Summary } from '../scenario/generated/summary.ts';
import type { Levels } from './protocol.ts';

const US_PER_S = 1e6;

/**
 * Means of equal intervals, from summaries at their ends. The first summary is that of the window's start.
 */
export class LevelMeter {
  readonly #fromNs: number;
  readonly #binNs: number;
  readonly #inProgress = new Area();
  readonly #completed = new Area();
  readonly #queues = new Map<string, Area>();

  constructor(fromNs: number, binNs: number) {
    this.#fromNs = fromNs;
    this.#binNs = binNs;
  }

  /** Takes the summary at the end of the next interval. */
  add({ windowUs, little, queues, requests }: Summary): void {
    this.#inProgress.add(little.meanInProgress, windowUs);
    this.#completed.add((requests.completed * US_PER_S) / windowUs, windowUs);
    for (const { phase, mean } of queues) {
      let area = this.#queues.get(phase);
      if (!area) {
        area = new Area();
        this.#queues.set(phase, area);
      }
      area.add(mean, windowUs);
    }
  }

  /** Queues that were always empty are omitted. */
  levels(): Levels {
    const queues = [...this.#queues].filter(([, { means }]) => means.some((mean) => mean > 0));
    return {
      fromNs: this.#fromNs,
      binNs: this.#binNs,
      inProgress: this.#inProgress.means,
      perSec: this.#completed.means,
      queues: Object.fromEntries(queues.map(([phase, { means }]) => [phase, means])),
    };
  }
}

/** The area under one level. */
class Area {
  readonly means: number[] = [];
  #area = 0;
  #length = 0;

  /** @param mean over the window so far @param length of the window so far */
  add(mean: number, length: number): void {
    const area = mean * length;
    // Rounding errors of equal areas must not become negative levels.
    const between = Math.max(0, area - this.#area) / (length - this.#length);
    this.means.push(between < 1e-9 ? 0 : between);
    [this.#area, this.#length] = [area, length];
  }
}
