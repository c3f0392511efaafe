import type { Checkpoint } from '../engine/engine.ts';

/**
 * Maximum bytes of one run's checkpoints: sixteen or more of a normal run, so that those of a million events
 * are not thinned.
 */
const MAX_BYTES = 40 * 2 ** 20;
/** Initial distance, events: about 6 ms of simulation. */
const FIRST_DISTANCE = 100_000;

/** The checkpoints of one run, oldest first. */
export class Checkpoints {
  readonly #mostBytes: number;
  #list: Point[] = [];
  #distance = FIRST_DISTANCE;
  #nextEvents = 0;

  constructor(mostBytes: number = MAX_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Their total bytes. */
  get bytes(): number {
    return this.#list.reduce((sum, { image }) => sum + image.length, 0);
  }

  /** Whether a pass with this many events is past the last checkpoint by the distance. */
  isDue(events: number): boolean {
    return events >= this.#nextEvents;
  }

  /** Adds a checkpoint; `events` is the number simulated so far. */
  add(point: Point, events: number): void {
    this.#list.push(point);
    if (this.bytes > this.#mostBytes && this.#list.length > 2) {
      this.#list = this.#list.filter((_, index) => index % 2 === 0);
      this.#distance *= 2;
    }
    this.#nextEvents = events + this.#distance;
  }

  /** The latest checkpoint at or before a model time; the first one is the start of the run. */
  before(timeNs: number): Point | undefined {
    return this.#list.findLast(({ nowNs }) => nowNs <= timeNs);
  }

  /** The last checkpoint. */
  get last(): Point | undefined {
    return this.#list.at(-1);
  }
}

/** A checkpoint of a run, for every pass. */
export interface Point extends Checkpoint {
  /** Number of changes applied so far: the time alone is ambiguous at a change. */
  readonly changed: number;
}
