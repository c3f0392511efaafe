/**
 * Runs scenarios on all cores. Each thread has its own engine. A thread runs this module, which detects it by its worker data.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Engine, TimeStandsStill } from '../model/engine/engine.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { Summary } from '../model/scenario/generated/summary.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { type RunRecord, recordOf } from '../model/sweep/results.ts';
import type { Task } from '../model/sweep/schedule.ts';

interface Order {
  /** The run of a sweep; null: the whole summary is wanted. */
  readonly task: Task | null;
  readonly scenario: Scenario;
}

/** Result of a run of a sweep. */
export type Outcome = { readonly record: RunRecord } | { readonly problem: Problem };
type Answer = Outcome | { readonly summary: Summary };

interface ThreadData {
  readonly engineThread: true;
  readonly wasm: string;
}

const dataOfThread = (): ThreadData | undefined =>
  typeof workerData === 'object' && workerData !== null && 'engineThread' in workerData
    ? (workerData as ThreadData)
    : undefined;

/** In a thread, serves tasks until the process ends. On the main thread it does nothing. */
async function serveThread(): Promise<void> {
  const data = dataOfThread();
  const port = parentPort;
  if (!data || !port) return;
  const engine = readFile(data.wasm).then((bytes) => Engine.load(bytes));
  port.on('message', async (order: Order) => port.postMessage(simulate(await engine, order)));
}

function simulate(engine: Engine, { task, scenario }: Order): Answer {
  try {
    engine.open(scenario, false);
    while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) !== 'done');
    const summary = engine.summary();
    return task ? { record: recordOf(task, scenario, summary) } : { summary };
  } catch (error) {
    if (error instanceof TimeStandsStill) return { problem: { code: 'ENG-04', path: '' } };
    return { problem: { code: 'ENG-01', path: '', detail: String(error) } };
  }
}

/** Why a scenario cannot be simulated. */
export class RunFailed extends Error {
  override name = 'RunFailed';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.code);
    this.problem = problem;
  }
}

/** Runs one after the other in this thread: to start another takes longer than a short sweep. */
export class OwnThread {
  readonly #engine: Engine;
  #isBusy = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get hasIdle(): boolean {
    return !this.#isBusy;
  }

  /** One run of a sweep. */
  async run(task: Task, scenario: Scenario): Promise<Outcome> {
    this.#isBusy = true;
    // Whoever asks gets the promise before the run begins, and can wait for it.
    await Promise.resolve();
    const outcome = simulate(this.#engine, { task, scenario }) as Outcome;
    this.#isBusy = false;
    return outcome;
  }

  async close(): Promise<void> {}
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

  /** One run of a sweep. Rejects if the thread crashes. */
  async run(task: Task, scenario: Scenario): Promise<Outcome> {
    return (await this.#send({ task, scenario })) as Outcome;
  }

  /** The summary of a run. Rejects with a {@link RunFailed} if the scenario cannot be simulated. */
  async summaryOf(scenario: Scenario): Promise<Summary> {
    const answer = await this.#send({ task: null, scenario });
    if ('summary' in answer) return answer.summary;
    throw new RunFailed('problem' in answer ? answer.problem : { code: 'ENG-01', path: '' });
  }

  async #send(order: Order): Promise<Answer> {
    const worker = this.#idle.pop();
    if (!worker) throw new Error('no thread is idle');
    worker.postMessage(order);
    // Rejects if the thread reports an error.
    const [answer] = (await once(worker, 'message')) as [Answer];
    this.#idle.push(worker);
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}

void serveThread();
