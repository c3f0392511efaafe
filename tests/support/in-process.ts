/** The real engine behind the worker's interface, without a worker: for tests of what the page asks of it. */
import { WorkerClosed } from '../../src/lib/remote-worker.ts';
import { Engine } from '../../src/model/engine/engine.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';
import type { EngineClient } from '../../src/model/workers/client.ts';
import { Session } from '../../src/model/workers/session.ts';
import { wasmModule } from './wasm-module.ts';

/** A client whose calls are answered in order, one task each, as a worker would. */
export function inProcessEngine(): EngineClient {
  const session = Engine.load(wasmModule).then((engine) => new Session(engine, () => performance.now()));
  let isClosed = false;
  let last: Promise<unknown> = session;
  const call = <T>(ask: (session: Session) => T | Promise<T>): Promise<T> => {
    const answer = last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      if (isClosed) throw new WorkerClosed('closed');
      return ask(await session);
    });
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    normalize: (json) => call((engine) => engine.normalize(json)),
    open: (...run) => call((engine) => engine.open(...run)),
    record: (untilNs, budgetMs) => call((engine) => engine.record(untilNs, budgetMs)),
    rewind: (...stretch) => call((engine) => engine.rewind(...stretch)),
    look: (...stretch) => call((engine) => engine.look(...stretch)),
    levels: (intervals, budgetMs) => call((engine) => engine.levels(intervals, budgetMs)),
    finish: (budgetMs) => call((engine) => engine.finish(budgetMs)),
    close: () => {
      isClosed = true;
    },
  };
}

/** What a short run of a scenario has shown. */
export async function summaryOf(
  scenario: Partial<Scenario>,
  run: { warmupMs: number; measuredMs: number } = { warmupMs: 1, measuredMs: 5 },
): Promise<Summary> {
  const engine = inProcessEngine();
  const { scenario: complete } = await engine.normalize(JSON.stringify({ ...scenario, run }));
  if (!complete) throw new Error('the scenario is not valid');
  await engine.open(complete, false);
  for (;;) {
    const { summary } = await engine.finish(50);
    if (summary) return summary;
  }
}
