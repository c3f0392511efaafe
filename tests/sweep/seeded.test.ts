/** Differences over seeds: by hand, and whichever side is called A. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEEDED } from '../../src/model/explain/cautions.ts';
import type { Figure, Figures } from '../../src/model/sweep/effects.ts';
import { seededChange } from '../../src/model/sweep/seeded.ts';

const runs = (figure: Figure, values: readonly number[], answers = 5000): Figures[] =>
  values.map((value) => ({ [figure]: value, answers }));

describe('a difference over seeds', () => {
  it('is the mean of the differences per seed, with Student’s interval', () => {
    // Differences 0.02, 0.04, 0.03, 0.05, 0.01: mean 0.03, standard deviation 0.0158114; t(4) = 2.776, so ± 2.776 · 0.0158114 / √5.
    const before = runs('kernel', [0.1, 0.1, 0.12, 0.11, 0.13]);
    const after = runs('kernel', [0.12, 0.14, 0.15, 0.16, 0.14]);
    const change = seededChange(before, after, 'kernel');
    expect(change?.from).toBeCloseTo(0.112, 9);
    expect(change?.to).toBeCloseTo(0.142, 9);
    expect(change?.half).toBeCloseTo(0.019629, 5);
    expect(change?.seeds).toBe(5);
  });

  it('of percentiles includes the bucket width in its interval', () => {
    // Differences 100, 300, 200: mean 200, standard deviation 100; t(2) = 4.3027, and 1/128 of 1000 + 1200.
    const change = seededChange(runs('p99', [900, 1000, 1100]), runs('p99', [1000, 1300, 1300]), 'p99');
    expect(change).toMatchObject({ from: 1000, to: 1200, seeds: 3 });
    expect(change?.half).toBeCloseTo((4.3027 * 100) / Math.sqrt(3) + 2200 / 128, 1);
  });

  it('of p99 is not certain when a run has too few completed requests', () => {
    const few = NEEDED.p99 - 1;
    const change = seededChange(runs('p99', [900, 1000], few), runs('p99', [1000, 1300]), 'p99');
    expect(change).toMatchObject({ half: undefined, answers: few, needed: NEEDED.p99 });
    const kernel = seededChange(runs('kernel', [0.1, 0.2], few), runs('kernel', [0.2, 0.4], few), 'kernel');
    expect(kernel?.half).toBeGreaterThan(0);
  });

  it('of p99 has no interval when a run has only a lower bound', () => {
    const bounds = runs('p99', [900, 1000]).map((run) => ({ ...run, isAtLeast: true }));
    const change = seededChange(bounds, runs('p99', [100, 130]), 'p99');
    expect(change).toMatchObject({ half: undefined, isFromAtLeast: true, isToAtLeast: false });
  });

  it('uses only seeds that both sides have, and has no interval for one', () => {
    const before = [...runs('p99', [900]), undefined, ...runs('p99', [1000])];
    expect(seededChange(before, runs('p99', [950, 5000]), 'p99')).toMatchObject({
      ...{ from: 900, to: 950, seeds: 1, half: undefined },
    });
    expect(seededChange(before, [], 'p99')).toBeUndefined();
  });

  it('has no interval when every seed gives the same', () => {
    expect(
      seededChange(runs('kernel', [0.1, 0.1, 0.1]), runs('kernel', [0.3, 0.3, 0.3]), 'kernel')?.isExact,
    ).toBe(true);
    expect(seededChange(runs('kernel', [0.1, 0.2]), runs('kernel', [0.3, 0.3]), 'kernel')?.isExact).toBe(
      false,
    );
    expect(seededChange(runs('kernel', [0.1]), runs('kernel', [0.3]), 'kernel')?.isExact).toBe(false);
  });

  it('is negated when A and B are swapped, with the same interval', () => {
    const values = fc.array(
      fc.tuple(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.double({ min: 1, max: 1e6, noNaN: true })),
      {
        minLength: 2,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(values, fc.constantFrom('p99' as const, 'kernel' as const), (pairs, figure) => {
        const [a, b] = [0, 1].map((at) =>
          runs(
            figure,
            pairs.map((pair) => pair[at] ?? 0),
          ),
        );
        const change = seededChange(a ?? [], b ?? [], figure);
        const swapped = seededChange(b ?? [], a ?? [], figure);
        if (!change || !swapped) throw new Error('no pairs');
        const size = Math.abs(change.from) + Math.abs(change.to);
        expect(swapped.to - swapped.from).toBeCloseTo(
          change.from - change.to,
          9 - Math.ceil(Math.log10(size)),
        );
        expect(Math.abs((swapped.half ?? 0) - (change.half ?? 0))).toBeLessThan(1e-9 * size + 1e-12);
      }),
    );
  });
});
