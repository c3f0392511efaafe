/** Several users of the same engines: as many runs at a time as there are engines, the most urgent first. */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Engines } from './paired-runs.ts';

interface Waiting {
  readonly rank: number;
  readonly start: () => void;
  readonly fail: (error: unknown) => void;
}

/** Why a run that waited will not start. */
export class EnginesClosed extends Error {
  override name = 'EnginesClosed';
}

export class SharedEngines {
  readonly #engines: Engines;
  #waiting: Waiting[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(engines: Engines) {
    this.#engines = engines;
  }

  /** @param rank runs of a lower rank start first */
  lane(rank: number): Engines {
    return { size: this.#engines.size, run: (scenario) => this.#run(scenario, rank) };
  }

  /** Rejects all runs that wait, and every later one. */
  close(): void {
    this.#isClosed = true;
    for (const { fail } of this.#waiting) fail(new EnginesClosed());
    this.#waiting = [];
  }

  async #run(scenario: Scenario, rank: number): ReturnType<Engines['run']> {
    if (this.#isClosed) throw new EnginesClosed();
    if (this.#busy >= this.#engines.size)
      await new Promise<void>((start, fail) => this.#waiting.push({ rank, start, fail }));
    else this.#busy++;
    try {
      return await this.#engines.run(scenario);
    } finally {
      this.#next();
    }
  }

  /** Hands the engine to the most urgent run, among equals to the one that has waited longest. */
  #next(): void {
    const rank = Math.min(...this.#waiting.map((waiting) => waiting.rank));
    const index = this.#waiting.findIndex((waiting) => waiting.rank === rank);
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (next) next.start();
    else this.#busy--;
  }
}
