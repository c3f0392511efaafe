/**
 * Chooses the next run. All points get one replication before any gets a second, so a stopped sweep is
 * uniformly thinner. With a precision, a precise point is not repeated; that depends only on its own
 * replications in order. For an answer, all points run in rounds, and after each round only the points that
 * decide it are repeated. Either way the same runs are made with any number of workers.
 */
import { LIMITS, type Sweep } from './definition.ts';
import type { Replications } from './optimum.ts';
import { estimateOf, relativeHalf } from './statistics.ts';

export interface Task {
  readonly point: number;
  /** From 0. */
  readonly replication: number;
}

export interface ScheduleInput {
  /** The points to run, by number. */
  readonly points: readonly number[];
  readonly seeds: number;
  readonly precision: Sweep['precision'];
  /** For an answer: the points that need more replications, given those of every point. */
  readonly openPoints?: (replicationsOf: (point: number) => Replications) => readonly number[];
}

interface Point {
  readonly point: number;
  started: number;
  readonly values: (number | undefined)[];
  settled: number;
  isOver: boolean;
}

/** Growth of the replications from one round to the next. */
const GROWTH = 1.5;

export class Schedule {
  readonly #points: Point[];
  readonly #seeds: number;
  readonly #precision: Sweep['precision'];
  readonly #openPoints: ScheduleInput['openPoints'];
  /** Replications up to which points run in the present round. */
  #round: number;
  /** The points of the present round; undefined: all. */
  #open: ReadonlySet<number> | undefined;

  constructor({ points, seeds, precision, openPoints }: ScheduleInput) {
    this.#points = points.map((point) => ({ point, started: 0, settled: 0, values: [], isOver: false }));
    this.#seeds = seeds;
    this.#precision = precision;
    this.#openPoints = openPoints;
    this.#round = precision === 'answer' ? Math.min(LIMITS.precisionFrom, seeds) : seeds;
  }

  /** The next run to start; undefined if there is none, or none before another result. */
  next(): Task | undefined {
    this.#nextRound();
    let best: Point | undefined;
    for (const point of this.#points)
      if (this.#canStart(point) && (!best || point.started < best.started)) best = point;
    if (!best) return undefined;
    return { point: best.point, replication: best.started++ };
  }

  /** Records the end of a run; `value` is the metric, undefined if the run has none. */
  settle({ point, replication }: Task, value: number | undefined): void {
    const found = this.#points.find((candidate) => candidate.point === point);
    if (!found) return;
    found.values[replication] = value;
    found.settled++;
    if (found.settled === found.started && this.#isPrecise(found)) found.isOver = true;
  }

  /** Records that a point cannot be simulated; it gets no further runs. */
  fail({ point }: Task): void {
    const found = this.#points.find((candidate) => candidate.point === point);
    if (found) found.isOver = true;
  }

  /** Maximum number of runs in all. */
  get most(): number {
    return this.#points.length * this.#seeds;
  }

  /** Maximum number of remaining runs; for an answer, those of the present round. */
  get remaining(): number {
    return this.#points.reduce((sum, point) => sum + this.#left(point), 0);
  }

  /** Whether every point has reached its precision (or cannot be simulated), or the answer is decided. */
  get isPrecise(): boolean {
    if (this.#precision === 'answer') return this.#open?.size === 0;
    return this.#precision !== null && this.#points.every(({ isOver }) => isOver);
  }

  #left({ point, isOver, started }: Point): number {
    const isIn = !isOver && (this.#open?.has(point) ?? true);
    return isIn ? Math.max(0, this.#round - started) : 0;
  }

  /** Once all runs of a round have ended: the points of the next one. */
  #nextRound(): void {
    if (this.#precision !== 'answer' || this.isPrecise) return;
    const isRunning = this.#points.some(({ isOver, started, settled }) => !isOver && settled < started);
    if (isRunning || this.remaining > 0) return;
    const values = (point: number) => this.#points.find((other) => other.point === point)?.values ?? [];
    const open = this.#openPoints?.(values) ?? [];
    this.#open = new Set(open);
    if (open.length > 0) this.#round = Math.min(this.#seeds, Math.ceil(this.#round * GROWTH));
  }

  #canStart(point: Point): boolean {
    if (this.#left(point) === 0) return false;
    // From here on, a further replication depends on the earlier ones.
    return (
      typeof this.#precision !== 'number' ||
      point.started < LIMITS.precisionFrom ||
      point.settled === point.started
    );
  }

  #isPrecise({ settled, values }: Point): boolean {
    if (typeof this.#precision !== 'number' || settled < Math.min(LIMITS.precisionFrom, this.#seeds))
      return false;
    const estimate = estimateOf(values.filter((value) => value !== undefined));
    const share = estimate && relativeHalf(estimate);
    return share !== undefined && share <= this.#precision;
  }
}
