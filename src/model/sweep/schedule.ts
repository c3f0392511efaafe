/**
 * Chooses the next run. All points get one replication before any gets a second, so a stopped sweep is
 * uniformly thinner. With a precision, a precise point is not repeated. That depends only on its own
 * replications in order, so the same runs are made with any number of workers.
 */
import { LIMITS } from './definition.ts';
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
  readonly precision: number | null;
}

interface Point {
  readonly point: number;
  started: number;
  readonly values: (number | undefined)[];
  settled: number;
  isOver: boolean;
}

export class Schedule {
  readonly #points: Point[];
  readonly #seeds: number;
  readonly #precision: number | null;

  constructor({ points, seeds, precision }: ScheduleInput) {
    this.#points = points.map((point) => ({ point, started: 0, settled: 0, values: [], isOver: false }));
    this.#seeds = seeds;
    this.#precision = precision;
  }

  /** The next run to start; undefined if there is none, or none before another result. */
  next(): Task | undefined {
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

  /** Maximum number of remaining runs. */
  get remaining(): number {
    return this.#points.reduce((sum, { isOver, started }) => sum + (isOver ? 0 : this.#seeds - started), 0);
  }

  /** Whether every point has reached its precision (or cannot be simulated). */
  get isPrecise(): boolean {
    return this.#precision !== null && this.#points.every(({ isOver }) => isOver);
  }

  #canStart(point: Point): boolean {
    if (point.isOver || point.started >= this.#seeds) return false;
    // From here on, a further replication depends on the earlier ones.
    return (
      this.#precision === null || point.started < LIMITS.precisionFrom || point.settled === point.started
    );
  }

  #isPrecise({ settled, values }: Point): boolean {
    if (this.#precision === null || settled < Math.min(LIMITS.precisionFrom, this.#seeds)) return false;
    const estimate = estimateOf(values.filter((value) => value !== undefined));
    const share = estimate && relativeHalf(estimate);
    return share !== undefined && share <= this.#precision;
  }
}
