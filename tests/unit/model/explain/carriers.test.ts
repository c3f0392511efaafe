/** Carrier threads that calls pin: the law, and the bottleneck that it names. */
import { expect, it } from 'vitest';
import { lawsOf } from '../../../../src/model/explain/laws.ts';
import { limitOf } from '../../../../src/model/explain/limits.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const seen = (edits: Edits) => {
  const scenario = scenarioOf('virtual-pinned', edits);
  const summary = summaryOf(scenario);
  return { laws: lawsOf(scenario, summary), limit: limitOf(scenario, summary) };
};

it('C/RTT is the number of carriers divided by the time on the wire, the tightest of all', () => {
  const constant = { kind: 'constant', value: 0 };
  const { laws, limit } = seen({ 'network.requestJitterUs': constant, 'network.replyJitterUs': constant });
  expect(laws[0]).toMatchObject({ law: 'carriers', count: 8, timeUs: 1000, perSec: 8000 });
  expect(limit).toMatchObject({ id: 'carriers', facts: { carriers: { value: 8 }, callers: { value: 200 } } });
});

it('two instances have the carriers of both', () => {
  const { laws, limit } = seen({ 'client.instances': 2 });
  expect(laws.find(({ law }) => law === 'carriers')?.count).toBe(16);
  expect(limit).toMatchObject({ id: 'carriers', facts: { carriers: { value: 16 } } });
});

it('a carrier for each caller is no bottleneck', () => {
  expect(seen({ 'client.pinned.carriers': 200 }).limit.id).toBe('pool');
});

it('without pinning there is no such law', () => {
  const { laws } = seen({ 'client.pinned': { kind: 'nowhere' } });
  expect(laws.map(({ law }) => law)).not.toContain('carriers');
});
