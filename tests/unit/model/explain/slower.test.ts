import { expect, it } from 'vitest';
import { use } from '../../../../src/model/explain/finding.ts';
import { slowerBecause } from '../../../../src/model/explain/slower.ts';
import type { System } from '../../../../src/model/explain/statement.ts';
import { demandParts, usOf } from '../../../../src/model/explain/work.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const system = (preset: string, edits: Edits = {}): System => {
  const scenario = scenarioOf(preset, edits);
  return { scenario, summary: summaryOf(scenario) };
};

it.each([
  ['jedis-pool-250', 'serverMain'],
  ['lettuce-shared-250', 'eventLoop'],
  ['ioredis', 'eventLoop'],
] as const)('without network delay %s is slower, because a write() wakes the other side', (preset, limit) => {
  const [before, after] = [system(preset), system(preset, { 'network.rttUs': 0 })];
  expect(after.summary.throughput.perSec).toBeLessThan(0.98 * before.summary.throughput.perSec);
  const reason = slowerBecause(before, after);
  expect(reason).toMatchObject({ resource: limit, grown: { work: 'write' } });
  // Nothing but what the summaries have.
  expect(reason?.fromUs).toBe(use(before.summary, limit)?.demandUs);
  expect(reason?.toUs).toBe(use(after.summary, limit)?.demandUs);
  expect(reason?.grown.fromUs).toBe(usOf(demandParts(before.summary, limit), 'write'));
  expect(reason?.grown.toUs).toBe(usOf(demandParts(after.summary, limit), 'write'));
});

it('is empty for a change that makes a system faster', () => {
  const [before, after] = [system('jedis-pool-8'), system('jedis-pool-8', { 'network.rttUs': 0 })];
  expect(after.summary.throughput.perSec).toBeGreaterThan(before.summary.throughput.perSec);
  expect(slowerBecause(before, after)).toBeUndefined();
});

it('is empty where the demand on the bottleneck does not grow', () => {
  const before = system('jedis-pool-250');
  const { summary } = before;
  const slower = { ...summary, throughput: { ...summary.throughput, perSec: summary.throughput.perSec / 2 } };
  expect(slowerBecause(before, { ...before, summary: slower })).toBeUndefined();
});
