/** How the playhead of a player moves its tracks, where that is not simply one model time at one speed. */
import type { SideName } from '../scenario/problem.ts';
import type { Recording } from './recording.ts';

/** One of two tracks that are kept together. */
export interface Timed {
  readonly id: SideName;
  readonly recording: Recording;
}

/** What keeps two tracks together instead of model time. */
export interface Lockstep {
  /** The track whose model time is the player's. */
  readonly lead: SideName;
  /** Model time of one, ns, when the other is at `timeNs` of its own; NaN while the recordings do not tell. */
  place(from: Timed, to: Timed, timeNs: number): number;
  /** Where it may be, as far as one knows: what is recorded there will tell more. */
  guess(from: Timed, to: Timed, timeNs: number): number;
}

/** What makes some stretches of model time last longer on screen than others. */
export interface Pace {
  /** Model time, ns, after `seconds` on screen from `timeNs` on, at a chosen speed in model ns per second. */
  moved(timeNs: number, seconds: number, speed: number): number;
}
