/**
 * Points of a run to come back to, so that seeking does not simulate from the beginning. Few and evenly spread: when the
 * list is full, every other one goes and the distance doubles.
 */
import type { Checkpoint } from '../engine/engine.ts';

/** About two megabytes each. */
const MOST = 16;
/** First distance, in events: some 10 ms of simulating. */
const FIRST_DISTANCE = 100_000;

/** The checkpoints of one run, oldest first. */
export class Checkpoints {
  #list: Checkpoint[] = [];
  #distance = FIRST_DISTANCE;
  #nextEvents = 0;

  /** Whether a run that has simulated so many events should be kept here. */
  isDue(events: number): boolean {
    return events >= this.#nextEvents;
  }

  /** Keeps a point of the run; `events` is how many it has simulated. */
  add(checkpoint: Checkpoint, events: number): void {
    this.#list.push(checkpoint);
    if (this.#list.length > MOST) {
      this.#list = this.#list.filter((_, index) => index % 2 === 0);
      this.#distance *= 2;
    }
    this.#nextEvents = events + this.#distance;
  }

  /** The latest point at or before a model time; the first one is the start of the run. */
  before(timeNs: number): Checkpoint | undefined {
    return this.#list.findLast((checkpoint) => checkpoint.nowNs <= timeNs);
  }
}
