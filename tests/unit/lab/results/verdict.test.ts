/** The sentence that the headline opens with, on real runs. */
import { describe, expect, it } from 'vitest';
import { pairVerdict } from '../../../../src/lab/results/verdict.ts';
import { type RunResult, runResult } from '../../../../src/model/explain/run-result.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

function runOf(preset: string, edits: Edits = {}): RunResult {
  const scenario = scenarioOf(preset, edits);
  return runResult({ scenario }, summaryOf(scenario));
}

/** A run with enough requests for p99. */
const long: Edits = { 'run.measuredMs': 300 };

describe('the verdict on a pair', () => {
  const pool = runOf('jedis-pool-8', long);
  const shared = runOf('lettuce-shared', long);

  it('names the faster side with its gain, wherever it is', () => {
    for (const [pair, side] of [
      [[pool, shared], 'b'],
      [[shared, pool], 'a'],
    ] as const) {
      const verdict = pairVerdict(pair);
      expect(verdict).toMatchObject({ id: 'faster', side });
      const times = 'times' in verdict ? verdict.times : 0;
      expect(times).toBeCloseTo(shared.throughput.perSec / pool.throughput.perSec, 6);
    }
  });

  it('takes p99 with the requests that still wait, so starving callers make no side better', () => {
    expect(shared.responseTime.p99Us).toBeGreaterThan(pool.responseTime.p99Us ?? 0);
    const verdict = pairVerdict([pool, shared]);
    expect('p99' in verdict && verdict.p99.others.isAtLeast).toBe(true);
  });

  it('finds no difference between equal runs', () => {
    expect(pairVerdict([shared, shared])).toEqual({ id: 'same' });
  });

  it('leaves response times out where only the rates can be compared', () => {
    const times = shared.throughput.perSec / pool.throughput.perSec;
    expect(pairVerdict([pool, shared], 'rate')).toEqual({ id: 'rate', side: 'b', times, per: 'throughput' });
    expect(pairVerdict([shared, shared], 'rate')).toEqual({ id: 'sameRate', per: 'throughput' });
  });

  it('counts keys where requests differ in their number', () => {
    const batch = (size: number): Edits => ({
      'workload.batch': { kind: 'multiKey', size, replyPerKey: true },
    });
    const verdict = pairVerdict(
      [runOf('set-one-by-one', batch(2)), runOf('set-one-by-one', batch(20))],
      'rate',
    );
    expect(verdict).toMatchObject({ id: 'rate', side: 'b', per: 'keys' });
  });

  it('compares no throughput of a side without completions', () => {
    const none = { ...pool, throughput: { ...pool.throughput, perSec: 0 } };
    expect(pairVerdict([none, shared])).toEqual({ id: 'none' });
  });
});
