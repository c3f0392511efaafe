/**
 * One open run behind the worker protocol: turns budgets of wall time into calls of the engine, which has no clock.
 */
import type { Chunk, Engine, RunLayout, Status } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized } from '../scenario/generated/summary.ts';
import { poolSize } from '../scenario/pool-size.ts';
import { Checkpoints } from './checkpoints.ts';
import type { LevelMeter } from './levels.ts';
import type { Levels, Progress, Recorded } from './protocol.ts';

/** Events between two looks at the clock: about half a millisecond of work. */
const EVENTS_PER_LOOK = 5_000;

/** The engine of one worker and the run it has open. */
export class Session {
  readonly #engine: Engine;
  readonly #now: () => number;
  #checkpoints: Checkpoints | undefined;
  /** Model time before which nothing is recorded (a rewind under way). */
  #recordFromNs = 0;
  #recording = false;
  #layout: RunLayout | undefined;
  /** What becomes of the run, in the order of time, and how much of that has come. */
  #changes: readonly Change[] = [];
  #changed = 0;
  /** Looks at a run that is counted for its levels, and how many there were. */
  #looks: { meter: LevelMeter; count: number } | undefined;

  /** @param now wall clock in ms, for budgets only */
  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  normalize(json: string): Normalized {
    return this.#engine.normalize(json);
  }

  open(scenario: Scenario, trace: boolean, changes: readonly Change[] = []): RunLayout {
    // A pool that is to grow needs numbers for its connections from the start.
    const room = Math.max(0, ...changes.map((change) => poolSize(change.scenario)));
    const layout = this.#engine.open(scenario, trace, room);
    this.#layout = layout;
    this.#changes = changes;
    this.#changed = 0;
    this.#looks = undefined;
    this.#recordFromNs = 0;
    this.#recording = trace;
    // Only a run that is watched is ever sought in.
    this.#checkpoints = trace ? new Checkpoints() : undefined;
    this.#keep();
    return layout;
  }

  /** @throws Error when no recording run is open */
  rewind(fromNs: number, budgetMs: number, untilNs = fromNs): Recorded {
    const near = this.#checkpoints?.before(fromNs);
    if (!near) throw new Error('rewind: no run is being recorded');
    // The present is as good a start as a checkpoint when it lies between that and the goal.
    const present = this.#engine.now();
    if (present > fromNs || present < near.nowNs) {
      this.#engine.restore(near);
      this.#changed = this.#changes.filter(({ atNs }) => near.nowNs > atNs).length;
    }
    this.#engine.setTrace(false);
    this.#recording = false;
    this.#recordFromNs = fromNs;
    return this.record(untilNs, budgetMs);
  }

  record(untilNs: number, budgetMs: number): Recorded {
    const deadline = this.#now() + budgetMs;
    if (!this.#recording && !this.#skip(deadline))
      return { chunks: [], nowNs: this.#engine.now(), done: false };
    const chunks: Chunk[] = [];
    let status = this.#advance(untilNs);
    while (status === 'chunk' || (status === 'events' && this.#now() < deadline)) {
      if (status === 'chunk') {
        chunks.push(this.#engine.takeChunk());
        if (this.#now() >= deadline) break;
      }
      status = this.#advance(untilNs);
    }
    // The picture of the present needs the open spans too, so what has been recorded is handed over as it is.
    chunks.push(this.#engine.takeChunk());
    return { chunks, nowNs: this.#engine.now(), done: status === 'done', completed: this.#completed() };
  }

  finish(budgetMs: number): Progress {
    const deadline = this.#now() + budgetMs;
    if (this.#recording) {
      // Nobody will fetch chunks any more, and a full one would stop the run.
      this.#engine.setTrace(false);
      this.#recording = false;
    }
    let done = false;
    do {
      done = this.#advance(Number.MAX_SAFE_INTEGER) === 'done';
    } while (!done && this.#now() < deadline);
    const progress = { nowNs: this.#engine.now(), done, events: this.#engine.events() };
    return done ? { ...progress, summary: this.#engine.summary() } : progress;
  }

  /** @throws Error when no run is open */
  async levels(intervals: number, budgetMs: number): Promise<Levels | undefined> {
    if (!this.#layout) throw new Error('levels: no run is open');
    // Few visits ask for levels.
    const { LevelMeter } = await import('./levels.ts');
    const deadline = this.#now() + budgetMs;
    const { warmupEndNs, endNs } = this.#layout;
    const binNs = (endNs - warmupEndNs) / intervals;
    this.#looks ??= { meter: new LevelMeter(warmupEndNs, binNs), count: 0 };
    while (this.#looks.count < intervals) {
      const untilNs = Math.round(warmupEndNs + (this.#looks.count + 1) * binNs);
      while (this.#advance(untilNs) === 'events') if (this.#now() >= deadline) return undefined;
      this.#looks.meter.add(this.#engine.summary());
      this.#looks.count++;
    }
    return this.#looks.meter.levels();
  }

  /** Requests completed so far: the series counts over the whole run. */
  #completed(): number {
    return this.#engine.summary().series.completions.reduce((sum, count) => sum + count, 0);
  }

  /** Simulates without recording up to where recording starts; false when the deadline came first. */
  #skip(deadline: number): boolean {
    while (this.#advance(this.#recordFromNs) === 'events') if (this.#now() >= deadline) return false;
    this.#engine.setTrace(true);
    this.#recording = true;
    return true;
  }

  #advance(untilNs: number): Status {
    const change = this.#changes[this.#changed];
    const goalNs = Math.min(untilNs, change?.atNs ?? untilNs);
    let status = this.#engine.advance(goalNs, EVENTS_PER_LOOK);
    if (status === 'time' && goalNs === change?.atNs) {
      this.#engine.change(change.scenario);
      this.#changed++;
      if (goalNs < untilNs) status = 'events';
    }
    this.#keep();
    return status;
  }

  #keep(): void {
    // At the instant of a change itself, a checkpoint could be from before or after it.
    const now = this.#engine.now();
    if (this.#changes.some(({ atNs }) => atNs === now)) return;
    const events = this.#engine.events();
    if (this.#checkpoints?.isDue(events)) this.#checkpoints.add(this.#engine.checkpoint(), events);
  }
}
