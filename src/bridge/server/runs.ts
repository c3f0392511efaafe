/** The one workload that may run at a time: two would measure each other. */
import { Refusal } from './failure.ts';
import type { LiveRun } from './live-run.ts';

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
