import type { Engine } from '../../model/engine/engine.ts';
import type { Vote } from './classroom/vote.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';
import type { Runs } from './runs.ts';

/** The vote of a class, and where other machines of the room reach the page. */
export interface Classroom {
  readonly vote: Vote;
  readonly origins: readonly string[];
}

/** What all sessions of a bridge share. */
export interface Shared {
  readonly target: RedisTarget;
  readonly runs: Runs;
  /** The connections to Redis of all sessions. */
  readonly links: Set<RedisLink>;
  readonly engine: Engine;
  readonly classroom: Classroom;
  /** File of the program of the threads. */
  readonly program: URL;
}
