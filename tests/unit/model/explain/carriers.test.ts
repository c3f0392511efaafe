/** Carrier threads that calls pin: the law, and the bottleneck that it names. */
import { expect, it } from 'vitest';
import { busiestOf } from '../../../../src/model/explain/busiest.ts';
import { lawsOf } from '../../../../src/model/explain/laws.ts';
import { limitOf } from '../../../../src/model/explain/limits.ts';
import { stationsOf } from '../../../../src/model/explain/stations.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

const seen = (edits: Edits) => {
  const scenario = scenarioOf('virtual-pinned', edits);
  const summary = summaryOf(scenario);
  return {
    laws: lawsOf(scenario, summary),
    limit: limitOf(scenario, summary),
    busiest: busiestOf(scenario, summary)?.resource,
    stations: stationsOf(scenario, summary),
  };
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
  const { limit, busiest, stations } = seen({ 'client.pinned.carriers': 200 });
  expect(limit.id).toBe('pool');
  expect(busiest).toBe('connections');
  expect(stations.find(({ id }) => id === 'carriers')).toMatchObject({ count: 200, waiting: 0 });
});

it('requests wait for them, not for a caller; they are the busiest resource and the bottleneck on the path', () => {
  const { busiest, stations } = seen({});
  const [callers, carriers] = stations;
  expect(busiest).toBe('carriers');
  expect(callers).toMatchObject({ id: 'callers', waiting: 0, isBottleneck: false });
  expect(carriers).toMatchObject({ id: 'carriers', count: 8, use: 'inUse', isBottleneck: true });
  expect(carriers?.waiting).toBeCloseTo(192, 0);
});

it('in a pool’s monitor they are in use, and the pool is what limits', () => {
  const scenario = scenarioOf('virtual-pool-java21');
  const summary = summaryOf(scenario);
  expect(limitOf(scenario, summary).id).toBe('pool');
  const carriers = stationsOf(scenario, summary).find(({ id }) => id === 'carriers');
  expect(carriers).toMatchObject({ count: 256, isBottleneck: false });
});

it('without pinning there is no such law', () => {
  const { laws } = seen({ 'client.pinned': { kind: 'nowhere' } });
  expect(laws.map(({ law }) => law)).not.toContain('carriers');
});
