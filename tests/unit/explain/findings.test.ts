/** What is said about runs whose limit is known. */
import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/explain/findings.ts';
import type { Edits } from '../../../src/scenario/patch.ts';
import { scenarioOf, summaryOf } from './runs.ts';

function said(preset: string, edits: Edits = {}) {
  const scenario = scenarioOf(preset, edits);
  const summary = summaryOf(scenario);
  const { limit, remarks } = explain(scenario, summary);
  return { limit, remarks: new Map(remarks.map(({ id, facts }) => [id, facts])), summary };
}

const open = (ratePerSec: number): Edits => ({
  'workload.arrivals.kind': 'open',
  'workload.arrivals.ratePerSec': ratePerSec,
  'workload.arrivals.callers': 200,
  'workload.arrivals.maxBacklog': 50,
});

describe('the limit', () => {
  it('is the pool when all connections are lent and Redis has nothing to do', () => {
    const { limit, remarks, summary } = said('jedis-pool-8');
    expect(limit.id).toBe('pool');
    expect(limit.facts).toMatchObject({ connections: { value: 8 }, callers: { value: 200 } });
    expect(limit.facts.bound).toMatchObject({ unit: 'rate' });
    expect((limit.facts.bound as { value: number }).value).toBeCloseTo(summary.throughput.perSec, -3);
    expect(remarks.has('serverIdle')).toBe(true);
    // A returned connection goes to whoever asks first, and somebody waits from the beginning to the end.
    expect(remarks.get('starving')).toMatchObject({ isBarging: { value: 1 } });
  });

  it('is none that could be named when nothing is answered, and no percentile is said to hide anything', () => {
    const { limit, remarks, summary } = said('jedis-pool-8', { 'client.io.replyTimeoutMs': 1 });
    expect(summary.requests.completed).toBe(0);
    expect(limit).toEqual({ id: 'unanswered', facts: {} });
    expect(remarks.get('failed')).toMatchObject({ part: { value: 1 } });
    expect(remarks.has('starving')).toBe(false);
    // How much Redis could do per request is not known without any.
    expect(remarks.has('serverIdle')).toBe(false);
  });

  it('is the main thread of Redis when that is full, whatever is lent', () => {
    const { limit, remarks } = said('s0-jedis-200');
    expect(limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'serverMain' } } });
    const kernel = remarks.get('work')?.kernel as { value: number };
    expect(kernel.value).toBeGreaterThan(0.7);
    expect(remarks.has('wayOfPool')).toBe(true);
    expect(remarks.has('serverIdle')).toBe(false);
  });

  it('is the one event loop behind a shared connection, and the others are idle', () => {
    const { limit, remarks } = said('s0-lettuce-shared');
    expect(limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'eventLoop' } } });
    expect(remarks.get('loopsIdle')).toMatchObject({ loops: { value: 8 }, connections: { value: 1 } });
  });

  it('counts the connections to every node of a cluster', () => {
    const { limit, remarks } = said('cluster-3');
    expect(limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'eventLoop' } } });
    expect(remarks.get('loopsIdle')).toMatchObject({ loops: { value: 16 }, connections: { value: 3 } });
    expect(said('cluster-3', { 'client.connections.count': 6 }).remarks.has('loopsIdle')).toBe(false);
  });

  it('is the round trip when every caller only waits for it', () => {
    const { limit } = said('jedis-pool-8', { 'workload.arrivals.callers': 4 });
    expect(limit.id).toBe('wire');
    expect((limit.facts.wireShare as { value: number }).value).toBeGreaterThan(0.9);
  });

  it('is the number of callers when they mostly pause', () => {
    expect(said('textbook-closed-network').limit.id).toBe('callers');
  });

  it('is a resource that is not full all the time when requests need unevenly much of it', () => {
    const { limit, remarks, summary } = said('slow-neighbour');
    expect(limit).toMatchObject({ id: 'uneven', facts: { resource: { name: 'serverMain' } } });
    const [used, bound] = [limit.facts.utilisation, limit.facts.bound].map(
      (fact) => (fact as { value: number }).value,
    );
    expect(used).toBeGreaterThan(0.7);
    expect(used).toBeLessThan(0.9);
    expect(summary.throughput.perSec).toBeLessThanOrEqual((bound ?? 0) * 1.001);
    // It is named already.
    expect(remarks.has('next')).toBe(false);
    expect(remarks.has('onlyThread')).toBe(true);
    // The same callers with quick commands only wait for the wire.
    expect(said('quiet-neighbours').limit.id).toBe('wire');
  });

  it('is that all requests travel together when a loop writes them at once, and no more callers would help', () => {
    const { limit, summary } = said('node-redis');
    expect(limit).toMatchObject({ id: 'together', facts: { size: { value: 200 }, callers: { value: 200 } } });
    const more = said('node-redis', { 'workload.arrivals.callers': 400 });
    expect(more.limit.id).toBe('together');
    expect(more.summary.throughput.perSec / summary.throughput.perSec).toBeLessThan(1.3);
    // Every command by itself: the loop has no time to wait.
    expect(said('ioredis').limit.id).toBe('busy');
  });

  it('is the load when everything that has come is done, more or less than the rate in a short run', () => {
    const shares = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const { limit, summary } = said('lettuce-in-bursts', { seed, 'run.measuredMs': 500 });
      expect(limit.id, `seed ${seed}`).toBe('offered');
      return summary.throughput.perSec / (limit.facts.offered as { value: number }).value;
    });
    expect(Math.min(...shares)).toBeLessThan(0.98);
    expect(Math.max(...shares)).toBeGreaterThan(1);
  });

  it('is the load when all that is asked for is done, and overload is a remark when it is turned away', () => {
    expect(said('jedis-pool-8', open(1000)).limit.id).toBe('offered');
    const { limit, remarks, summary } = said('jedis-pool-8', open(50_000));
    expect(limit.id).toBe('pool');
    expect(remarks.get('overload')?.shed).toEqual({ unit: 'count', value: summary.requests.shed });
  });

  it('is said beside it how many requests have failed, which no response time knows', () => {
    const limits = [{ 'client.connections.maxWaitMs': 1 }, { 'client.io.replyTimeoutMs': 0.2 }];
    for (const limit of limits) {
      const { remarks, summary } = said('jedis-pool-8', limit);
      expect(summary.requests.failed).toBeGreaterThan(0);
      expect(remarks.get('failed')?.failed).toEqual({ unit: 'count', value: summary.requests.failed });
    }
    expect(said('jedis-pool-8').remarks.get('failed')).toBeUndefined();
  });

  it('is the callers of an open workload when too few of them serve what arrives', () => {
    const few = { ...open(50_000), 'workload.arrivals.callers': 4, 'workload.arrivals.maxBacklog': 100_000 };
    const { limit, summary } = said('jedis-pool-8', few);
    expect(limit.id).toBe('wire');
    expect((limit.facts.bound as { value: number }).value).toBeGreaterThanOrEqual(summary.throughput.perSec);
  });
});
