/**
 * Runs a sweep on all cores. Each thread has its own engine. A thread starts the same program; `main.ts`
 * detects it by its worker data.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Engine, TimeStandsStill } from '../model/engine/engine.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { type RunRecord, recordOf } from '../model/sweep/results.ts';
import type { Task } from '../model/sweep/schedule.ts';

interface Order {
  readonly task: Task;
  readonly scenario: Scenario;
}

/** Result of a run. */
export type Outcome = { readonly record: RunRecord } | { readonly problem: Problem };

interface ThreadData {
  readonly engineThread: true;
  readonly wasm: string;
}

const dataOfThread = (): ThreadData | undefined =>
  typeof workerData === 'object' && workerData !== null && 'engineThread' in workerData
    ? (workerData as ThreadData)
    : undefined;

/** In a thread, serves tasks until the process ends. On the main thread it does nothing. */
export async function serveThread(): Promise<void> {
  const data = dataOfThread();
  const port = parentPort;
  if (!data || !port) return;
  const engine = readFile(data.wasm).then((bytes) => Engine.load(bytes));
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

/** A pool of threads; each does one run at a time. */
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

  /** Rejects if the thread crashes. */
  async run(task: Task, scenario: Scenario): Promise<Outcome> {
    const worker = this.#idle.pop();
    if (!worker) throw new Error('no thread is idle');
    worker.postMessage({ task, scenario } satisfies Order);
    // Rejects if the thread reports an error.
    const [outcome] = (await once(worker, 'message')) as [Outcome];
    this.#idle.push(worker);
    return outcome;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}
