/** The one workload that may run at a time: two would measure each other. */

import type { Engine } from '../../model/engine/engine.ts';
import type { Vote } from './classroom/vote.ts';
import { Refusal } from './failure.ts';
import type { LiveRun } from './live-run.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';

export class Runs {
  #current: LiveRun | undefined;
  #last = 0;

  /** Starts what `make` answers for a new number, once a run that is ending has ended. */
  async start(make: (number: number) => LiveRun): Promise<{ run: number; live: LiveRun }> {
    while (this.#current?.isEnding) await this.#current.ended;
    if (this.#current) throw new Refusal('BR-17');
    const run = ++this.#last;
    const live = make(run);
    this.#current = live;
    live.ended.then(() => {
      if (this.#current === live) this.#current = undefined;
    });
    await live.start();
    return { run, live };
  }
}

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
