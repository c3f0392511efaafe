/**
 * One open run behind the worker protocol: turns budgets of wall time into calls of the engine, which has no clock.
 */
import type { Chunk, Engine, RunLayout } from '../engine/engine.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized } from '../scenario/generated/summary.ts';
import type { Progress, Recorded } from './protocol.ts';

/** Events between two looks at the clock: about half a millisecond of work. */
const EVENTS_PER_LOOK = 5_000;

/** The engine of one worker and the run it has open. */
export class Session {
  readonly #engine: Engine;
  readonly #now: () => number;
  #scenario: Scenario | undefined;
  /** Model time before which nothing is recorded (a rewind under way). */
  #recordFromNs = 0;
  #recording = false;

  /** @param now wall clock in ms, for budgets only */
  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  normalize(json: string): Normalized {
    return this.#engine.normalize(json);
  }

  open(scenario: Scenario, trace: boolean): RunLayout {
    this.#scenario = scenario;
    this.#recordFromNs = 0;
    this.#recording = trace;
    return this.#engine.open(scenario, trace);
  }

  /** @throws Error when no run is open */
  rewind(fromNs: number, budgetMs: number): Recorded {
    if (!this.#scenario) throw new Error('rewind: no run is open');
    this.#engine.open(this.#scenario, false);
    this.#recording = false;
    this.#recordFromNs = fromNs;
    return this.record(fromNs, budgetMs);
  }

  record(untilNs: number, budgetMs: number): Recorded {
    const deadline = this.#now() + budgetMs;
    if (!this.#recording && !this.#skip(deadline))
      return { chunks: [], nowNs: this.#engine.now(), done: false };
    const chunks: Chunk[] = [];
    let status = this.#engine.advance(untilNs, EVENTS_PER_LOOK);
    while (status === 'chunk' || (status === 'events' && this.#now() < deadline)) {
      if (status === 'chunk') {
        chunks.push(this.#engine.takeChunk());
        if (this.#now() >= deadline) break;
      }
      status = this.#engine.advance(untilNs, EVENTS_PER_LOOK);
    }
    // The picture of the present needs the open spans too, so what has been recorded is handed over as it is.
    chunks.push(this.#engine.takeChunk());
    return { chunks, nowNs: this.#engine.now(), done: status === 'done' };
  }

  /** Simulates without recording up to where recording starts; false when the deadline came first. */
  #skip(deadline: number): boolean {
    while (this.#engine.advance(this.#recordFromNs, EVENTS_PER_LOOK) === 'events')
      if (this.#now() >= deadline) return false;
    this.#engine.setTrace(true);
    this.#recording = true;
    return true;
  }

  finish(budgetMs: number): Progress {
    const deadline = this.#now() + budgetMs;
    let done = false;
    do {
      done = this.#engine.advance(Number.MAX_SAFE_INTEGER, EVENTS_PER_LOOK) === 'done';
    } while (!done && this.#now() < deadline);
    const progress = { nowNs: this.#engine.now(), done, events: this.#engine.events() };
    return done ? { ...progress, summary: this.#engine.summary() } : progress;
  }
}
