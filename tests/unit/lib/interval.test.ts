import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intervalAround } from '../../../src/lib/interval.ts';
import { estimateOf } from '../../../src/model/sweep/statistics.ts';

test('an interval that stays above 0 is symmetric', () => {
  expect(intervalAround(100, 20)).toEqual([80, 120]);
  expect(intervalAround(0, 0)).toEqual([0, 0]);
});

/** Two seeds of five complete everything; three are in a retry storm. */
test('the interval of a system with two states stays above 0', () => {
  const { mean = 0, half = 0 } = estimateOf([3500, 3500, 300, 300, 250]) ?? {};
  expect(mean - half).toBeLessThan(0);
  const [low, high] = intervalAround(mean, half);
  expect(low).toBeCloseTo(mean * Math.exp(-half / mean), 9);
  expect([low > 0, low < mean, high]).toEqual([true, true, mean + half]);
});

test('the ends are on both sides of every positive mean', () => {
  const positive = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(positive, fc.double({ min: 0, max: 100, noNaN: true }), (mean, share) => {
      const [low, high] = intervalAround(mean, mean * share);
      expect(low > 0 && low <= mean && mean <= high).toBe(true);
    }),
  );
});
