/**
 * Runs of a sweep on all cores: threads of this process, each with an engine of its own. A thread starts this very program
 * again, which sees by its data that it is one (`main.ts`).
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Engine, TimeStandsStill } from '../model/engine/engine.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { schemaText } from '../model/scenario/schema.ts';
import { type RunRecord, recordOf } from '../model/sweep/results.ts';
import type { Task } from '../model/sweep/schedule.ts';

interface Order {
  readonly task: Task;
  readonly scenario: Scenario;
}

/** What became of a run. */
export type Outcome = { readonly record: RunRecord } | { readonly problem: Problem };

interface ThreadData {
  readonly engineThread: true;
  readonly wasm: string;
}

const dataOfThread = (): ThreadData | undefined =>
  typeof workerData === 'object' && workerData !== null && 'engineThread' in workerData
    ? (workerData as ThreadData)
    : undefined;

/** In a thread: answers orders until the process ends. Does nothing elsewhere. */
export async function serveThread(): Promise<void> {
  const data = dataOfThread();
  const port = parentPort;
  if (!data || !port) return;
  const engine = readFile(data.wasm).then((bytes) => Engine.load(bytes, schemaText));
  port.on('message', async (order: Order) => port.postMessage(simulate(await engine, order)));
}

function simulate(engine: Engine, { task, scenario }: Order): Outcome {
  try {
    engine.open(scenario, false);
    while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) !== 'done');
    return { record: recordOf(task, scenario, engine.summary()) };
  } catch (error) {
    if (error instanceof TimeStandsStill) return { problem: { code: 'ENG-04', path: '' } };
    return { problem: { code: 'ENG-01', path: '', detail: String(error) } };
  }
}

/** Some threads; each does one run at a time. */
export class Threads {
  readonly #idle: Worker[];
  readonly #all: readonly Worker[];

  constructor(count: number, wasm: string) {
    const data: ThreadData = { engineThread: true, wasm };
    this.#all = Array.from(
      { length: count },
      () => new Worker(new URL(import.meta.url), { workerData: data }),
    );
    this.#idle = [...this.#all];
  }

  get hasIdle(): boolean {
    return this.#idle.length > 0;
  }

  /** Rejects when the thread breaks down. */
  async run(task: Task, scenario: Scenario): Promise<Outcome> {
    const worker = this.#idle.pop();
    if (!worker) throw new Error('no thread is idle');
    worker.postMessage({ task, scenario } satisfies Order);
    // Rejects by itself when the thread reports an error.
    const [outcome] = (await once(worker, 'message')) as [Outcome];
    this.#idle.push(worker);
    return outcome;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}
