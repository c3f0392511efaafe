/** Percentiles with the requests that were in progress at the end, by hand and against the percentile of completed requests. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pendingPercentile, percentileOf } from '../../../../src/model/explain/pending-percentile.ts';
import type { ResponseHistogram } from '../../../../src/model/scenario/generated/summary.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

/** Times of whole microseconds, each in a bucket of that one nanosecond. */
function histogramOf(timesUs: readonly number[]): ResponseHistogram {
  const counts = new Map<number, number>();
  for (const us of timesUs.toSorted((one, other) => one - other)) counts.set(us, (counts.get(us) ?? 0) + 1);
  const fromUs = [...counts.keys()];
  return { fromUs, toUs: fromUs.map((us) => us + 0.001), counts: [...counts.values()] };
}
const estimate = (completed: number[], pending: number[], share: number) =>
  pendingPercentile(histogramOf(completed), histogramOf(pending), share);
const value = (us: number) => ({ us: expect.closeTo(us, 6), isAtLeast: false });
const bound = (us: number) => ({ us, isAtLeast: true });

describe('computed by hand', () => {
  // Survival after 1, 3, 5: 5/6, then 5/6 · 3/4 = 5/8 (the request pending at 2 is no longer at risk), then 5/8 · 1/2 = 5/16.
  const [completed, pending] = [
    [1, 3, 5],
    [2, 4, 6],
  ];

  it('multiplies the survival shares', () => {
    expect(estimate(completed, pending, 0.1)).toEqual(value(1));
    expect(estimate(completed, pending, 0.2)).toEqual(value(3));
    expect(estimate(completed, pending, 0.37)).toEqual(value(3));
    expect(estimate(completed, pending, 0.38)).toEqual(value(5));
    expect(estimate(completed, pending, 0.68)).toEqual(value(5));
  });

  it('gives a lower bound where the survival stays too high', () => {
    expect(estimate(completed, pending, 0.69)).toEqual(bound(6));
    expect(estimate(completed, pending, 0.99)).toEqual(bound(6));
  });

  it('handles completions before censored requests of the same age', () => {
    expect(estimate([1, 2], [2], 0.6)).toEqual(value(2));
    expect(estimate([1, 2], [2], 0.7)).toEqual(bound(2));
  });

  it('gives a bound for pending requests alone, and nothing for none', () => {
    expect(estimate([], [3, 7], 0.5)).toEqual(bound(7));
    expect(estimate([], [], 0.5)).toBeUndefined();
  });
});

const times = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 300 });
const shares = fc.constantFrom(0.5, 0.9, 0.99, 0.999);

describe('for any response times', () => {
  it('is the nearest-rank percentile without pending requests', () => {
    fc.assert(
      fc.property(times, shares, (completed, share) => {
        const sorted = completed.toSorted((one, other) => one - other);
        const rank = Math.max(1, Math.ceil(share * sorted.length));
        expect(estimate(completed, [], share)).toEqual(value(sorted[rank - 1] ?? Number.NaN));
      }),
    );
  });

  it('never falls when a pending request is added', () => {
    fc.assert(
      fc.property(
        times,
        fc.array(fc.integer({ min: 1, max: 300 })),
        fc.integer({ min: 1, max: 300 }),
        shares,
        (completed, pending, age, share) => {
          const [before, after] = [pending, [...pending, age]].map((all) => estimate(completed, all, share));
          expect(after?.us).toBeGreaterThanOrEqual((before?.us ?? 0) - 1e-6);
          if (before?.isAtLeast) expect(after?.isAtLeast).toBe(true);
        },
      ),
    );
  });
});

describe('of runs', () => {
  it('raises p99 of a pool with starving callers to a lower bound', () => {
    const summary = summaryOf(scenarioOf('jedis-pool-8'));
    const { p99Us, p50Us } = summary.responseTime;
    const oldestUs = summary.requests.oldestInProgressUs ?? 0;
    const estimated = percentileOf(summary, 'p99Us');
    expect(estimated).toMatchObject({ isAtLeast: true, isRaised: true });
    expect(estimated?.us).toBeGreaterThan(50 * (p99Us ?? 0));
    expect(estimated?.us).toBeLessThanOrEqual(oldestUs);
    expect(percentileOf(summary, 'p50Us')).toEqual({ us: p50Us, isAtLeast: false, isRaised: false });
  });

  it('keeps the percentiles of completed requests where few are pending', () => {
    const summary = summaryOf(scenarioOf('lettuce-shared'));
    for (const name of ['p50Us', 'p90Us', 'p99Us'] as const)
      expect(percentileOf(summary, name), name).toEqual({
        us: summary.responseTime[name],
        isAtLeast: false,
        isRaised: false,
      });
  });

  it('is unknown where no request completed', () => {
    const summary = summaryOf(scenarioOf('jedis-pool-8', { 'run.warmupMs': 0, 'run.measuredMs': 0.5 }));
    expect(summary.requests.completed).toBe(0);
    expect(percentileOf(summary, 'p99Us')).toBeUndefined();
  });
});

describe('requests in progress at the end', () => {
  it.each(['jedis-pool-8', 'lettuce-shared', 'cluster-3', 'go-redis'])(
    'are complete in %s, with their ages',
    (preset) => {
      const { requests, pendingHistogram } = summaryOf(scenarioOf(preset));
      const count = pendingHistogram.counts.reduce((sum, of) => sum + of, 0);
      expect(count).toBe(requests.inProgressAtEnd);
      expect(pendingHistogram.fromUs.at(-1)).toBeLessThanOrEqual(requests.oldestInProgressUs ?? 0);
      expect(pendingHistogram.toUs.at(-1)).toBeGreaterThan(requests.oldestInProgressUs ?? 0);
    },
  );
});
