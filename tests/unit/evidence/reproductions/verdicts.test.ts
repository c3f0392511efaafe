import { describe, expect, it } from 'vitest';
import type { Check } from '../../../../src/evidence/check/claim.ts';
import type { Point, Results } from '../../../../src/evidence/check/expression.ts';
import { judge } from '../../../../src/evidence/check/judge.ts';
import { headline, shareOff, tableRows, valuesOf } from '../../../../src/evidence/reproductions/verdicts.ts';
import type { Summary } from '../../../../src/model/scenario/generated/summary.ts';

const shown = (perSec: number, key = ''): Point => ({
  key,
  summary: { fingerprint: String(perSec), throughput: { perSec, halfWidth95: 2 } } as unknown as Summary,
});
const runs: Readonly<Record<string, readonly Point[]>> = {
  slow: [shown(100)],
  fast: [shown(400)],
  pool: [shown(10, '1'), shown(80, '8'), shown(50, '50')],
};
const results: Results = (run) => runs[run] ?? [];

const claimOf = (checks: Check[]) =>
  ({
    id: 'X-1',
    source: 'a test',
    kind: 'Q',
    statement: { en: '', 'zh-CN': '' },
    checks,
    status: 'failing',
  }) as const;

function valuesIn(check: Check) {
  const [result] = judge(claimOf([check]), results).results;
  return result ? valuesOf(check, result) : [];
}

describe('the values of a check', () => {
  it('stand with what was published for each swept value, and which of them is wrong', () => {
    const values = valuesIn({ value: 'qps(pool)', equals: [10, 100, 50], withinShare: 0.1 });
    expect(values.map(({ key, published, found, holds }) => [key, published, found, holds])).toEqual([
      ['1', 10, 10, true],
      ['8', 100, 80, false],
      ['50', 50, 50, true],
    ]);
    expect(values.map(({ low, high, halfWidth }) => [low, high, halfWidth])[1]).toEqual([90, 110, 2]);
    const worst = headline(values);
    expect(worst?.key).toBe('8');
    expect(worst && shareOff(worst)).toBeCloseTo(-0.2);
  });

  it('of a range have only its bounds', () => {
    const [value] = valuesIn({ value: 'qps(fast)', between: [500, null] });
    expect(value).toEqual({ what: 'qps(fast)', key: '', low: 500, found: 400, halfWidth: 2, holds: false });
    expect(value && shareOff(value)).toBeCloseTo(-0.2);
  });

  it('of an order are named one by one, or all together where one name stands for several', () => {
    expect(valuesIn({ rising: ['qps(slow)', 'qps(fast)'] }).map(({ what, found }) => [what, found])).toEqual([
      ['qps(slow)', 100],
      ['qps(fast)', 400],
    ]);
    expect(valuesIn({ rising: ['qps(pool)'] }).map(({ what, holds }) => [what, holds])).toEqual([
      ['qps(pool)', false],
      ['qps(pool)', false],
      ['qps(pool)', false],
    ]);
    expect(valuesIn({ identical: ['slow', 'slow'] }).map(({ what }) => what)).toEqual(['slow', 'slow']);
  });
});

it('the headline of a claim is a value that can fail', () => {
  const sure = valuesIn({ value: 'qps(slow)', equals: 50, withinShare: 2, byConstruction: 'input' });
  const free = valuesIn({ value: 'qps(fast)', equals: 390, withinShare: 1 });
  expect(headline([...sure, ...free])?.what).toBe('qps(fast)');
  expect(headline(sure)).toMatchObject({ what: 'qps(slow)', byConstruction: 'input' });
});

it('a claim without values is one row of the table', () => {
  const answered = {
    claim: { ...claimOf([]), status: 'notModelled' },
    topic: { id: 't', title: { en: '', 'zh-CN': '' } },
    verdict: 'notModelled',
    results: [],
    runs: [],
  } as const;
  expect(tableRows(answered, { statement: 'so' })).toMatchObject([
    { id: 'X-1', statement: 'so', what: '', found: undefined, outcome: 'notModelled' },
  ]);
});
