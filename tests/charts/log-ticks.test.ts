/** Labels of logarithmic axes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logTicks } from '../../src/charts/value-scale.ts';

const MOST = 5;

it('has enough labels to tell how long a step is, and never too many of them', () => {
  const range = fc.record({
    from: fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
    // From a twentieth more to twelve decades.
    factor: fc.double({ min: Math.log10(1.05), max: 12, noNaN: true }).map((exponent) => 10 ** exponent),
  });
  fc.assert(
    fc.property(range, ({ from, factor }) => {
      const to = from * factor;
      const ticks = logTicks(from, to, MOST);
      expect(ticks.length).toBeGreaterThanOrEqual(factor < 100 ? 2 : 1);
      if (factor < 1e5) expect(ticks.length).toBeLessThanOrEqual(MOST);
      // A label needs its part of the axis.
      const steps = ticks.slice(1).map((tick, before) => Math.log(tick / (ticks[before] ?? tick)));
      if (factor < 1e5 && ticks.length > 2)
        expect(Math.min(...steps)).toBeGreaterThan(Math.log(factor) / MOST / 2);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(from * (1 - 1e-9));
        expect(tick).toBeLessThanOrEqual(to * (1 + 1e-9));
      }
      expect([...ticks].sort((one, other) => one - other)).toEqual(ticks);
      expect(new Set(ticks).size).toBe(ticks.length);
    }),
  );
});

it('prefers the round values 1, 2 and 5 where there are enough of them', () => {
  expect(logTicks(0.9, 60, 6)).toEqual([1, 2, 5, 10, 20, 50]);
  expect(logTicks(26, 54, MOST)).toEqual([30, 40, 50]);
});
