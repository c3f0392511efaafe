import { describe, expect, it } from 'vitest';
import type { Point, Results } from '../../src/evidence/check/expression.ts';
import { halfWidths } from '../../src/evidence/check/interval.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';

const shown = (perSec: number, halfWidth95: number | null, key = ''): Point => ({
  key,
  summary: {
    throughput: { perSec, halfWidth95 },
    responseTime: { meanUs: 50, halfWidth95Us: 2, p99Us: 90 },
  } as unknown as Summary,
});

const runs: Readonly<Record<string, readonly Point[]>> = {
  a: [shown(100, 3)],
  b: [shown(200, 8)],
  short: [shown(100, null)],
  sweep: [shown(100, 1, '1'), shown(400, null, '4')],
};
const results: Results = (run) => runs[run] ?? [];

describe('the interval of a formula', () => {
  it.each<[string, (number | null)[]]>([
    ['qps(a)', [3]],
    ['2 * qps(a) - 7', [6]],
    ['qps(a) + qps(b)', [Math.hypot(3, 8)]],
    // The same number twice moves once: no precision is lost or won.
    ['qps(a) - qps(a)', [null]],
    ['qps(a) / qps(a)', [null]],
    ['meanUs(a)', [2]],
    ['qps(a) / meanUs(a)', [Math.hypot(103 / 50 - 2, 100 / 52 - 2)]],
    ['qps(short)', [null]],
    ['qps(a) + qps(short)', [3]],
    ['a.responseTime.p99Us', [null]],
    ['qps(sweep)', [1, null]],
    ['qps(sweep) / qps(b)', [Math.hypot(1 / 200, 100 / 208 - 0.5), Math.abs(400 / 208 - 2)]],
    ['7', [null]],
  ])('%s', (formula, expected) => {
    const found = halfWidths(formula, results);
    expect(found).toHaveLength(expected.length);
    found.forEach((half, index) => {
      const wanted = expected[index] ?? null;
      if (wanted === null || half === null) expect(half).toBe(wanted);
      else expect(half).toBeCloseTo(wanted, 9);
    });
  });
});
