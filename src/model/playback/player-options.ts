import type { FrameClock } from './clock.ts';

/** How a player begins. */
export interface PlayerOptions {
  /** Injected by tests. */
  readonly clock?: FrameClock;
  /** Model ns per second on screen. */
  readonly speed?: number;
  /** Where to begin, ns; absent: at the first request. */
  readonly startNs?: number;
  /** Whether play has brought the player before this one there. */
  readonly isNewest?: boolean | undefined;
  readonly playing?: boolean;
}
