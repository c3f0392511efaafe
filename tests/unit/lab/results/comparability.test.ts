/** Tests which metrics of two scenarios are comparable, by their differences. */
import { describe, expect, it } from 'vitest';
import { comparabilityOf } from '../../../../src/lab/results/comparability.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf } from '../../explain/runs.ts';

/** Judges a scenario against the same one with some edits. */
function judged(edits: Edits) {
  const differences = Object.keys(edits).map((path) => ({ path }));
  return comparabilityOf(differences, scenarioOf('jedis-pool-8'), scenarioOf('jedis-pool-8', edits));
}

describe('two scenarios can be compared', () => {
  it.each<[string, Edits, string]>([
    [
      'in all, when they differ in settings of the system',
      { 'network.rttUs': 100, 'client.cores': 2 },
      'all',
    ],
    ['in all, when one setting of the load differs', { 'workload.command.replyBytes': 999 }, 'all'],
    ['in all, when only the callers differ', { 'workload.arrivals.callers': 20 }, 'all'],
    [
      'in their rate, when callers differ beside the pool',
      { 'workload.arrivals.callers': 20, 'client.connections.maxTotal': 9 },
      'rate',
    ],
    [
      'in their rate, when requests have other numbers of commands',
      { 'workload.batch': { kind: 'pipeline', size: 7 } },
      'rate',
    ],
    [
      'in nothing, when another setting of the load differs beside the system',
      { 'workload.command.replyBytes': 999, 'network.rttUs': 100 },
      'nothing',
    ],
    ['in nothing, when the load model differs', { 'workload.arrivals.kind': 'open' }, 'nothing'],
  ])('%s', (_, edits, level) => expect(judged(edits).level).toBe(level));

  it('in all, when batches of one size differ in kind', () => {
    const pipeline = scenarioOf('jedis-pool-8', { 'workload.batch': { kind: 'pipeline', size: 10 } });
    const keys = scenarioOf('jedis-pool-8', {
      'workload.batch': { kind: 'multiKey', size: 10, replyPerKey: true },
    });
    const { level, isOtherSize } = comparabilityOf([{ path: 'workload.batch.kind' }], pipeline, keys);
    expect([level, isOtherSize]).toEqual(['all', false]);
  });

  it('names other lengths and seeds', () => {
    const { level, measured } = judged({ 'run.measuredMs': 77, 'network.rttUs': 10 });
    expect([level, measured.map(({ path }) => path)]).toEqual(['all', ['run.measuredMs']]);
  });
});
