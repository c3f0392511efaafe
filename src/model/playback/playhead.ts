/** The player's snapshot for the DOM. */

/** The player's state for the DOM. A new object at each change, so it works as an external-store snapshot. */
export interface Playhead {
  /** Displayed model time, ns. */
  readonly timeNs: number;
  readonly playing: boolean;
  /** Model ns per second on screen; 0 = stepping. */
  readonly speed: number;
  /** Contiguously recorded range around the playhead on all sides, ns. Neither end limits `seek`. */
  readonly recordedFromNs: number;
  readonly recordedToNs: number;
  /** End of the shortest run, ns, which the playhead never passes. */
  readonly endNs: number;
  /** Whether it is at the first request, or seeking there, and nothing has played since. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Whether playing, not seeking, reached this position, and nothing later has been shown. */
  readonly isNewest: boolean;
  /** Target of a pending seek or step, ns; the frame stays until it is reached. */
  readonly seekingNs: number | null;
  /** Whether the playhead waits for the slower recording. */
  readonly starved: boolean;
  /** Error of a source; the player has stopped. */
  readonly error: unknown;
  /** Why listeners were last called. */
  readonly cause: Cause;
}

export type Cause =
  | 'start'
  | 'tick'
  | 'play'
  | 'pause'
  | 'seek'
  | 'step'
  | 'speed'
  | 'end'
  | 'data'
  | 'error';
