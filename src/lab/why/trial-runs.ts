/**
 * The runs of one trial: a system unchanged and with each change alone, by replication; on request also with
 * its costs removed one on top of the other. Uses all cores; cached runs are not repeated.
 */
import { type LeverId, type Move, movesOf } from '../../model/explain/levers.ts';
import { browserClock } from '../../model/playback/clock.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { type Course, courseMeasuredFrom, courseThrough, mapCourse } from '../../model/scenario/course.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { Figures, Replications } from '../../model/sweep/effects.ts';
import { Pace } from '../../model/sweep/pace.ts';
import { replicationOf } from '../../model/sweep/plan.ts';
import { stepOrder } from '../../model/sweep/waterfall.ts';
import { coreCount, Pool } from '../../model/workers/pool.ts';
import { engineProblem, newEngine } from '../run/engines.ts';
import { type KeptEntry, knownFigures, runFigures } from '../run/kept-figures.ts';
import { normalize } from '../run/normalize.ts';
import { keepRuns } from '../run/sweep-cache.ts';
import { type ExperimentState, legsOf } from '../settings/experiment-state.ts';
import type { Extent, Stacked, Trial } from './trials-state.ts';

/** Interval of result reports, ms. */
const SHOW_MS = 150;

/** Summaries of runs by change and replication. */
export type Memory = Map<string, Figures>;

/** Key of a system: its changes in the order of application; empty without any. */
const nameOf = ({ ids }: { readonly ids: readonly LeverId[] }): string => ids.join('+');

/** Key of a run in a memory. */
export const placeOf = (ids: readonly LeverId[], replication: number): string =>
  `${nameOf({ ids })} ${replication}`;

/** The specification of a trial. */
export interface Wanted {
  readonly scenario: Scenario;
  /** The experiment that it is a part of. */
  readonly state: ExperimentState;
  readonly extent: Extent;
  /** Replications of every system. */
  readonly seeds: number;
  /** Earlier runs, and the steps that were shown. */
  readonly memory: Memory;
  readonly before: Pick<Trial, 'steps' | 'isWhole' | 'leftOut'>;
  /** Receives new results. */
  readonly onChange: (part: Partial<Trial>) => void;
}

/** A system that is run with every seed. */
interface System {
  /** Its changes in the order of application. */
  readonly ids: readonly LeverId[];
  readonly course: Course;
  readonly isFromStart: boolean;
}

interface Task extends System {
  readonly replication: number;
}

interface Possible {
  readonly move: Move;
  readonly system: System;
}

const textOf = (scenario: Scenario): string => JSON.stringify(scenario);

export class TrialRuns {
  readonly #wanted: Wanted;
  readonly #pool = new Pool(coreCount(), newEngine);
  readonly #pace = new Pace();
  readonly #startedMs = browserClock.now();
  /** Failures by system key. */
  readonly #failures = new Map<string, unknown>();
  #possible: readonly Possible[] = [];
  #steps: readonly Stacked[] = [];
  readonly #unkept: KeptEntry[] = [];
  #leftOut: readonly LeverId[] = [];
  #isWhole = false;
  #total: number | undefined;
  #done = 0;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Runs the trial, or until it is ended. Rejects when the unchanged system cannot be run. */
  async run(): Promise<void> {
    const { extent, scenario, seeds } = this.#wanted;
    this.#possible = await this.#judged();
    const costs = this.#possible.filter(({ move }) => move.isCost).length;
    // The first step is one of the single changes.
    const steps = extent === 'together' ? Math.max(0, costs - 1) : 0;
    this.#total = (1 + this.#possible.length + steps) * seeds;
    this.#show();
    await this.#runAll([this.#systemOf([], scenario), ...this.#possible.map(({ system }) => system)]);
    if (this.#failures.has('')) throw this.#failures.get('');
    if (extent === 'together') await this.#stack();
  }

  /** Stops at once; results so far are shown. */
  end(): void {
    if (this.#isOver) return;
    this.#show();
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#pool.close();
  }

  /** The moves to another scenario that the engine accepts. */
  async #judged(): Promise<Possible[]> {
    const { scenario } = this.#wanted;
    const possible: Possible[] = [];
    const known = new Set([textOf(scenario)]);
    for (const move of movesOf(scenario)) {
      if (this.#isOver) break;
      const changed = await changedBy(scenario, move.edits);
      if (!changed || known.has(textOf(changed))) continue;
      known.add(textOf(changed));
      possible.push({ move, system: this.#systemOf([move.id], changed) });
    }
    return possible;
  }

  /**
   * The run of a system that is comparable with the one on screen. In a branch, the change applies at the
   * branch or, if a running system cannot take it, at the start.
   */
  #systemOf(ids: readonly LeverId[], scenario: Scenario): System {
    const { state } = this.#wanted;
    const { a, branchNs } = state;
    if (!a || branchNs === undefined) return { ids, course: { scenario }, isFromStart: false };
    const course = courseMeasuredFrom(courseThrough(legsOf(state, 'b'), scenario), branchNs);
    return { ids, course, isFromStart: course.changes === undefined };
  }

  /** Removes the costs one after the other; one that cannot be combined with the others is left out. */
  async #stack(): Promise<void> {
    const costs = this.#possible
      .filter(({ move, system }) => move.isCost && !this.#failures.has(nameOf(system)))
      .map(({ move }) => ({ id: move.id, runs: this.#replications([move.id]) }));
    let { scenario } = this.#wanted;
    let edits: Edits = {};
    let ids: readonly LeverId[] = [];
    for (const id of stepOrder(this.#replications([]), costs)) {
      const move = movesOf(scenario).find((other) => other.id === id);
      const changed = move && (await changedBy(scenario, move.edits));
      if (this.#isOver) return;
      if (!changed || textOf(changed) === textOf(scenario)) {
        this.#leftOut = [...this.#leftOut, id];
        this.#total = (this.#total ?? 0) - this.#wanted.seeds;
        continue;
      }
      const system = this.#systemOf([...ids, id], changed);
      // The first step has been run alone.
      if (ids.length > 0) await this.#runAll([system]);
      if (this.#isOver) return;
      if (this.#failures.has(nameOf(system))) {
        this.#leftOut = [...this.#leftOut, id];
        continue;
      }
      scenario = changed;
      edits = { ...edits, ...move.edits };
      ids = system.ids;
      const { isFromStart } = system;
      this.#steps = [...this.#steps, { id, edits, isFromStart, runs: this.#replications(ids) }];
      this.#show();
    }
    this.#isWhole = true;
  }

  /** Runs systems with every seed: each once before any is repeated. */
  async #runAll(systems: readonly System[]): Promise<void> {
    const { seeds, memory } = this.#wanted;
    const tasks = Array.from({ length: seeds }, (_, replication) =>
      systems.map((system): Task => ({ ...system, replication })),
    ).flat();
    const unknown = tasks.filter(({ ids, replication }) => !memory.has(placeOf(ids, replication)));
    const waiting = await this.#recall(unknown);
    this.#done += tasks.length - waiting.length;
    const work = async () => {
      for (let task = waiting.shift(); task && !this.#isOver; task = waiting.shift()) {
        if (!this.#failures.has(nameOf(task))) await this.#runOne(task);
        this.#done++;
        this.#showSoon();
      }
    };
    await Promise.all(Array.from({ length: this.#pool.size }, work));
  }

  /** Loads cached runs; returns the missing ones. */
  async #recall(tasks: readonly Task[]): Promise<Task[]> {
    const known = await knownFigures(tasks.map(seeded));
    return tasks.filter(({ ids, replication }, index) => {
      const figures = known[index];
      if (figures) this.#wanted.memory.set(placeOf(ids, replication), figures);
      return figures === undefined;
    });
  }

  /** A system that fails is a result too: it is named, and the others continue. */
  async #runOne(task: Task): Promise<void> {
    try {
      const { figures, elapsedMs, entry } = await runFigures(this.#pool, seeded(task));
      if (this.#isOver) return;
      this.#pace.add(elapsedMs);
      this.#wanted.memory.set(placeOf(task.ids, task.replication), figures);
      if (entry) this.#unkept.push(entry);
    } catch (error) {
      if (!this.#isOver) this.#failures.set(nameOf(task), error);
    }
  }

  #replications(ids: readonly LeverId[]): Replications {
    const { seeds, memory } = this.#wanted;
    return Array.from({ length: seeds }, (_, replication) => memory.get(placeOf(ids, replication)));
  }

  #showSoon(): void {
    this.#timer ??= setTimeout(() => this.#show(), SHOW_MS);
  }

  #show(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { before, onChange } = this.#wanted;
    if (this.#unkept.length > 0) keepRuns(this.#unkept.splice(0));
    const remaining = (this.#total ?? 0) - this.#done;
    // Steps repeated with more seeds replace the old ones when they are as many.
    const isNew = this.#isWhole || this.#steps.length > before.steps.length;
    onChange({
      total: this.#total,
      done: this.#done,
      etaMs: this.#pace.etaMs(remaining, this.#pool.size, browserClock.now() - this.#startedMs),
      base: this.#replications([]),
      singles: this.#possible.map(({ move, system: { ids, isFromStart } }) => ({
        ...move,
        isFromStart,
        runs: this.#replications(ids),
        ...(this.#failures.has(move.id) && { problem: engineProblem(this.#failures.get(move.id)) }),
      })),
      ...(isNew ? { steps: this.#steps, isWhole: this.#isWhole, leftOut: this.#leftOut } : before),
    });
  }
}

const seeded = ({ course, replication }: Task): Course =>
  mapCourse(course, (scenario) => replicationOf(scenario, replication));

async function changedBy(scenario: Scenario, edits: Edits): Promise<Scenario | undefined> {
  return (await normalize(applyEdits(scenario, edits))).scenario ?? undefined;
}
