/**
 * Runs systems with common random numbers: replication k of every system has its seed + k, and every system runs once before
 * any is repeated. Runs that are known are not repeated, whoever asked for them.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import { type Figures, figuresOf } from './effects.ts';
import { type Values, valuesOfRun } from './metrics.ts';
import { replicationOf } from './plan.ts';

/** Engines that run at the same time: workers in the page, threads in Node. */
export interface Engines {
  /** Number of runs at a time. */
  readonly size: number;
  /** Rejects when the scenario cannot be simulated. */
  run(scenario: Scenario): Promise<{ readonly summary: Summary }>;
}

/** What is kept of a run. */
interface Kept {
  readonly values: Values;
  readonly figures: Figures;
}

interface Task {
  readonly scenario: Scenario;
  readonly key: string;
  readonly replication: number;
}

const keyOf = (scenario: Scenario): string => JSON.stringify(scenario);

export class PairedRuns {
  readonly #engines: Engines;
  readonly #runs = new Map<string, (Kept | undefined)[]>();
  readonly #summaries = new Map<string, Summary>();
  readonly #failures = new Map<string, unknown>();
  #isStopped = false;

  constructor(engines: Engines) {
    this.#engines = engines;
  }

  /** Starts no further run; `run` then ends with what is known. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Why a system could not be simulated. */
  failureOf(scenario: Scenario): unknown {
    return this.#failures.get(keyOf(scenario));
  }

  /** The summary of the first replication, once it has run. */
  summaryOf(scenario: Scenario): Summary | undefined {
    return this.#summaries.get(keyOf(scenario));
  }

  /** The metrics of each replication that has run, by number. */
  valuesOf(scenario: Scenario): readonly (Values | undefined)[] {
    return (this.#runs.get(keyOf(scenario)) ?? []).map((run) => run?.values);
  }

  /** The same, in the form of effects. */
  figuresOf(scenario: Scenario): readonly (Figures | undefined)[] {
    return (this.#runs.get(keyOf(scenario)) ?? []).map((run) => run?.figures);
  }

  /** Number of runs that are missing for so many replications of each. */
  missing(scenarios: readonly Scenario[], replications: number): number {
    return this.#tasks(scenarios, replications).length;
  }

  /** Runs what is missing. A system that fails is left out, and the others continue. */
  async run(scenarios: readonly Scenario[], replications: number, onRun?: () => void): Promise<void> {
    const waiting = this.#tasks(scenarios, replications);
    const work = async () => {
      for (let task = waiting.shift(); task && !this.#isStopped; task = waiting.shift()) {
        if (!this.#failures.has(task.key)) await this.#one(task);
        onRun?.();
      }
    };
    await Promise.all(Array.from({ length: this.#engines.size }, work));
  }

  async #one({ scenario, key, replication }: Task): Promise<void> {
    try {
      const { summary } = await this.#engines.run(replicationOf(scenario, replication));
      const values = valuesOfRun(scenario, summary);
      const runs = this.#runs.get(key) ?? [];
      runs[replication] = { values, figures: figuresOf(values) };
      this.#runs.set(key, runs);
      if (replication === 0) this.#summaries.set(key, summary);
    } catch (error) {
      if (!this.#isStopped) this.#failures.set(key, error);
    }
  }

  #tasks(scenarios: readonly Scenario[], replications: number): Task[] {
    const systems = [...new Map(scenarios.map((scenario) => [keyOf(scenario), scenario]))];
    return Array.from({ length: replications }, (_, replication) =>
      systems.flatMap(([key, scenario]): Task[] =>
        this.#runs.get(key)?.[replication] || this.#failures.has(key) ? [] : [{ scenario, key, replication }],
      ),
    ).flat();
  }
}
