import { describe, expect, it } from 'vitest';
import type { Check, Claim } from '../../src/evidence/check/claim.ts';
import {
  evaluate,
  FormulaError,
  type Point,
  type Results,
  runsIn,
} from '../../src/evidence/check/expression.ts';
import { judge } from '../../src/evidence/check/judge.ts';
import type { Summary } from '../../src/model/scenario/generated/summary.ts';

/** As much of a summary as the formulas here look at. */
const shown = (perSec: number, key = ''): Point => ({
  key,
  summary: {
    fingerprint: `print of ${perSec}`,
    throughput: { perSec, halfWidth95: null },
    threads: [
      { class: 'caller', count: 200 },
      { class: 'serverMain', count: 1 },
    ],
    syscalls: [
      { class: 'caller', syscall: 'write', perRequest: 1 },
      { class: 'serverMain', syscall: 'write', perRequest: 0.5 },
    ],
  } as unknown as Summary,
});

const runs: Readonly<Record<string, readonly Point[]>> = {
  slow: [shown(100)],
  fast: [shown(400)],
  again: [shown(400)],
  pool: [shown(10, '1'), shown(80, '8'), shown(50, '50')],
};

const results: Results = (run) => {
  const found = runs[run];
  if (!found) throw new FormulaError(`no run ${run}`);
  return found;
};

const value = (formula: string) => evaluate(formula, results);

describe('a formula', () => {
  it.each([
    ['1 + 2 * 3', [7]],
    ['(1 + 2) * -3', [-9]],
    ['8 / 4 / 2 - 1', [0]],
    ['1.5e3 + 10_000', [11_500]],
    ['fast.throughput.perSec / qps(slow)', [4]],
    ['qps(pool)', [10, 80, 50]],
    ['qps(pool) / qps(slow) + qps(pool)', [10.1, 80.8, 50.5]],
    ['qps(pool[8])', [80]],
    ['qps(pool) / swept(pool)', [10, 10, 1]],
    ['pool[50].throughput.perSec', [50]],
    ['max(qps(pool), 60)', [80]],
    ['min(qps(pool), 60) + sum(1, 2, 3)', [16]],
    ['fast.threads.caller.count', [200]],
    ['fast.syscalls.serverMain.write.perRequest', [0.5]],
    // Nobody has made this call; the summary lists those made.
    ['fast.syscalls.serverMain.poll.perRequest', [0]],
  ])('%s', (formula, expected) => expect(value(formula)).toEqual(expected));

  it.each([
    '',
    '1 +',
    '(1',
    '1 2',
    '1 ? 2',
    'fast',
    'nobody.throughput.perSec',
    'fast.throughput.perMinute',
    'fast.throughput.halfWidth95',
    'fast.throughput',
    'fast.threads.eventLoop.count',
    'fast.syscalls.serverMain.open.perRequest',
    'fast.syscalls.eventLoop.write.perRequest',
    'pool[7].throughput.perSec',
    'median(1, 2)',
    'fast.constructor.name',
    'fast.constructor.constructor(1)',
  ])('%s is refused', (formula) => expect(() => value(formula)).toThrow(FormulaError));

  it('reports the runs it uses', () => {
    expect(
      runsIn('qps(fast) / pool[8].throughput.perSec + max(slow.throughput.perSec, qps(fast), 3e5)'),
    ).toEqual(['fast', 'pool', 'slow']);
  });
});

const claim = (check: Check, status: Claim['status'] = 'passing'): Claim => ({
  id: 'S0-01',
  source: 'a test',
  kind: 'Q',
  statement: { en: '', 'zh-CN': '' },
  checks: [check],
  status,
});

const result = (check: Check) => judge(claim(check), results).results[0];

describe('a check', () => {
  it.each<[string, Check, number | null]>([
    ['equal', { value: 'qps(fast)', equals: 400 }, 0],
    ['equal within a share', { value: 'qps(fast)', equals: 500, withinShare: 0.2 }, -0.2],
    ['equal within an amount', { value: 'qps(fast)', equals: 395, within: 5 }, 400 / 395 - 1],
    ['equal to a list', { value: 'qps(pool)', equals: [10, 80, 50] }, 0],
    ['each equal to one', { value: 'qps(pool) / qps(pool)', equals: 1 }, 0],
    ['equal to a formula', { value: 'qps(fast)', equals: '4 * qps(slow)' }, 0],
    ['between', { value: 'qps(pool)', between: [10, 80] }, 0],
    ['above', { value: 'qps(fast)', between: [400, null] }, 0],
    ['below another', { value: 'qps(slow)', between: [null, 'qps(fast)'] }, 0],
    ['rising', { rising: ['qps(slow)', 'qps(fast)', 500] }, 0.25],
    ['nearly rising', { rising: ['qps(fast)', 399], byShare: -0.01 }, -0.0025],
    ['identical', { identical: ['fast', 'again'] }, null],
  ])('holds: %s', (_, check, off) => {
    expect(result(check)).toMatchObject({ holds: true });
    if (off === null) expect(result(check)?.off).toBeNull();
    else expect(result(check)?.off).toBeCloseTo(off, 12);
  });

  it.each<[string, Check, number | null]>([
    ['not equal', { value: 'qps(fast)', equals: 200, withinShare: 0.1 }, 1],
    ['one of a list not equal', { value: 'qps(pool)', equals: [10, 160, 50], withinShare: 0.1 }, -0.5],
    ['too small', { value: 'qps(pool)', between: [20, null] }, -0.5],
    ['too large', { value: 'qps(fast)', between: [null, 'qps(slow)'] }, 3],
    ['not a number', { value: 'qps(fast) / 0 - qps(fast) / 0', between: [0, 1] }, null],
    ['not a number, nor rising', { rising: ['0 * qps(fast) / 0', 1] }, null],
    ['within the noise', { rising: [400, 'qps(fast) + 3'] }, 0.0075],
    ['falling at the end', { rising: ['qps(pool)'] }, -0.375],
    ['different', { identical: ['fast', 'slow'] }, null],
  ])('fails: %s', (_, check, off) => {
    expect(result(check)).toMatchObject({ holds: false });
    if (off === null) expect(result(check)?.off).toBeNull();
    else expect(result(check)?.off).toBeCloseTo(off, 12);
  });

  it('does not compare lists of different lengths', () => {
    expect(() => result({ value: 'qps(pool)', equals: [10, 80] })).toThrow(FormulaError);
    expect(() => result({ value: 'qps(fast)', equals: [400, 80] })).toThrow(FormulaError);
  });
});

describe('a verdict', () => {
  const right: Check = { value: 'qps(fast)', equals: 400 };
  const wrong: Check = { value: 'qps(fast)', equals: 100 };

  it('compares the declared with the computed result', () => {
    expect(judge(claim(right), results).verdict).toBe('passes');
    expect(judge(claim(wrong), results).verdict).toBe('broken');
    expect(judge(claim(right, 'failing'), results).verdict).toBe('mended');
    expect(judge(claim(wrong, 'failing'), results).verdict).toBe('failsAsKnown');
  });

  it('requires all checks to hold', () => {
    expect(judge({ ...claim(right), checks: [right, wrong] }, results).verdict).toBe('broken');
  });

  it('is by construction where no check can fail, and counts as soon as one can', () => {
    const sure: Check = { ...right, byConstruction: 'littlesLaw' };
    expect(judge(claim(sure), results).verdict).toBe('byConstruction');
    expect(judge({ ...claim(sure), checks: [sure, right] }, results).verdict).toBe('passes');
    expect(judge(claim({ ...wrong, byConstruction: 'rule' }), results).verdict).toBe('broken');
  });

  it('runs nothing for a claim that a test covers or that is not modelled', () => {
    expect(judge({ ...claim(right), checks: [], heldBy: ['x'] }, results).verdict).toBe('byConstruction');
    expect(judge(claim(right, 'notModelled'), results).verdict).toBe('notModelled');
  });
});
