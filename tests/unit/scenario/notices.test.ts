/** Tests the claims in the texts of the pairs on the shipped scenarios: the engine gives each number. */
import { beforeAll, expect, it } from 'vitest';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import type { Json } from '../../../src/model/scenario/patch.ts';
import { pairs, SINGLE } from '../../../src/model/scenario/presets.ts';
import { faultClaims } from './fault-notices.ts';
import {
  busyCores,
  kernelShare,
  meanIn,
  meanUs,
  meanWait,
  p99Us,
  perRead,
  perWrite,
  qps,
  simulate,
  summaryOf,
  switches,
  use,
} from './notice-runs.ts';
import { reads } from './read-notices.ts';

/** By pair: what must hold of A and B. */
const claims: Readonly<Record<string, (a: Summary, b: Summary) => void | Promise<void>>> = {
  'pool-or-shared': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(5);
    expect(meanWait(a)).toBeGreaterThan(0);
    expect(meanWait(b)).toBe(0);
  },
  'bigger-pool': (a, b) => expect(qps(b) / qps(a)).toBeGreaterThan(2),
  'more-connections': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1);
    expect(qps(b) / qps(a)).toBeLessThan(1.1);
    const loops = (summary: Summary) =>
      summary.resources.find(({ resource }) => resource === 'eventLoop')?.utilisation;
    expect(loops(a)).toBeGreaterThan(0.9);
    expect(loops(b)).toBeCloseTo(0.2, 1);
  },
  'lettuce-pool': (a, b) => expect(qps(b) / qps(a)).toBeGreaterThan(10),
  'cluster-size': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1.8);
    expect(qps(b) / qps(a)).toBeLessThan(2);
    for (const { summary, nodes } of [
      { summary: a, nodes: 3 },
      { summary: b, nodes: 6 },
    ]) {
      expect(Math.max(...summary.nodes.map(({ utilisation }) => utilisation))).toBeLessThan(0.5);
      // As many loops as nodes have something to do, and those have no pause.
      const loops = summary.threads.find((threads) => threads.class === 'eventLoop');
      expect(((1 - (loops?.shares.idle ?? 1)) * (loops?.count ?? 0)) / nodes).toBeGreaterThan(0.95);
    }
  },
  'one-connection': (a, b) => expect(qps(b) / qps(a)).toBeGreaterThan(10),
  'one-machine': async (a, b) => {
    expect(qps(a) / qps(b)).toBeCloseTo(1.25, 1);
    expect(use('serverMain', a)).toBeGreaterThan(0.99);
    expect(use('eventLoop', b)).toBeGreaterThan(0.99);
    expect(use('serverMain', b)).toBeLessThan(0.5);
    expect(switches(b) / switches(a)).toBeGreaterThan(2);
    for (const kind of ['none', 'timerWheel']) {
      const without = await simulate('s0-lettuce-shared', { 'client.io.timeoutScheduler': { kind } });
      expect(qps(without), kind).toBeGreaterThan(qps(a));
    }
  },
  'right-size': async (a, b) => {
    expect(qps(a) / 90_000).toBeCloseTo(1, 1);
    expect(qps(b) / 64_000).toBeCloseTo(1, 1);
    const [client] = b.hosts;
    expect(client?.idle).toBeLessThan(0.01);
    expect(kernelShare(b)).toBeCloseTo(0.96, 2);
    expect(client?.meanRunnable).toBeGreaterThan(180);
    // The cache, not the switch itself.
    const costs = (id: string, overrides: Json) => simulate(id, { 'costs.overrides': overrides });
    const noRefill = { coldSwitchPercent: 0, coldWakeNs: 0 };
    const noSwitch = { contextSwitchNs: 0, cacheRefillNs: 0 };
    const [cached, cachedFifty] = [
      await costs('s0-jedis-200', noRefill),
      await costs('s0-jedis-50', noRefill),
    ];
    expect(qps(cached)).toBeGreaterThan(qps(cachedFifty));
    const switched = await costs('s0-jedis-200', noSwitch);
    expect(qps(switched) - qps(b)).toBeLessThan((qps(cached) - qps(b)) / 5);
  },
  'pool-or-multi': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1.7);
    expect(qps(b) / qps(a)).toBeLessThan(2);
    expect(perRead(a)).toBeCloseTo(1, 1);
    expect(perRead(b)).toBeCloseTo(5, 0);
  },
  'one-machine-linux': async (a, b) => {
    expect(qps(a) / qps(b)).toBeCloseTo(1.2, 1);
    for (const [here, laptop] of [
      [a, 's0-jedis-50'],
      [b, 's0-lettuce-shared'],
    ] as const)
      expect(qps(here) / qps(await summaryOf(laptop))).toBeCloseTo(2, 0);
    const without = await simulate('linux-lettuce-shared', { 'client.io.timeoutScheduler.kind': 'none' });
    expect(qps(without)).toBeGreaterThan(qps(a));
  },
  'right-size-linux': async (a, b) => {
    expect(Math.abs(qps(b) / qps(a) - 1)).toBeLessThan(0.02);
    expect(use('serverMain', a)).toBeGreaterThan(0.99);
    expect(Math.max(use('clientCores', a), use('clientCores', b))).toBeLessThan(0.5);
    const laptop = qps(await summaryOf('s0-jedis-200')) / qps(await summaryOf('s0-jedis-50'));
    expect(laptop).toBeGreaterThan(0.7);
    expect(laptop).toBeLessThan(0.75);
  },
  'pool-or-multi-linux': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(3);
    for (const side of [a, b]) expect(use('serverMain', side)).toBeGreaterThan(0.98);
  },
  'per-call': (a, b) => {
    expect(meanUs(b) / meanUs(a)).toBeGreaterThan(1.1);
    expect(meanUs(b) / meanUs(a)).toBeLessThan(1.2);
  },
  'big-pool': (a, b) => {
    expect(Math.abs(qps(b) / qps(a) - 1)).toBeLessThan(0.05);
    // To take a free connection from the pool is a fraction of a microsecond.
    expect(meanWait(a) + meanWait(b)).toBeLessThan(1);
  },
  'pool-tests': (a, b) => {
    expect(meanUs(a) / 1000).toBeCloseTo(1.87, 2);
    expect(meanUs(b) / 1000).toBeCloseTo(0.75, 2);
  },
  's2-mget-tests': async (a, b) => {
    expect(meanUs(a) / 1000).toBeCloseTo(810, -1);
    expect(meanUs(b) / 1000).toBeCloseTo(74, 0);
    // The queue before the one thread is what depends on the rate: at half the rate only the trips are left.
    const halfRate = { 'workload.arrivals.ratePerSec': 4 };
    const [tested, untested] = [
      await simulate('s2-mget-tested', halfRate),
      await simulate('s2-mget', halfRate),
    ];
    expect(meanUs(tested) / meanUs(untested)).toBeGreaterThan(2);
    expect(meanUs(tested) / meanUs(untested)).toBeLessThan(4);
  },
  's2-own-pool': (a, b) => {
    expect(meanUs(a) / 1000).toBeCloseTo(74, 0);
    expect(meanUs(b) / 1000).toBeCloseTo(6.6, 1);
  },
  's4-hgetall': (a, b) => {
    expect(Math.abs(1e6 / qps(a) / 12.6 - 1)).toBeLessThan(0.01);
    expect(Math.abs(1e6 / qps(b) / 8.5 - 1)).toBeLessThan(0.01);
    for (const { nodes } of [a, b]) expect(nodes[0]?.utilisation ?? 1).toBeGreaterThan(0.99);
  },
  's4-hmset': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1.27);
    expect(qps(b) / qps(a)).toBeLessThan(1.33);
  },
  'test-on-borrow': (a, b) => {
    expect(qps(a) / qps(b)).toBeGreaterThan(0.45);
    expect(qps(a) / qps(b)).toBeLessThan(0.55);
  },
  'io-threads': (a, b) => expect(qps(b) / qps(a)).toBeCloseTo(1.37, 2),
  's1-set-writes': (a, b) => expect(qps(b) / qps(a)).toBeCloseTo(1.13, 2),
  's1-set-reads': (a, b) => {
    expect(qps(b) / qps(a)).toBeCloseTo(1.06, 2);
    expect(meanIn('serverRead', b)).toBeLessThan(meanIn('serverWrite', b));
  },
  's1-large': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(1.5);
    expect(qps(b) / qps(a)).toBeLessThan(1.6);
  },
  's1-cluster': (a, b) => {
    expect(qps(b) / qps(a)).toBeCloseTo(1.5, 1);
    for (const { utilisation } of b.nodes) {
      expect(utilisation).toBeGreaterThan(0.695);
      expect(utilisation).toBeLessThan(0.725);
    }
  },
  's1-512': (a, b) => {
    for (const { utilisation } of a.nodes) expect(utilisation).toBeLessThan(0.75);
    for (const { utilisation } of b.nodes) expect(utilisation).toBeGreaterThan(0.98);
    expect(qps(b)).toBeGreaterThan(400_000);
  },
  'cluster-mget': (a, b) => expect(meanUs(a) / meanUs(b) / 50).toBeCloseTo(1.1, 0),
  'cluster-nodes': (a, b) => {
    const [first = Number.NaN, ...others] = a.nodes.map(({ utilisation }) => utilisation);
    expect(first).toBeGreaterThan(0.99);
    expect(Math.max(...others)).toBeCloseTo(0.01, 2);
    expect(a.nodes[0]?.descriptionsPerSec).toBeCloseTo(1385, -1);
    expect(Math.max(...b.nodes.map(({ utilisation }) => utilisation))).toBeLessThan(0.15);
    for (const { descriptionsPerSec } of b.nodes)
      expect(Math.abs((descriptionsPerSec * 8) / 1385 - 1)).toBeLessThan(0.15);
  },
  resharding: (a, b) => {
    const sum = ({ nodes }: Summary, rate: 'movedPerSec' | 'askPerSec') =>
      nodes.reduce((total, node) => total + node[rate], 0);
    expect(sum(a, 'movedPerSec') / sum(b, 'movedPerSec')).toBeGreaterThan(20);
    expect(sum(a, 'askPerSec')).toBeLessThan(sum(a, 'movedPerSec') / 100);
    expect(p99Us(b) / p99Us(a)).toBeGreaterThan(0.5);
    expect(p99Us(b) / p99Us(a)).toBeLessThan(0.6);
  },
  batches: (a, b) => expect((100 * qps(b)) / qps(a)).toBeGreaterThan(10),
  's3-mget': (a, b) => expect((100 * qps(b)) / qps(a)).toBeCloseTo(33, 0),
  's3-mget-pipeline': (a, b) => expect(qps(b) / qps(a)).toBeCloseTo(1.4, 1),
  's3-mget-size': (a, b) => {
    expect((10 * qps(b)) / qps(a)).toBeGreaterThan(1.02);
    expect((10 * qps(b)) / qps(a)).toBeLessThan(1.05);
    expect(meanIn('execute', b) / 1000).toBeCloseTo(8, 1);
  },
  'batch-neighbour': (a, b) => {
    expect(qps(a) / qps(b)).toBeGreaterThan(0.95);
    expect((a.responseTime.p99Us ?? 0) / (b.responseTime.p99Us ?? 1)).toBeGreaterThan(5);
    // Its own pool is not full, and the main thread works for the batch job.
    expect(a.resources.find(({ resource }) => resource === 'connections')?.utilisation).toBeLessThan(0.5);
    const [own, batch] = a.serverUse ?? [];
    expect((batch?.mainThread ?? 0) / (own?.mainThread ?? 1)).toBeGreaterThan(5);
  },
  'fleet-pools': (a, b) => {
    // A shared connection of an instance seldom carries two commands together, and saves Redis little.
    expect(perRead(a)).toBeCloseTo(1, 1);
    expect(perRead(b)).toBeLessThan(1.15);
    const main = ({ resources }: typeof a) =>
      resources.find(({ resource }) => resource === 'serverMain')?.utilisation ?? 0;
    expect(main(b) / main(a)).toBeGreaterThan(0.85);
    expect(main(b)).toBeLessThan(main(a));
  },
  'hot-key': (a, b) => {
    expect(qps(a) / qps(b)).toBeLessThan(0.5);
    const [first = 0, second = 1] = a.nodes.map((node) => node.utilisation).sort((one, other) => other - one);
    expect(first > 0.95 && second < 0.5).toBe(true);
  },
  eviction: (a, b) => {
    expect(Math.abs(qps(a) / qps(b) - 1)).toBeLessThan(0.02);
    expect(use('serverMain', a) - use('serverMain', b)).toBeGreaterThan(0.1);
    expect(p99Us(a)).toBeGreaterThan(p99Us(b));
  },
  'valkey-generations': (a, b) => expect(qps(b) / qps(a)).toBeGreaterThan(1.6),
  ...faultClaims,
  ...reads,
  tls: (a, b) => expect(qps(a) / qps(b)).toBeCloseTo(0.65, 1),
  'tls-shared': (a, b) => expect(perRead(a) / perRead(b)).toBeLessThan(0.5),
  'tls-reconnects': (a, b) => expect(meanUs(a) / meanUs(b)).toBeCloseTo(7.4, 0),
  'code-on-loop': (a, b) => expect(meanUs(a) / meanUs(b)).toBeGreaterThan(1.5),
  'large-replies': (a, b) => expect([qps(a) < 125, meanUs(a) / meanUs(b) > 6]).toEqual([true, true]),
  'slow-neighbour': (a, b) => expect(qps(a) / qps(b)).toBeLessThan(0.5),
  'auto-flush-cpu': (a, b) => {
    expect(Math.abs(qps(b) / qps(a) - 1)).toBeLessThan(0.01);
    expect(busyCores(b) / busyCores(a)).toBeGreaterThan(2);
    expect(perRead(a)).toBeCloseTo(10, 1);
    expect(perRead(b)).toBeGreaterThan(1);
    expect(perRead(b)).toBeLessThan(3);
  },
  'manual-flush': (a, b) => {
    expect(perWrite(a)).toBeCloseTo(1, 2);
    expect(perWrite(b)).toBeCloseTo(3, 2);
    expect(qps(b) / qps(a)).toBeGreaterThan(1);
    expect(qps(b) / qps(a)).toBeLessThan(1.2);
    const wire = meanIn('wireOut', b) + meanIn('wireBack', b);
    expect(wire / meanUs(b)).toBeGreaterThan(0.5);
  },
  'flush-own': (a, b) => {
    expect(perRead(a)).toBeGreaterThan(6);
    expect(perRead(b)).toBeCloseTo(3, 1);
    expect(qps(b) / qps(a)).toBeGreaterThan(1);
    expect(qps(b) / qps(a)).toBeLessThan(1.2);
    expect(meanIn('taskQueue', a)).toBeGreaterThan(2 * meanIn('taskQueue', b));
  },
  bursts: (a, b) => {
    for (const { requests } of [a, b]) expect(requests.failed + requests.shed).toBe(0);
    expect(meanIn('connect', a) / meanUs(a)).toBeGreaterThan(0.5);
    expect(meanUs(a) / meanUs(b)).toBeGreaterThan(3);
  },
  'threads-per-connection': async (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(5);
    const withoutThreads = await simulate('threaded-redis-8', { 'server.ioThreads.kind': 'none' });
    expect(qps(withoutThreads) / qps(b)).toBeGreaterThan(0.8);
  },
  'node-writes': (a, b) => {
    expect(perWrite(a)).toBeCloseTo(1, 2);
    expect(perWrite(b)).toBeCloseTo(200, 2);
    expect(qps(b) / qps(a)).toBeGreaterThan(1.5);
  },
  'node-auto': (a, b) => {
    expect(Math.abs(qps(b) / qps(a) - 1)).toBeLessThan(0.01);
    expect(meanUs(a) / meanUs(b)).toBeCloseTo(1.7, 1);
    expect(perRead(a) / 10).toBeCloseTo(6, 0);
    expect(busyCores(a)).toBeLessThan(busyCores(b));
  },
  'go-clients': (a, b) => {
    expect(meanWait(a)).toBeGreaterThan(0);
    expect(meanWait(b)).toBe(0);
    expect(perRead(a)).toBeCloseTo(1, 2);
    expect(perWrite(a)).toBeCloseTo(1, 2);
    expect(perRead(b)).toBeGreaterThan(2);
    expect(qps(b) / qps(a)).toBeGreaterThan(3);
  },
  distance: (a, b) => {
    expect(qps(a)).toBeGreaterThan(8000);
    expect(qps(b)).toBeGreaterThan(75);
    expect(qps(b)).toBeLessThan(1000 / 12);
  },
};

/** By preset that is in no pair: what must hold of it. */
const claimsAlone: Readonly<Record<string, (summary: Summary) => void | Promise<void>>> = {
  'rtt-loopback': (summary) => {
    const busy = summary.hosts.reduce((sum, { cores, idle }) => sum + cores * (1 - idle), 0);
    expect(busy).toBeLessThan(1);
    expect(meanUs(summary)).toBeCloseTo(18, 0);
    const moving = (['clientWrite', 'serverRead', 'serverWrite', 'clientRead'] as const).map((phase) =>
      meanIn(phase, summary),
    );
    expect(moving.reduce((sum, us) => sum + us) / meanUs(summary)).toBeGreaterThan(0.5);
    expect(meanIn('execute', summary)).toBeLessThan(1);
  },
  'rtt-zone': (summary) => {
    expect(meanUs(summary)).toBeCloseTo(517, 0);
    expect(meanIn('wireOut', summary) + meanIn('wireBack', summary)).toBeCloseTo(500, 0);
    const atRedis = (['serverQueue', 'serverRead', 'serverBatch', 'execute', 'serverWrite'] as const).map(
      (phase) => meanIn(phase, summary),
    );
    expect(atRedis.reduce((sum, us) => sum + us) / 2 / meanUs(summary)).toBeLessThan(0.01);
    for (const { idle } of summary.hosts) expect(idle).toBeGreaterThan(0.95);
  },
  'rtt-wall-250ms': async (summary) => {
    expect(meanIn('execute', summary)).toBeCloseTo(10, 3);
    const more = await simulate('rtt-wall-250ms', {
      'workload.arrivals.callers': 10,
      'client.connections.maxTotal': 10,
    });
    expect(qps(more) / qps(summary)).toBeCloseTo(10, 1);
    const pipelines = await simulate('rtt-wall-250ms', {
      'workload.batch.kind': 'pipeline',
      'workload.batch.size': 10,
    });
    expect((10 * qps(pipelines)) / qps(summary)).toBeCloseTo(10, 1);
  },
  's2-mget-own-pool-150': async (summary) => {
    expect(meanUs(summary) / 1000).toBeCloseTo(5.5, 1);
    const oneThread = await simulate('s2-mget', {
      'workload.batch.size': 150,
      'workload.command.execUs': { kind: 'constant', value: 50 },
      'network.rttUs': 200,
    });
    expect(Math.abs(meanUs(oneThread) / 60_000 - 1)).toBeLessThan(0.1);
  },
  'textbook-closed-network': async (summary) => {
    expect(Math.abs(qps(summary) / 16_650 - 1)).toBeLessThan(0.03);
    expect(Math.abs(meanUs(summary) / 12 - 1)).toBeLessThan(0.03);
    const fewer = await simulate('textbook-closed-network', { 'workload.arrivals.callers': 1400 });
    const more = await simulate('textbook-closed-network', { 'workload.arrivals.callers': 1600 });
    expect(Math.abs(qps(more) / qps(fewer) - 1)).toBeLessThan(0.02);
    expect((meanUs(more) - meanUs(fewer)) / 200).toBeGreaterThan(9);
    expect((meanUs(more) - meanUs(fewer)) / 200).toBeLessThan(11);
  },
  'pool-grows-slowly': async (summary) => {
    expect(meanIn('execute', summary)).toBeLessThan(2);
    expect(meanUs(summary) / 1e6).toBeCloseTo(1.4, 1);
    const enough = await simulate('pool-grows-slowly', { 'client.application.runs.threads': 40 });
    expect(meanUs(enough) / 1e6).toBeCloseTo(0.1, 1);
  },
};

beforeAll(async () => {
  for (const { a, b } of pairs) for (const id of [a, b]) await summaryOf(id);
}, 180_000);

it('every pair claims something', () => {
  expect(Object.keys(claims).sort()).toEqual(pairs.map(({ id }) => id).sort());
});

it.each(Object.entries(claims))('%s shows what its text says', async (id, holds) => {
  const pair = pairs.find((candidate) => candidate.id === id);
  await holds(await summaryOf(pair?.a ?? ''), await summaryOf(pair?.b ?? ''));
});

it('every preset in no pair claims something', () => {
  expect(Object.keys(claimsAlone).sort()).toEqual([...SINGLE].sort());
});

it.each(Object.entries(claimsAlone))('%s alone shows what its text says', async (id, holds) => {
  await holds(await summaryOf(id));
});

it('descriptions of single systems say what is so', async () => {
  expect(qps(await summaryOf('jedis-one-connection'))).toBeLessThan(1000);
  expect((await summaryOf('cluster-spring-mget')).responseTime.minUs).toBeGreaterThan(10_000);
  expect(perRead(await summaryOf('lettuce-shared-250'))).toBeGreaterThan(3);
  expect(perRead(await summaryOf('jedis-pool-250'))).toBeCloseTo(1, 2);
  // To take a free connection from the pool is a fraction of a microsecond.
  for (const id of ['jedis-pool-250', 's0-jedis-200', 'quiet-neighbours'])
    expect(meanWait(await summaryOf(id)), id).toBeLessThan(1);
});

it('the steps of the round trip show what their descriptions say', async () => {
  const rack = await summaryOf('rtt-rack');
  const zone = await summaryOf('rtt-zone');
  expect((meanIn('wireOut', rack) + meanIn('wireBack', rack)) / meanUs(rack)).toBeGreaterThan(0.8);
  expect(meanUs(zone) / meanUs(rack)).toBeGreaterThan(4);
  expect(meanUs(zone) / meanUs(rack)).toBeLessThan(5);
  const loopback = await summaryOf('rtt-loopback');
  expect(meanIn('wireOut', loopback) + meanIn('wireBack', loopback)).toBeLessThan(1);
});
