import { describe, expect, it } from 'vitest';
import { answerOf, isSize, openPoints } from '../../src/model/sweep/answer.ts';
import { DEFAULTS, LIMITS, type Sweep } from '../../src/model/sweep/definition.ts';
import { Schedule } from '../../src/model/sweep/schedule.ts';

/** Five replications around a mean. */
const around = (mean: number, spread = 0.1) => [-2, -1, 0, 1, 2].map((step) => mean + step * spread);

describe('the answer along a size', () => {
  it('is the smallest value within 5 % of the best, for metrics that should be large or small', () => {
    const more = answerOf([around(50), around(96), around(99, 0.01), around(100, 0.01)], 'more');
    expect(more).toEqual({ best: 3, from: 3, to: 3, enough: 1, open: [] });
    const less = answerOf([around(50), around(11), around(10.4), around(10)], 'less');
    expect(less).toMatchObject({ best: 3, enough: 2 });
  });

  it('is open where the interval includes the tolerance, up to the answer and not beyond', () => {
    // Replications that move against those of the best one.
    const against = (mean: number) => around(mean, -4);
    const answer = answerOf([around(50), against(94), against(97), against(96), around(100)], 'more');
    expect(answer).toMatchObject({ enough: 2, open: [1, 2] });
    // One replication has no interval.
    expect(answerOf([[90], [100]], 'more')).toMatchObject({ enough: 1, open: [0] });
    expect(answerOf([[100]], 'more')).toBeUndefined();
  });

  it('is decided without randomness', () => {
    expect(answerOf([around(95, 0), around(100, 0)], 'more')).toMatchObject({ enough: 0, open: [] });
  });

  it('belongs to sizes in ascending order, not to conditions or choices', () => {
    const numbers = { values: [1, 2, 4] };
    expect(isSize({ paths: ['client.connections.maxTotal'], ...numbers })).toBe(true);
    expect(isSize({ paths: ['workload.arrivals.callers'], ...numbers })).toBe(true);
    expect(isSize({ paths: ['workload.batch.size'], ...numbers })).toBe(true);
    expect(isSize({ paths: ['workload.arrivals.ratePerSec'], ...numbers })).toBe(false);
    expect(isSize({ paths: ['network.rttUs'], ...numbers })).toBe(false);
    expect(isSize({ paths: ['client.io.kind'], values: ['blocking'] })).toBe(false);
    expect(isSize({ paths: ['client.connections.maxTotal'], values: [4, 2] })).toBe(false);
  });
});

describe('a sweep for an answer', () => {
  const sweep: Sweep = {
    ...DEFAULTS,
    roundtrip: 'sweep',
    version: 1,
    series: [{ name: 'A' }, { name: 'B' }],
    axes: [{ paths: ['client.connections.maxTotal'], values: [1, 2, 4] }],
    precision: 'answer',
    seeds: 40,
  };
  /** The second system is near the tolerance at its second value. */
  const value = (point: number, replication: number): number => {
    const noise = Math.sin(point * 12.9 + replication * 78.2);
    return ([50, 80, 100, 50, 94.9, 100][point] ?? 0) + noise;
  };

  function countsOf(workers: number): number[] {
    const schedule = new Schedule({
      points: [0, 3, 1, 4, 2, 5],
      seeds: sweep.seeds,
      precision: sweep.precision,
      openPoints: (replications) => openPoints(sweep, replications),
    });
    const counts = [0, 0, 0, 0, 0, 0];
    const running: NonNullable<ReturnType<Schedule['next']>>[] = [];
    for (;;) {
      const task = running.length < workers ? schedule.next() : undefined;
      if (task) running.push(task);
      else {
        // The newest ends first.
        const ended = running.pop();
        if (!ended) break;
        counts[ended.point] = (counts[ended.point] ?? 0) + 1;
        schedule.settle(ended, value(ended.point, ended.replication));
      }
    }
    expect(schedule.isPrecise).toBe(true);
    return counts;
  }

  it('repeats only the points that decide it, and as often with any number of workers', () => {
    const counts = countsOf(1);
    const least = LIMITS.precisionFrom;
    expect(counts.slice(0, 4)).toEqual([least, least, least, least]);
    expect(counts[4]).toBeGreaterThan(least);
    expect(counts[5]).toBe(counts[4]);
    expect(countsOf(4)).toEqual(counts);
  });
});
