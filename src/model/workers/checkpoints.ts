import type { Checkpoint } from '../engine/engine.ts';

/** What the points of one run take at most: twenty and more of an ordinary run, so that a million events are not thinned out. */
const MOST_BYTES = 32 * 2 ** 20;
/** First distance, in events: some 6 ms of simulating. */
const FIRST_DISTANCE = 100_000;

/** The checkpoints of one run, oldest first. */
export class Checkpoints {
  readonly #mostBytes: number;
  #list: Point[] = [];
  #distance = FIRST_DISTANCE;
  #nextEvents = 0;

  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** What they take. */
  get bytes(): number {
    return this.#list.reduce((sum, { image }) => sum + image.length, 0);
  }

  /** Whether a pass that has simulated so many events is beyond all of them, by the distance. */
  isDue(events: number): boolean {
    return events >= this.#nextEvents;
  }

  /** Keeps a point of the run; `events` is how many have been simulated until there. */
  add(point: Point, events: number): void {
    this.#list.push(point);
    if (this.bytes > this.#mostBytes && this.#list.length > 2) {
      this.#list = this.#list.filter((_, index) => index % 2 === 0);
      this.#distance *= 2;
    }
    this.#nextEvents = events + this.#distance;
  }

  /** The latest point at or before a model time; the first one is the start of the run. */
  before(timeNs: number): Point | undefined {
    return this.#list.findLast(({ nowNs }) => nowNs <= timeNs);
  }

  /** The point that is farthest in the run. */
  get last(): Point | undefined {
    return this.#list.at(-1);
  }
}

/** A point of a run, for every pass through it. */
export interface Point extends Checkpoint {
  /** How many changes have come until there: at the instant of one, the time alone does not tell. */
  readonly changed: number;
}
