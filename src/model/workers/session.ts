/**
 * One open run behind the worker protocol: converts wall-time budgets to calls of the engine, which has no
 * clock.
 */
import { type Chunk, type Engine, type RunLayout, wireNsOf } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized, Summary } from '../scenario/generated/summary.ts';
import { Checkpoints } from './checkpoints.ts';
import { LevelMeter } from './levels.ts';
import { Pass } from './pass.ts';
import type { EngineService, Levels, Progress, Recorded } from './protocol.ts';

/** Maximum time that finishing blocks other calls, ms. */
const SLICE_MS = 4;

/** The engine of one worker and its open run. */
export class Session {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #yieldTurn: () => Promise<void>;
  #layout: RunLayout | undefined;
  /** Records spans; only for a watched run. */
  #recorder: Pass | undefined;
  /**
   * Simulates to the end without recording. For a watched run it adds checkpoints, so that seeking is fast.
   */
  #front: Pass | undefined;
  /** Records other places of the same run, from the same checkpoints. */
  #aside: Session | undefined;
  /** Only a watched run is seeked in. */
  #checkpoints: Checkpoints | undefined;
  /** Start of recording during a rewind. */
  #recordFromNs = 0;
  #recording = false;
  /** The level samples of a run, and their requested number. */
  #samples: { meter: LevelMeter; count: number } | undefined;
  /** Incremented by every finishing call and every new run: older finishing calls stop. */
  #newest = 0;

  /**
   * @param now wall clock in ms, for budgets only
   * @param yieldTurn resolves after the pending calls are served
   */
  constructor(engine: Engine, now: () => number, yieldTurn: () => Promise<void> = async () => undefined) {
    this.#engine = engine;
    this.#now = now;
    this.#yieldTurn = yieldTurn;
  }

  normalize(json: string): Normalized {
    return this.#engine.normalize(json);
  }

  open(scenario: Scenario, trace: boolean, changes: readonly Change[] = [], process = 0): RunLayout {
    const later = changes.map((change) => change.scenario);
    const opened = this.#engine.open(scenario, trace, later, process);
    const wireNs = Math.max(opened.wireNs ?? 0, ...later.map(wireNsOf));
    const layout = { ...opened, wireNs };
    this.#layout = layout;
    this.#samples = undefined;
    this.#aside = undefined;
    this.#newest++;
    this.#recordFromNs = 0;
    this.#recording = trace;
    this.#checkpoints = trace ? new Checkpoints() : undefined;
    const pass = new Pass(this.#engine, changes, this.#checkpoints);
    this.#checkpoints?.add(pass.point(), 0);
    this.#recorder = trace ? pass : undefined;
    this.#front = trace ? undefined : pass;
    return layout;
  }

  /** @throws Error if no recorded run is open */
  rewind(fromNs: number, budgetMs: number, untilNs = fromNs): Recorded {
    this.#watched('rewind').engine.setTrace(false);
    this.#recording = false;
    this.#recordFromNs = fromNs;
    return this.record(untilNs, budgetMs);
  }

  /** @throws Error if no recorded run is open */
  look(...stretch: Parameters<EngineService['look']>): Recorded {
    if (!this.#aside) {
      const recorder = this.#watched('look');
      this.#aside = new Session(this.#engine, this.#now);
      this.#aside.#checkpoints = this.#checkpoints;
      this.#aside.#recorder = recorder.branch(this.#checkpoints?.last ?? recorder.point());
    }
    return this.#aside.rewind(...stretch);
  }

  /** @throws Error if no recorded run is open */
  record(untilNs: number, budgetMs: number): Recorded {
    const recorder = this.#watched('record');
    const deadline = this.#now() + budgetMs;
    if (!this.#recording) {
      const nowNs = this.#skip(recorder, deadline);
      if (nowNs !== this.#recordFromNs) return { chunks: [], nowNs, done: false };
      recorder.engine.setTrace(true);
      this.#recording = true;
    }
    const chunks: Chunk[] = [];
    let status = recorder.advance(untilNs);
    while (status === 'chunk' || (status === 'events' && this.#now() < deadline)) {
      if (status === 'chunk') {
        chunks.push(recorder.engine.takeChunk());
        if (this.#now() >= deadline) break;
      }
      status = recorder.advance(untilNs);
    }
    // The current frame also needs the open spans, so the unfinished chunk is included.
    chunks.push(recorder.engine.takeChunk());
    const completed = completedBy(recorder.engine.summary());
    return { chunks, nowNs: recorder.nowNs, done: status === 'done', completed };
  }

  /** @throws Error if no run is open */
  async finish(budgetMs: number): Promise<Progress> {
    const deadline = this.#now() + budgetMs;
    const mine = ++this.#newest;
    for (;;) {
      const front = this.#counting('finish');
      const pauseAt = Math.min(deadline, this.#now() + SLICE_MS);
      let done = false;
      do {
        done = this.#count(front);
      } while (!done && this.#now() < pauseAt);
      const progress = { nowNs: front.nowNs, done, events: front.engine.events() };
      if (done) return { ...progress, summary: front.engine.summary() };
      if (this.#now() >= deadline) return progress;
      await this.#yieldTurn();
      if (mine !== this.#newest) return progress;
    }
  }

  /** @throws Error if no run is open */
  async levels(intervals: number, budgetMs: number): Promise<Levels | undefined> {
    if (!this.#layout) throw new Error('levels: no run is open');
    const pass = this.#counting('levels');
    const deadline = this.#now() + budgetMs;
    const { warmupEndNs, endNs } = this.#layout;
    const binNs = (endNs - warmupEndNs) / intervals;
    this.#samples ??= { meter: new LevelMeter(warmupEndNs, binNs), count: 0 };
    while (this.#samples.count < intervals) {
      const untilNs = Math.round(warmupEndNs + (this.#samples.count + 1) * binNs);
      while (pass.advance(untilNs) === 'events') if (this.#now() >= deadline) return undefined;
      this.#samples.meter.add(pass.engine.summary());
      this.#samples.count++;
    }
    return this.#samples.meter.levels();
  }

  #watched(call: string): Pass {
    if (!this.#recorder) throw new Error(`${call}: no run is being recorded`);
    return this.#recorder;
  }

  /** The pass that finishes the run; it reuses the progress of others. */
  #counting(call: string): Pass {
    const last = this.#checkpoints?.last;
    if (last && this.#recorder) {
      if (!this.#front) this.#front = this.#recorder.branch(last);
      else if (this.#front.nowNs < last.nowNs) this.#front.restore(last);
    }
    if (!this.#front) throw new Error(`${call}: no run is open`);
    return this.#front;
  }

  /**
   * Advances the finishing pass; returns whether the run has ended. It also completes a pending rewind, since
   * the page may be too busy to call again.
   */
  #count(front: Pass): boolean {
    const goalNs = this.#recordFromNs;
    const isRewinding = !this.#recording && front.nowNs < goalNs;
    const status = front.advance(isRewinding ? goalNs : Number.MAX_SAFE_INTEGER);
    if (isRewinding && status === 'time') this.#recorder?.restore(front.point());
    return status === 'done';
  }

  /**
   * Moves the recorder to the start of recording, from the nearest point at or before it: its own position, a
   * checkpoint, or the finishing pass. Returns the model time reached, ns: less if the deadline came first.
   */
  #skip(recorder: Pass, deadline: number): number {
    const goalNs = this.#recordFromNs;
    const checkpoint = this.#checkpoints?.before(goalNs);
    if (checkpoint && (recorder.nowNs > goalNs || recorder.nowNs < checkpoint.nowNs))
      recorder.restore(checkpoint);
    const front = this.#front;
    const isFrontNearest = front && front.nowNs <= goalNs && front.nowNs > recorder.nowNs;
    const pass = isFrontNearest ? front : recorder;
    while (pass.advance(goalNs) === 'events') if (this.#now() >= deadline) return pass.nowNs;
    if (pass === front) recorder.restore(front.point());
    return goalNs;
  }
}

/** Requests completed so far: the series covers the whole run. */
const completedBy = ({ series }: Summary): number =>
  series.completions.reduce((sum, count) => sum + count, 0);
