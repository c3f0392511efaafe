import type { FrameClock } from './clock.ts';

/** Initial state of a player. */
export interface PlayerOptions {
  /** Injected by tests. */
  readonly clock?: FrameClock;
  /** Model ns per second on screen. */
  readonly speed?: number;
  /** Start position, ns; absent: the first request. */
  readonly startNs?: number;
  /** Whether the previous player reached this position by playing. */
  readonly isNewest?: boolean | undefined;
  readonly playing?: boolean;
}
