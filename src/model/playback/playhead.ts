/** What the player tells the DOM. */

/** What the DOM shows of the player. A new object at each change, so it works as an external-store snapshot. */
export interface Playhead {
  /** Model time shown, ns. */
  readonly timeNs: number;
  readonly playing: boolean;
  /** Model ns per second on screen; 0 = one event per key press. */
  readonly speed: number;
  /** Recorded on every side without a gap around the playhead, ns. Neither end is a limit to `seek`. */
  readonly recordedFromNs: number;
  readonly recordedToNs: number;
  /** End of the shortest run, ns: the playhead never passes it. */
  readonly endNs: number;
  /** Stands, or is about to, where the first request is issued, and nothing has moved since: nothing has been seen of the run. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Stands, or goes on, where play has brought it, and nothing later has been shown: nobody has gone there or come back there. */
  readonly isNewest: boolean;
  /** A seek or step that waits for the engine: the time it is going to; the picture stays until it is there. */
  readonly seekingNs: number | null;
  /** The playhead waits for the slower recording. */
  readonly starved: boolean;
  /** What a source failed with; the player stands still then. */
  readonly error: unknown;
  /** Why listeners were called last. */
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
