/**
 * One open run behind the worker protocol: turns budgets of wall time into calls of the engine, which has no clock.
 */
import { type Chunk, type Engine, type RunLayout, wireNsOf } from '../engine/engine.ts';
import type { Change } from '../scenario/course.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Normalized, Summary } from '../scenario/generated/summary.ts';
import { poolSize } from '../scenario/pool-size.ts';
import { Checkpoints } from './checkpoints.ts';
import { LevelMeter } from './levels.ts';
import { Pass } from './pass.ts';
import type { EngineService, Levels, Progress, Recorded } from './protocol.ts';

/** For so long, ms, counting to the end keeps other questions waiting. */
const SLICE_MS = 4;

/** The engine of one worker and the run it has open. */
export class Session {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #giveWay: () => Promise<void>;
  #layout: RunLayout | undefined;
  /** What is recorded comes from here; only of a run that is watched. */
  #recorder: Pass | undefined;
  /** Counts the run to its end, recording nothing. Of a run that is watched it leaves points, so that every place is near one. */
  #front: Pass | undefined;
  /** Looks at other places of the same run meanwhile, from the same checkpoints. */
  #aside: Session | undefined;
  /** Only a run that is watched is ever sought in. */
  #checkpoints: Checkpoints | undefined;
  /** Model time before which nothing is recorded (a rewind under way). */
  #recordFromNs = 0;
  #recording = false;
  /** Looks at a run that is counted for its levels, and how many there were. */
  #looks: { meter: LevelMeter; count: number } | undefined;
  /** Raised by every call that counts, and by every run that is opened: what was counting before gives up. */
  #newest = 0;

  /**
   * @param now wall clock in ms, for budgets only
   * @param giveWay resolves when what has been asked in the meantime is answered
   */
  constructor(engine: Engine, now: () => number, giveWay: () => Promise<void> = async () => undefined) {
    this.#engine = engine;
    this.#now = now;
    this.#giveWay = giveWay;
  }

  normalize(json: string): Normalized {
    return this.#engine.normalize(json);
  }

  open(scenario: Scenario, trace: boolean, changes: readonly Change[] = []): RunLayout {
    // A pool that is to grow needs numbers for its connections from the start.
    const room = Math.max(0, ...changes.map((change) => poolSize(change.scenario)));
    const opened = this.#engine.open(scenario, trace, room);
    const wireNs = Math.max(opened.wireNs ?? 0, ...changes.map((change) => wireNsOf(change.scenario)));
    const layout = { ...opened, wireNs };
    this.#layout = layout;
    this.#looks = undefined;
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

  /** @throws Error when no recording run is open */
  rewind(fromNs: number, budgetMs: number, untilNs = fromNs): Recorded {
    this.#watched('rewind').engine.setTrace(false);
    this.#recording = false;
    this.#recordFromNs = fromNs;
    return this.record(untilNs, budgetMs);
  }

  /** @throws Error when no recording run is open */
  look(...stretch: Parameters<EngineService['look']>): Recorded {
    if (!this.#aside) {
      const recorder = this.#watched('look');
      this.#aside = new Session(this.#engine, this.#now);
      this.#aside.#checkpoints = this.#checkpoints;
      this.#aside.#recorder = recorder.branch(this.#checkpoints?.last ?? recorder.point());
    }
    return this.#aside.rewind(...stretch);
  }

  /** @throws Error when no recording run is open */
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
    // The picture of the present needs the open spans too, so what has been recorded is handed over as it is.
    chunks.push(recorder.engine.takeChunk());
    const completed = completedBy(recorder.engine.summary());
    return { chunks, nowNs: recorder.nowNs, done: status === 'done', completed };
  }

  /** @throws Error when no run is open */
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
      await this.#giveWay();
      if (mine !== this.#newest) return progress;
    }
  }

  /** @throws Error when no run is open */
  async levels(intervals: number, budgetMs: number): Promise<Levels | undefined> {
    if (!this.#layout) throw new Error('levels: no run is open');
    const pass = this.#counting('levels');
    const deadline = this.#now() + budgetMs;
    const { warmupEndNs, endNs } = this.#layout;
    const binNs = (endNs - warmupEndNs) / intervals;
    this.#looks ??= { meter: new LevelMeter(warmupEndNs, binNs), count: 0 };
    while (this.#looks.count < intervals) {
      const untilNs = Math.round(warmupEndNs + (this.#looks.count + 1) * binNs);
      while (pass.advance(untilNs) === 'events') if (this.#now() >= deadline) return undefined;
      this.#looks.meter.add(pass.engine.summary());
      this.#looks.count++;
    }
    return this.#looks.meter.levels();
  }

  #watched(call: string): Pass {
    if (!this.#recorder) throw new Error(`${call}: no run is being recorded`);
    return this.#recorder;
  }

  /** The pass that counts. It never does again what another one has done. */
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
   * Simulates on with the pass that counts; answers whether the run has ended. A rewind that has not come to its place yet gets there
   * by this, too: whoever wanted it may be too busy to ask again.
   */
  #count(front: Pass): boolean {
    const goalNs = this.#recordFromNs;
    const isOnTheWay = !this.#recording && front.nowNs < goalNs;
    const status = front.advance(isOnTheWay ? goalNs : Number.MAX_SAFE_INTEGER);
    if (isOnTheWay && status === 'time') this.#recorder?.restore(front.point());
    return status === 'done';
  }

  /**
   * Brings the recorder to where recording starts, from the nearest place at or before it: where it is itself, a checkpoint, or
   * where the run has been counted to. Answers how far it has come, ns: less when the deadline came first.
   */
  #skip(recorder: Pass, deadline: number): number {
    const goalNs = this.#recordFromNs;
    const near = this.#checkpoints?.before(goalNs);
    if (near && (recorder.nowNs > goalNs || recorder.nowNs < near.nowNs)) recorder.restore(near);
    const front = this.#front;
    const isFrontNearest = front && front.nowNs <= goalNs && front.nowNs > recorder.nowNs;
    const pass = isFrontNearest ? front : recorder;
    while (pass.advance(goalNs) === 'events') if (this.#now() >= deadline) return pass.nowNs;
    if (pass === front) recorder.restore(front.point());
    return goalNs;
  }
}

/** Requests completed so far: the series counts over the whole run. */
const completedBy = ({ series }: Summary): number =>
  series.completions.reduce((sum, count) => sum + count, 0);
