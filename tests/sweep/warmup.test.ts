import { randomLcg, randomNormal } from 'd3-random';
import { describe, expect, it } from 'vitest';
import { aroundCut, beginningOf, pointsToWatch, settledAfter } from '../../src/model/sweep/warmup.ts';
import { complete, loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();

/** Repeatable noise of deviation 5. */
const noise = randomNormal.source(randomLcg(0.42))(0, 5);

describe('the time at which a run has settled', () => {
  it('minimises the scatter of the rest about its mean', () => {
    const rising = Array.from({ length: 200 }, (_, index) => 100 * (1 - Math.exp(-index / 8)) + noise());
    const after = settledAfter(rising) ?? 0;
    // After two to six time constants the rest of the rise is smaller than the noise of five values' mean.
    expect(after).toBeGreaterThanOrEqual(16);
    expect(after).toBeLessThanOrEqual(48);
  });

  it('is the start when nothing changes', () => {
    expect(settledAfter(new Array(200).fill(7))).toBe(0);
    expect(settledAfter(Array.from({ length: 200 }, () => 50 + noise()))).toBeLessThanOrEqual(20);
  });

  it('is unknown while the value still grows, and for few values', () => {
    expect(settledAfter(Array.from({ length: 200 }, (_, index) => index))).toBeUndefined();
    expect(settledAfter([1, 2, 3])).toBeUndefined();
  });

  it('is found in real runs: callers that start over 20 ms', () => {
    const scenario = complete(engine, {
      run: { warmupMs: 0, measuredMs: 100 },
      workload: { arrivals: { kind: 'closed', callers: 100, rampUs: 20_000 } },
      client: { io: { kind: 'blocking' }, connections: { kind: 'pooled', maxTotal: 100 } },
      network: { rttUs: 1000 },
    });
    engine.open(scenario, false);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const { perSec, responseUs, intervalMs } = beginningOf(0, 0, engine.summary());
    expect(perSec.length * intervalMs).toBeCloseTo(100, 6);
    expect(perSec.some((value, index) => value === 0 && responseUs[index] !== undefined)).toBe(false);
    const after = (settledAfter(perSec) ?? Number.NaN) * intervalMs;
    expect(after).toBeGreaterThan(12);
    expect(after).toBeLessThan(40);
  });
});

describe('the effect of a warm-up', () => {
  it('is the difference of both means', () => {
    expect(aroundCut([0, 2, 10, 12], 2)).toEqual({ before: 1, after: 11 });
    expect(aroundCut([undefined, 2, undefined, 12], 2)).toEqual({ before: 2, after: 12 });
    expect(aroundCut([1, 2], 0)).toEqual({ before: undefined, after: 1.5 });
  });
});

describe('the runs to show', () => {
  const places = (systems: number, count: number) =>
    Array.from({ length: systems * count }, (_, index) => ({
      index,
      series: Math.floor(index / count),
      at: [index % count],
    }));
  it('are both ends for few systems, or one per system for many', () => {
    expect(pointsToWatch(places(2, 5))).toEqual([0, 4, 5, 9]);
    expect(pointsToWatch(places(1, 1))).toEqual([0]);
    expect(pointsToWatch(places(4, 3))).toEqual([2, 5, 8, 11]);
    expect(pointsToWatch(places(9, 2))).toHaveLength(6);
  });
});
