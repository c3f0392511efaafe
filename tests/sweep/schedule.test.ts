import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/model/sweep/definition.ts';
import { Schedule, type Task } from '../../src/model/sweep/schedule.ts';
import { estimateOf, relativeHalf } from '../../src/model/sweep/statistics.ts';

/** A value by point and replication, without a pattern that a test could lean on. */
const value = ({ point, replication }: Task): number =>
  100 + point + Math.sin(point * 12.9 + replication * 78.2) * point;

/** Runs everything with so many workers; `pick` says which of the runs under way ends first. */
function runAll(schedule: Schedule, workers: number, pick: (count: number) => number): Task[] {
  const done: Task[] = [];
  const underWay: Task[] = [];
  for (;;) {
    const task = underWay.length < workers ? schedule.next() : undefined;
    if (task) underWay.push(task);
    else if (underWay.length === 0) return done;
    else {
      const [ended] = underWay.splice(pick(underWay.length), 1);
      if (!ended) return done;
      done.push(ended);
      schedule.settle(ended, value(ended));
    }
  }
}

const key = ({ point, replication }: Task) => `${point} ${replication}`;

describe('the order of runs', () => {
  it('is every point once, then every point again', () => {
    const schedule = new Schedule({ points: [0, 1, 2], seeds: 2, precision: null });
    const order = Array.from({ length: 7 }, () => schedule.next());
    expect(order.map((task) => task && key(task))).toEqual([
      '0 0',
      '1 0',
      '2 0',
      '0 1',
      '1 1',
      '2 1',
      undefined,
    ]);
  });

  it('keeps all points within one replication at any stop', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(60),
        (points, seeds, stop) => {
          const schedule = new Schedule({
            points: Array.from({ length: points }, (_, i) => i),
            seeds,
            precision: null,
          });
          const counts = new Array<number>(points).fill(0);
          for (let i = 0; i < stop; i++) {
            const task = schedule.next();
            if (task) counts[task.point] = (counts[task.point] ?? 0) + 1;
          }
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('contains the same runs for any number of workers and any order of completion', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(1000), { minLength: 1 }),
        (workers, chance) => {
          const sweep = { points: [0, 3, 7, 20, 40], seeds: 40, precision: 0.05 };
          let at = 0;
          const pick = (count: number) => (chance[at++ % chance.length] ?? 0) % count;
          const one = runAll(new Schedule(sweep), 1, () => 0)
            .map(key)
            .sort();
          const many = runAll(new Schedule(sweep), workers, pick).map(key).sort();
          expect(many).toEqual(one);
        },
      ),
    );
  });

  it('stops a point exactly at the requested precision', () => {
    const sweep = { points: [0, 3, 7, 20, 40], seeds: 1000, precision: 0.03 };
    const schedule = new Schedule(sweep);
    const tasks = runAll(schedule, 2, () => 0);
    expect(schedule.isPrecise).toBe(true);
    for (const point of sweep.points) {
      const values = tasks
        .filter((task) => task.point === point)
        .sort((a, b) => a.replication - b.replication)
        .map(value);
      const share = (count: number) =>
        relativeHalf(estimateOf(values.slice(0, count)) ?? { mean: 0, half: undefined, count });
      expect(share(values.length)).toBeLessThanOrEqual(0.03);
      for (let count = LIMITS.precisionFrom; count < values.length; count++)
        expect(share(count)).toBeGreaterThan(0.03);
      expect(values.length).toBeGreaterThanOrEqual(LIMITS.precisionFrom);
    }
    expect(tasks.filter(({ point }) => point === 40).length).toBeGreaterThan(LIMITS.precisionFrom);
  });

  it('requests no further run of a point that cannot be simulated', () => {
    const schedule = new Schedule({ points: [0, 1], seeds: 3, precision: null });
    const first = schedule.next();
    if (first) schedule.fail(first);
    expect(runAll(schedule, 1, () => 0).map(key)).toEqual(['1 0', '1 1', '1 2']);
    expect(schedule.remaining).toBe(0);
  });
});
