import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/evidence/check/claim.ts';
import { judge } from '../../src/evidence/check/judge.ts';
import { spreadsOf } from '../../src/evidence/check/spread.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';

const claim = (status: Claim['status']): Claim => ({
  id: 'S0-01',
  source: 'a test',
  kind: 'Q',
  statement: { en: '', 'zh-CN': '' },
  checks: [{ value: 'qps(run)', between: [100, null] }],
  status,
});

/** The claim judged with as many seeds as there are throughputs. */
const spread = (status: Claim['status'], ...throughputs: number[]) =>
  spreadsOf(
    throughputs.map((perSec) => {
      const summary = { throughput: { perSec, halfWidth95: null } } as unknown as Summary;
      return [judge(claim(status), () => [{ key: '', summary }])];
    }),
  )[0];

describe('a claim that is judged with several seeds', () => {
  it('passes only when it holds with all of them', () => {
    expect(spread('passing', 120, 101, 130)).toMatchObject({ holds: 3, isDrawn: true, verdict: 'passes' });
    expect(spread('passing', 120, 99, 130)).toMatchObject({ holds: 2, isDrawn: true, verdict: 'broken' });
  });

  it('that failed is corrected only when it holds with all of them', () => {
    expect(spread('failing', 120, 99)).toMatchObject({ holds: 1, verdict: 'failsAsKnown' });
    expect(spread('failing', 120, 101)).toMatchObject({ holds: 2, verdict: 'mended' });
  });

  it('does not depend on the seed when all seeds give the same values', () => {
    expect(spread('passing', 120, 120)).toMatchObject({ holds: 2, isDrawn: false });
  });

  it('without a run is not drawn', () => {
    expect(spread('notModelled', 1, 2)).toMatchObject({ isDrawn: false, verdict: 'notModelled' });
  });
});
