/**
 * Which run is next. Every point once, then every point a second time: a sweep that is stopped is thinner, not lopsided.
 * With a precision, a point that has reached it is not repeated; whether it has depends on its own replications in their
 * order alone, so that the same runs are made however many workers there are.
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

  /** The next run to start; undefined when there is none, or none before another one is settled. */
  next(): Task | undefined {
    let best: Point | undefined;
    for (const point of this.#points)
      if (this.#canStart(point) && (!best || point.started < best.started)) best = point;
    if (!best) return undefined;
    return { point: best.point, replication: best.started++ };
  }

  /** A run has ended; `value` is that of the metric, undefined when the run has none. */
  settle({ point, replication }: Task, value: number | undefined): void {
    const found = this.#points.find((candidate) => candidate.point === point);
    if (!found) return;
    found.values[replication] = value;
    found.settled++;
    if (found.settled === found.started && this.#isPrecise(found)) found.isOver = true;
  }

  /** A point cannot be simulated: nothing more is asked of it. */
  fail({ point }: Task): void {
    const found = this.#points.find((candidate) => candidate.point === point);
    if (found) found.isOver = true;
  }

  /** Runs that remain at most. */
  get remaining(): number {
    return this.#points.reduce((sum, { isOver, started }) => sum + (isOver ? 0 : this.#seeds - started), 0);
  }

  /** Whether every point has reached its precision (or cannot be simulated). */
  get isPrecise(): boolean {
    return this.#precision !== null && this.#points.every(({ isOver }) => isOver);
  }

  #canStart(point: Point): boolean {
    if (point.isOver || point.started >= this.#seeds) return false;
    // From here on, whether there is another one depends on those before.
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
