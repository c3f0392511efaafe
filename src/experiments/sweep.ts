/**
 * Runs experiments: a definition becomes points, points become runs on all cores. The newest start wins.
 * Results stay after a stop, are cached, and survive a reload.
 */

import { engineProblem, newEngine } from '../lab/run/engines.ts';
import { normalize } from '../lab/run/normalize.ts';
import { keepRuns, knownRuns, runKey } from '../lab/run/sweep-cache.ts';
import { browserClock } from '../model/playback/clock.ts';
import { presetById } from '../model/scenario/library.ts';
import type { Json } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { openPoints } from '../model/sweep/answer.ts';
import { isSameRuns, type Sweep } from '../model/sweep/definition.ts';
import { Pace } from '../model/sweep/pace.ts';
import { inRunOrder, type Point, pointsOf, replicationOf } from '../model/sweep/plan.ts';
import { type Gap, type RunRecord, recordOf, type SweepResults } from '../model/sweep/results.ts';
import { Schedule, type Task } from '../model/sweep/schedule.ts';
import { coreCount, Pool } from '../model/workers/pool.ts';
import { rememberSweep } from './sweep-definition.ts';
import { type Ending, type SweepRun, sweeps } from './sweep-state.ts';

/** Interval of result reports to the page and the cache, ms. */
const SHOW_MS = 150;

/** Cache keys computed per step: about ten milliseconds, then the page may paint. */
const RECALL = 250;

/** Delay of an automatic run after an edit, ms. */
const AGAIN_MS = 400;

/** Longest automatic run, s. */
const AUTOMATIC_S = 10;

/** The extent of a sweep: everything, what runs in a few seconds, or only cached runs. */
type Extent = 'all' | 'some' | 'none';

/** The running sweep. */
let present: Running | undefined;

/** An automatic run after an edit. */
let again: ReturnType<typeof setTimeout> | undefined;

/** Runs the current definition from its start; cached runs are not repeated. */
export async function startSweep(): Promise<void> {
  await begin('all');
}

/** Shows cached results of the current definition without running anything. */
export async function recallSweep(): Promise<void> {
  await begin('none');
}

/**
 * Runs the current definition for a few seconds at most, without a press: an opened experiment has a chart,
 * and a short one its answer.
 */
export async function glanceSweep(): Promise<void> {
  await begin('some');
}

/**
 * Shows the runs of a file with its definition. Points that the engine refuses are gaps, whatever the file
 * contains.
 */
export async function showSweepResults({ sweep, runs, gaps, engineVersion }: SweepResults): Promise<void> {
  endPresent();
  const { definition } = sweeps.getState();
  sweeps.setState({ status: 'preparing', isGlance: false, failure: undefined, run: undefined });
  try {
    const points = await plannedPoints(sweep);
    // Something else was opened or started in the meantime.
    if (present || sweeps.getState().definition !== definition) return;
    const refused = points.flatMap(({ index, problem }) => (problem ? [{ point: index, problem }] : []));
    const isRefused = (point: number) => refused.some((gap) => gap.point === point);
    const shown: SweepRun = {
      sweep,
      points,
      runs: runs.filter(({ point }) => !isRefused(point)),
      gaps: [...refused, ...gaps.filter(({ point }) => !isRefused(point))],
      engineVersion,
      total: (points.length - refused.length) * sweep.seeds,
      done: runs.length,
      reused: 0,
      elapsedMs: 0,
      etaMs: undefined,
      workers: 0,
      ending: 'file',
    };
    sweeps.setState({ status: 'ended', run: shown });
    rememberSweep('ended');
  } catch (error) {
    sweeps.setState({ status: 'ended', failure: engineProblem(error) });
  }
}

/** Hides the results for a prediction. They stay cached. */
export function putSweepAside(): void {
  endPresent();
  sweeps.setState({ status: 'idle', run: undefined });
  rememberSweep();
}

async function begin(extent: Extent): Promise<void> {
  const { definition } = sweeps.getState();
  if (!definition) return;
  endPresent();
  present = new Running(definition, extent);
  await present.start();
}

/** Starts no more runs; those in progress finish. */
export const pauseSweep = (): void => present?.pause();

export const resumeSweep = (): void => present?.resume();

/** Stops at once; results stay. */
export const cancelSweep = (): void => present?.end('cancelled');

function endPresent(): void {
  clearTimeout(again);
  present?.abandon();
  present = undefined;
}

/** Whether a definition shows the runs of another, and needs no more of them. */
const needsNoRun = (known: Sweep, wanted: Sweep): boolean =>
  isSameRuns(known, wanted) && (wanted.precision === null || wanted.metric === known.metric);

// The results of an automatic run follow the definition.
sweeps.subscribe(({ definition }, before) => {
  if (!definition || definition === before.definition || !present?.isGlance) return;
  clearTimeout(again);
  if (!needsNoRun(present.sweep, definition)) again = setTimeout(glanceSweep, AGAIN_MS);
});

/** The points of a sweep, with scenarios validated by the engine. */
export async function plannedPoints(sweep: Sweep): Promise<Point[]> {
  return pointsOf(
    sweep,
    (value: Json) => normalize(value),
    (id) => presetById(id)?.scenario,
  );
}

/** One run of a definition. */
class Running {
  readonly sweep: Sweep;
  readonly #extent: Extent;
  readonly #pool = new Pool(coreCount(), newEngine);
  readonly #pace = new Pace();
  readonly #runs: RunRecord[] = [];
  readonly #gaps: Gap[] = [];
  readonly #unkept: Promise<readonly [string, Parameters<typeof keepRuns>[0][number][1]] | undefined>[] = [];
  #points: readonly Point[] = [];
  #schedule = new Schedule({ points: [], seeds: 0, precision: null });
  #known = new Map<string, RunRecord>();
  #underWay = 0;
  #reused = 0;
  #engineVersion = '';
  #isOver = false;
  #isPaused = false;
  /** Wall time before the last pause, and the start of the current part. */
  #elapsedMs = 0;
  #startedMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #budgetTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(sweep: Sweep, extent: Extent) {
    this.sweep = sweep;
    this.#extent = extent;
  }

  get isGlance(): boolean {
    return this.#extent === 'some';
  }

  async start(): Promise<void> {
    sweeps.setState({ status: 'preparing', isGlance: this.isGlance, failure: undefined });
    // An automatic run replaces the earlier results when it has new ones, so that the layout does not jump.
    if (!this.isGlance) sweeps.setState({ run: undefined });
    rememberSweep(this.#extent === 'all' ? 'running' : 'ended');
    try {
      this.#points = await plannedPoints(this.sweep);
      if (this.#isOver) return;
      for (const { index, problem } of this.#points) if (problem) this.#gaps.push({ point: index, problem });
      const possible = this.#points.filter(({ scenario }) => scenario);
      this.#schedule = new Schedule({
        points: inRunOrder(possible).map(({ index }) => index),
        seeds: this.sweep.seeds,
        precision: this.sweep.precision,
        openPoints: (replications) => openPoints(this.sweep, replications),
      });
      await this.#recall(possible);
      if (this.#isOver) return;
      if (this.#extent !== 'none') {
        this.#begin();
        this.#pump();
      } else {
        this.#takeKnown();
        this.end(this.#schedule.remaining === 0 ? this.#allDone : 'cancelled');
      }
    } catch (error) {
      if (this.#isOver) return;
      this.abandon();
      sweeps.setState({ status: 'ended', failure: engineProblem(error) });
    }
  }

  pause(): void {
    if (this.#isOver || this.#isPaused) return;
    this.#isPaused = true;
    this.#stopClock();
    sweeps.setState({ status: 'paused' });
    rememberSweep('paused');
    this.#show();
  }

  resume(): void {
    if (this.#isOver || !this.#isPaused) return;
    this.#isPaused = false;
    rememberSweep('running');
    this.#begin();
    this.#pump();
  }

  end(ending: Ending): void {
    if (this.#isOver) return;
    this.abandon();
    this.#show(ending);
    sweeps.setState({ status: 'ended' });
    rememberSweep('ended');
    this.#keep();
  }

  /** Cancels it without a result. */
  abandon(): void {
    this.#isOver = true;
    this.#stopClock();
    clearTimeout(this.#timer);
    this.#pool.close();
  }

  #begin(): void {
    this.#startedMs = browserClock.now();
    sweeps.setState({ status: 'running' });
    const own = this.sweep.budgetS ?? Infinity;
    const budgetS = this.isGlance ? Math.min(own, AUTOMATIC_S) : own;
    if (budgetS === Infinity) return;
    const ending = budgetS < own ? 'glance' : 'budget';
    this.#budgetTimer = setTimeout(() => this.end(ending), Math.max(0, budgetS * 1000 - this.#elapsedMs));
  }

  #stopClock(): void {
    this.#elapsedMs = this.#wallMs();
    this.#startedMs = undefined;
    clearTimeout(this.#budgetTimer);
  }

  #wallMs(): number {
    return this.#elapsedMs + (this.#startedMs === undefined ? 0 : browserClock.now() - this.#startedMs);
  }

  /** Why it ends when nothing is left to run. */
  get #allDone(): Ending {
    if (!this.#schedule.isPrecise) return 'seeds';
    return this.sweep.precision === 'answer' ? 'decided' : 'precision';
  }

  /** Loads the cached runs of all points. */
  async #recall(points: readonly Point[]): Promise<void> {
    const tasks = points.flatMap(({ index, scenario }) =>
      Array.from({ length: scenario ? this.sweep.seeds : 0 }, (_, replication) => ({
        point: index,
        replication,
      })),
    );
    for (let from = 0; from < tasks.length && !this.#isOver; from += RECALL) {
      const some = tasks.slice(from, from + RECALL);
      const names = await Promise.all(some.map(async (task) => runKey(this.#scenarioOf(task))));
      const found = await knownRuns(names);
      for (const [number, record] of found.entries()) {
        const task = some[number];
        if (!record || !task) continue;
        const { engineVersion, ...rest } = record;
        this.#engineVersion = engineVersion;
        this.#known.set(keyOf(task), { ...task, ...rest });
      }
    }
  }

  #scenarioOf({ point, replication }: Task) {
    const scenario = this.#points[point]?.scenario;
    if (!scenario) throw new Error(`point ${point} has no scenario`);
    return replicationOf(scenario, replication);
  }

  /** Uses cached runs in the order in which they would run. */
  #takeKnown(): Task | undefined {
    for (;;) {
      const task = this.#schedule.next();
      if (!task) return undefined;
      const known = this.#known.get(keyOf(task));
      if (!known) return task;
      this.#reused++;
      this.#settle(task, known);
    }
  }

  #settle(task: Task, record: RunRecord): void {
    this.#runs.push(record);
    this.#schedule.settle(task, record.values[this.sweep.metric]);
  }

  /** Starts as many runs as there are idle engines. */
  #pump(): void {
    while (!this.#isOver && !this.#isPaused && this.#pool.hasIdle) {
      const task = this.#takeKnown();
      if (!task) break;
      this.#underWay++;
      this.#run(task);
    }
    if (this.#isOver) return;
    if (this.#underWay === 0 && !this.#isPaused) this.end(this.#allDone);
    else this.#showSoon();
  }

  async #run(task: Task): Promise<void> {
    const scenario = this.#scenarioOf(task);
    try {
      const { summary, elapsedMs } = await this.#pool.run(scenario);
      if (this.#isOver) return;
      this.#pace.add(elapsedMs);
      this.#engineVersion = summary.engineVersion;
      const record = recordOf(task, scenario, summary);
      const { seed, fingerprint, values } = record;
      const kept = { seed, fingerprint, values, engineVersion: summary.engineVersion };
      this.#unkept.push(runKey(scenario).then((name) => (name === undefined ? undefined : [name, kept])));
      this.#settle(task, record);
    } catch (error) {
      if (this.#isOver) return;
      this.#fail(task, engineProblem(error));
    }
    this.#underWay--;
    this.#pump();
  }

  /** A point that fails is a gap; the others continue. */
  #fail(task: Task, problem: Problem): void {
    this.#schedule.fail(task);
    if (!this.#gaps.some(({ point }) => point === task.point))
      this.#gaps.push({ point: task.point, problem });
  }

  #showSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isOver) return;
      this.#show();
      this.#keep();
    }, SHOW_MS);
  }

  #show(ending?: Ending): void {
    const elapsedMs = this.#wallMs();
    const remaining = this.#schedule.remaining + this.#underWay;
    const run: SweepRun = {
      sweep: this.sweep,
      points: this.#points,
      runs: [...this.#runs],
      gaps: [...this.#gaps],
      engineVersion: this.#engineVersion,
      total: this.sweep.precision === 'answer' ? this.#runs.length + remaining : this.#schedule.most,
      done: this.#runs.length,
      reused: this.#reused,
      elapsedMs,
      etaMs: this.#pace.etaMs(remaining, this.#pool.size, elapsedMs),
      workers: this.#pool.size,
      ending,
    };
    sweeps.setState({ run });
  }

  #keep(): void {
    const batch = this.#unkept.splice(0);
    if (batch.length === 0) return;
    Promise.all(batch).then((entries) => keepRuns(entries.filter((entry) => entry !== undefined)));
  }
}

const keyOf = ({ point, replication }: Task): string => `${point} ${replication}`;
