/** How the playhead moves the tracks, beyond one model time at one speed. */
import type { SideName } from '../scenario/problem.ts';
import type { Recording } from './recording.ts';

/** One of two aligned tracks. */
export interface Timed {
  readonly id: SideName;
  readonly recording: Recording;
}

/** Aligns two tracks by something other than model time. */
export interface Lockstep {
  /** The track that defines the player's model time. */
  readonly lead: SideName;
  /** Model time of one track, ns, for `timeNs` of the other; NaN if the recordings do not suffice. */
  place(from: Timed, to: Timed, timeNs: number): number;
  /** The estimated position; recording there makes it exact. */
  guess(from: Timed, to: Timed, timeNs: number): number;
}

/** Makes some ranges of model time last longer on screen. */
export interface Pace {
  /** Model time, ns, after `seconds` on screen from `timeNs`, at a selected speed in model ns per second. */
  moved(timeNs: number, seconds: number, speed: number): number;
}
