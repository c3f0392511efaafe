/** A pool of engines, one per core. Runs go to idle engines; closing the pool aborts them at once. */
import type { Change } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import type { EngineClient } from './client.ts';

/** Wall time of a slice of a run, ms. It delays nothing: stopping terminates the worker. */
const SLICE_MS = 250;

/** A run with its wall time. */
export interface Ran {
  readonly summary: Summary;
  readonly elapsedMs: number;
}

export class Pool {
  readonly size: number;
  readonly #spawn: () => EngineClient;
  readonly #idle: EngineClient[] = [];
  readonly #all = new Set<EngineClient>();

  /** @param spawn starts an engine, on demand and after a failure */
  constructor(size: number, spawn: () => EngineClient) {
    this.size = size;
    this.#spawn = spawn;
  }

  /** Whether another run can start now. */
  get hasIdle(): boolean {
    return this.#idle.length > 0 || this.#all.size < this.size;
  }

  /**
   * Simulates a scenario to its end. Rejects on failure and replaces the engine.
   * @param changes configuration changes during the run
   */
  async run(scenario: Scenario, changes?: readonly Change[]): Promise<Ran> {
    return this.#with(async (engine) => {
      const start = now();
      await engine.open(scenario, false, changes);
      for (;;) {
        const { summary } = await engine.finish(SLICE_MS);
        if (summary) return { summary, elapsedMs: now() - start };
      }
    });
  }

  /** Simulates for about this wall time; returns the simulated part of the run. */
  async sample(scenario: Scenario, budgetMs: number): Promise<{ elapsedMs: number; share: number }> {
    return this.#with(async (engine) => {
      const { endNs } = await engine.open(scenario, false);
      const start = now();
      const { nowNs } = await engine.finish(budgetMs);
      return { elapsedMs: now() - start, share: nowNs / endNs };
    });
  }

  /** Terminates every engine; pending runs reject. */
  close(): void {
    for (const engine of this.#all) engine.close();
    this.#all.clear();
    this.#idle.length = 0;
  }

  async #with<T>(work: (engine: EngineClient) => Promise<T>): Promise<T> {
    const engine = this.#idle.pop() ?? this.#start();
    try {
      const answer = await work(engine);
      if (this.#all.has(engine)) this.#idle.push(engine);
      return answer;
    } catch (error) {
      this.#all.delete(engine);
      engine.close();
      throw error;
    }
  }

  #start(): EngineClient {
    const engine = this.#spawn();
    this.#all.add(engine);
    return engine;
  }
}

const now = (): number => performance.now();

/** Number of cores for runs. */
export const coreCount = (): number => Math.max(1, navigator.hardwareConcurrency || 1);
