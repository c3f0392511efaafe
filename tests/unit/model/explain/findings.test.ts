/** Tests the findings on runs with a known limit. */
import { describe, expect, it } from 'vitest';
import { busiestOf } from '../../../../src/model/explain/busiest.ts';
import { type Fact, use } from '../../../../src/model/explain/finding.ts';
import { explain } from '../../../../src/model/explain/findings.ts';
import { nameOf } from '../../../../src/model/explain/shared-cores.ts';
import { sumOf, threadsOf, workOf } from '../../../../src/model/explain/work.ts';
import type { Edits } from '../../../../src/model/scenario/patch.ts';
import { scenarioOf, summaryOf } from '../../explain/runs.ts';

function said(preset: string, edits: Edits = {}) {
  const scenario = scenarioOf(preset, edits);
  const summary = summaryOf(scenario);
  const { limit, remarks } = explain(scenario, summary);
  return { limit, remarks: new Map(remarks.map(({ id, facts }) => [id, facts])), scenario, summary };
}

const open = (ratePerSec: number): Edits => ({
  'workload.arrivals.kind': 'open',
  'workload.arrivals.ratePerSec': ratePerSec,
  'workload.arrivals.callers': 200,
  'workload.arrivals.maxBacklog': 50,
});

describe('the bottleneck', () => {
  it('is the pool when all connections are in use and Redis is idle', () => {
    const { limit, remarks, summary } = said('jedis-pool-8');
    expect(limit.id).toBe('pool');
    expect(limit.facts).toMatchObject({ connections: { value: 8 }, callers: { value: 200 } });
    expect(limit.facts.bound).toMatchObject({ unit: 'rate' });
    expect((limit.facts.bound as { value: number }).value).toBeCloseTo(summary.throughput.perSec, -3);
    expect(remarks.has('serverIdle')).toBe(true);
    // A returned connection goes to whoever asks first, and somebody waits from the beginning to the end.
    expect(remarks.get('starving')).toMatchObject({ isBarging: { value: 1 } });
  });

  it('includes the round trips of connections that are opened on return', () => {
    // None is kept, and who gives one back opens the next for those who wait: a request takes four round trips, not one.
    const { limit } = said('jedis-pool-8', { 'client.connections.maxIdle': 0 });
    expect(limit.id).toBe('pool');
    const wire = limit.facts.wire as { us: number };
    expect(wire.us).toBeGreaterThan(4_000);
    expect(wire.us).toBeLessThan(4_200);
  });

  it('is not the cores that threads of Redis spin on, unless others queue for them', () => {
    const on = (cores: number, edits: Edits = {}) =>
      said('redis6-io-threads-4', { 'server.host': { kind: 'own', cores }, ...edits });
    const four = on(4);
    expect(use(four.summary, 'serverCores')?.utilisation).toBeGreaterThan(0.99);
    expect(four.limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'serverMain' } } });
    // Cores that are all taken are not called idle, and figures name the same thread as the limit.
    expect(four.remarks.has('onlyThread')).toBe(false);
    expect(four.remarks.has('spinning')).toBe(true);
    expect(busiestOf(four.scenario, four.summary)?.resource).toBe('serverMain');
    const next = four.remarks.get('next');
    expect(next?.resource).not.toMatchObject({ name: 'serverCores' });
    const few = on(4, { 'workload.arrivals.callers': 8, 'network.rttUs': 20 });
    expect(use(few.summary, 'serverCores')?.utilisation).toBeGreaterThan(0.85);
    expect(few.limit.id).toBe('callers');
    // On two cores those that wait take them from those that would work.
    expect(on(2).limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'serverCores' } } });
  });

  it('is unknown without completed requests, and no percentile is called misleading', () => {
    const { limit, remarks, summary } = said('jedis-pool-8', { 'client.io.replyTimeoutMs': 0.9 });
    expect(summary.requests.completed).toBe(0);
    expect(limit).toEqual({ id: 'unanswered', facts: {} });
    expect(remarks.get('failed')).toMatchObject({ part: { value: 1 } });
    expect(remarks.has('starving')).toBe(false);
    // How much Redis could do per request is not known without any.
    expect(remarks.has('serverIdle')).toBe(false);
  });

  it('is unknown when the pending requests started before the window, without a remark about a topology', () => {
    const far = { 'network.rttUs': 2_000_000, 'run.warmupMs': 10 };
    for (const preset of ['jedis-pool-8', 'lettuce-shared']) {
      const { limit, remarks, summary } = said(preset, far);
      expect(summary.requests).toMatchObject({ completed: 0, issued: 0 });
      expect(limit).toEqual({ id: 'unanswered', facts: {} });
      expect(remarks.has('topology')).toBe(false);
    }
  });

  it('is the main thread of Redis when it is fully used, for any pool utilisation', () => {
    const { limit, remarks } = said('linux-jedis-200');
    expect(limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'serverMain' } } });
    const kernel = remarks.get('work')?.kernel as { value: number };
    expect(kernel.value).toBeGreaterThan(0.7);
    expect(remarks.has('serverIdle')).toBe(false);
    // Everybody has a connection: nobody would wait for more of them.
    expect(remarks.has('wayOfPool')).toBe(false);
    expect(said('linux-jedis-50').remarks.has('wayOfPool')).toBe(true);
  });

  it('is the disk where Redis’ main thread mostly waits for it at low utilisation', () => {
    const always = { 'server.appendOnly.kind': 'always' };
    for (const preset of ['jedis-pool-8', 'lettuce-shared']) {
      const { limit, remarks, summary } = said(preset, always);
      expect(limit.id).toBe('disk');
      expect((limit.facts.disk as { value: number }).value).toBeGreaterThan(0.8);
      expect((limit.facts.busy as { value: number }).value).toBeLessThan(0.05);
      // The law with the wait is nearly used up: D is of the thread, whatever it does with its time.
      const bound = (limit.facts.bound as { value: number }).value;
      expect(bound).toBeGreaterThanOrEqual(summary.throughput.perSec);
      expect(bound).toBeLessThan(1.15 * summary.throughput.perSec);
      expect(remarks.has('serverIdle')).toBe(false);
      expect(remarks.has('disk')).toBe(false);
    }
    // Commands of a turn share one fsync().
    const size = ({ limit }: ReturnType<typeof said>) => (limit.facts.size as { value: number }).value;
    expect(size(said('lettuce-shared', always))).toBeGreaterThan(50);
    expect(size(said('jedis-pool-8', always))).toBeLessThan(8);
  });

  it('mentions the disk where Redis waits for it part of the time', () => {
    const { limit, remarks } = said('jedis-pool-8', {
      'server.appendOnly.kind': 'always',
      'server.appendOnly.fsyncUs': { kind: 'constant', value: 100 },
    });
    expect(limit.id).toBe('pool');
    expect(remarks.has('disk')).toBe(true);
    // Then it is not said that all is well with Redis.
    expect(remarks.has('serverIdle')).toBe(false);
    const once = said('lettuce-shared', { 'server.appendOnly.kind': 'everysec' });
    expect(once.limit.id).toBe('busy');
    expect(once.remarks.has('disk')).toBe(false);
  });

  it('is a blocking command on a shared connection', () => {
    const blocks = { 'workload.second.share': 0.05, 'workload.second.blockMs': 10 };
    const { limit, remarks, summary } = said('lettuce-shared', blocks);
    expect(limit.id).toBe('blocking');
    const [blocked, bound] = [limit.facts.blocked, limit.facts.bound] as { value: number }[];
    expect(blocked?.value).toBeGreaterThan(0.99);
    // The connection is blocked, or free for a moment: what its share allows is what is done.
    expect((bound?.value ?? 0) * (blocked?.value ?? 0)).toBeCloseTo(summary.throughput.perSec, 6);
    expect(remarks.get('blocking')).toMatchObject({ connections: { value: 1 } });
    // Who has a connection to himself holds up nobody; but it is lent for that long.
    const own = said('jedis-pool-8', blocks);
    expect(own.limit.id).toBe('pool');
    expect(own.remarks.has('blocking')).toBe(false);
    expect(own.remarks.has('blockingLent')).toBe(true);
    expect(said('lettuce-shared').remarks.has('blocking')).toBe(false);
  });

  it('does not attribute cores to the client where Redis runs on them, too', () => {
    const few = { 'client.cores': 1 };
    const together = said('s0-jedis-200', few);
    expect(together.limit).toMatchObject({
      id: 'busy',
      facts: { resource: { name: 'clientCores', isShared: true } },
    });
    expect(nameOf(together.summary, 'clientCores')).toBe('sharedCores');
    const apart = said('s0-jedis-200', { ...few, 'server.host.kind': 'own', 'server.host.cores': 4 });
    expect(apart.limit.facts.resource).toEqual({ unit: 'resource', name: 'clientCores' });
    expect(nameOf(apart.summary, 'clientCores')).toBe('clientCores');
  });

  it('is the only event loop of a shared connection, with the others idle', () => {
    const { limit, remarks } = said('s0-lettuce-shared');
    expect(limit).toMatchObject({ id: 'busy', facts: { resource: { name: 'eventLoop' } } });
    expect(remarks.get('loopsIdle')).toMatchObject({ loops: { value: 8 }, connections: { value: 1 } });
  });

  it('distinguishes one server of a cluster from all, and states the cost of topology queries', () => {
    const { limit, remarks, summary } = said('cluster-3');
    expect(limit.facts.servers).toMatchObject({ value: 3 });
    const each = (limit.facts.demand as { us: number }).us;
    const all = sumOf(workOf(summary, threadsOf(summary, 'eventLoop')));
    expect((limit.facts.whole as { us: number }).us).toBeCloseTo(all, 9);
    expect(all / (3 * each)).toBeCloseTo(1, 1);
    expect(remarks.get('serverIdle')).toMatchObject({ nodes: { value: 3 } });
    expect(remarks.has('topology')).toBe(false);
    const asked = said('topology-first-node').remarks;
    const { descriptions } = asked.get('topology') ?? {};
    expect((descriptions as { value: number }).value).toBeGreaterThan(500);
    // Sixteen machines are not one with 32 cores.
    expect(asked.has('onlyThread')).toBe(false);
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

  it('names the times outside its law, where they are so large that the law explains nothing', () => {
    const us = (fact: Fact | undefined) => (fact?.unit === 'time' ? fact.us : Number.NaN);
    const found = (preset: string) => {
      // Few of the pauses of this one are in a short window.
      const { limit, summary } = said(
        preset,
        preset === 'cluster-spring-mget' ? { 'run.measuredMs': 20_000 } : {},
      );
      const { response, pause, least, rest, bound, hasRest, between } = limit.facts;
      // Way, work and pause, and what is between, are the whole time of a caller.
      expect(us(least) + us(rest)).toBeCloseTo(us(response) + us(pause), 6);
      const parts = between?.unit === 'phases' ? between.phases : [];
      const named = parts.reduce((sum, part) => sum + part.us, 0);
      expect(named).toBeLessThanOrEqual(us(rest) * 1.000001);
      const used = summary.throughput.perSec / (bound as { value: number }).value;
      return { used, hasRest: (hasRest as { value: number }).value === 1, parts, share: named / us(rest) };
    };
    for (const preset of ['set-one-by-one', 'one-caller-lettuce', 'rtt-loopback', 'cluster-spring-mget']) {
      const { used, hasRest, parts, share } = found(preset);
      expect(used, preset).toBeLessThan(0.9);
      expect(hasRest, preset).toBe(true);
      expect(parts.length, preset).toBeGreaterThan(0);
      expect(share, preset).toBeGreaterThan(0.7);
    }
    expect(found('set-one-by-one').parts.map(({ name }) => name)).toEqual(['clientRead', 'serverQueue']);
    for (const preset of ['rtt-12ms', 'rtt-zone', 'lettuce-multi-8', 'textbook-closed-network']) {
      const { used, hasRest } = found(preset);
      expect(used, preset).toBeGreaterThan(0.89);
      expect(hasRest, preset).toBe(false);
    }
  });

  it('lists nearly equal bottlenecks only where there are some', () => {
    const isAfter = (preset: string, edits: Edits = {}) => {
      const { limit, remarks } = said(preset, edits);
      return [limit.id, remarks.get('next')?.isAfter];
    };
    // The main thread has much to do, but nothing is full.
    expect(isAfter('set-pipeline-100')).toEqual(['callers', { unit: 'count', value: 0 }]);
    expect(isAfter('threaded-redis-8')).toEqual(['busy', { unit: 'count', value: 1 }]);
    expect(isAfter('lettuce-multi-8')).toEqual(['wire', { unit: 'count', value: 1 }]);
  });

  it('is the number of callers when they mostly think', () => {
    expect(said('textbook-closed-network').limit.id).toBe('callers');
  });

  it('is a resource below full utilisation when the demands of requests vary a lot', () => {
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

  it('is lock-step batching when a loop writes all requests at once, and more callers do not help', () => {
    const { limit, summary } = said('node-redis');
    expect(limit).toMatchObject({ id: 'together', facts: { size: { value: 200 }, callers: { value: 200 } } });
    const more = said('node-redis', { 'workload.arrivals.callers': 400 });
    expect(more.limit.id).toBe('together');
    expect(more.summary.throughput.perSec / summary.throughput.perSec).toBeLessThan(1.3);
    // Every command by itself: the loop has no time to wait.
    expect(said('ioredis').limit.id).toBe('busy');
  });

  it('is the load when every arrival completes, also for random deviations in a short run', () => {
    const shares = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const { limit, summary } = said('lettuce-in-bursts', { seed, 'run.measuredMs': 500 });
      expect(limit.id, `seed ${seed}`).toBe('offered');
      const [offered = 0, came = 0] = [limit.facts.offered, limit.facts.came].map(
        (fact) => (fact as { value: number }).value,
      );
      // More than has come is not completed, but for what was under way when the window began.
      const begun = summary.requests.inProgressAtStart / (summary.windowUs / 1e6);
      expect(summary.throughput.perSec).toBeLessThanOrEqual(came + begun);
      expect(limit.facts.isMore).toEqual({ unit: 'count', value: came > offered ? 1 : 0 });
      return summary.throughput.perSec / offered;
    });
    expect(Math.min(...shares)).toBeLessThan(0.98);
    expect(Math.max(...shares)).toBeGreaterThan(1);
  });

  it('is the load when all admitted requests complete; overload is a remark when some are rejected', () => {
    expect(said('jedis-pool-8', open(1000)).limit.id).toBe('offered');
    const { limit, remarks, summary } = said('jedis-pool-8', open(50_000));
    expect(limit.id).toBe('pool');
    expect(remarks.get('overload')?.shed).toEqual({ unit: 'count', value: summary.requests.shed });
  });

  it('mentions failed requests, which no response time includes', () => {
    const limits = [{ 'client.connections.maxWaitMs': 1 }, { 'client.io.replyTimeoutMs': 0.2 }];
    for (const limit of limits) {
      const { remarks, summary } = said('jedis-pool-8', limit);
      expect(summary.requests.failed).toBeGreaterThan(0);
      expect(remarks.get('failed')?.failed).toEqual({ unit: 'count', value: summary.requests.failed });
    }
    expect(said('jedis-pool-8').remarks.get('failed')).toBeUndefined();
  });

  it('is the callers of an open workload when too few of them serve the arrivals', () => {
    const few = { ...open(50_000), 'workload.arrivals.callers': 4, 'workload.arrivals.maxBacklog': 100_000 };
    const { limit, summary } = said('jedis-pool-8', few);
    expect(limit.id).toBe('wire');
    expect((limit.facts.bound as { value: number }).value).toBeGreaterThanOrEqual(summary.throughput.perSec);
  });
});
