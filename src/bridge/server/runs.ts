/** Allows one workload at a time: two would disturb each other. */

import type { Engine } from '../../model/engine/engine.ts';
import type { Drive } from './classroom/drive.ts';
import type { Vote } from './classroom/vote.ts';
import type { DriverBuilds } from './drivers/builds.ts';
import type { DriverProcesses } from './drivers/processes.ts';
import { Refusal } from './failure.ts';
import type { LiveRun } from './live-run.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';

export class Runs {
  #current: LiveRun | undefined;
  #last = 0;

  /** Whether a workload is starting, running or ending. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Starts the run that `make` returns for a new number, after the previous run has ended. */
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

/** The class vote, the system that a class drives, and the page's addresses for other machines. */
export interface Classroom {
  readonly vote: Vote;
  readonly drive: Drive;
  readonly origins: readonly string[];
}

/** State that all sessions of a bridge share. */
export interface Shared {
  readonly target: RedisTarget;
  /** The program of the private Redis; undefined: Redis is the user's. */
  readonly server: string | undefined;
  readonly runs: Runs;
  /** The sessions' connections to Redis. */
  readonly links: Set<RedisLink>;
  readonly engine: Engine;
  readonly classroom: Classroom;
  /** Entry file of the threads. */
  readonly program: URL;
  readonly drivers: DriverBuilds;
  readonly processes: DriverProcesses;
}
