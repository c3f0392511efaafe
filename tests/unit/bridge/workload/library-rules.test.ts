import { describe, expect, it } from 'vitest';
import { LIBRARY_NAMES, type LibraryName } from '../../../../src/bridge/workload/library.ts';
import { planOf } from '../../../../src/bridge/workload/plan.ts';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import type { Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import { getAt } from '../../../../src/model/scenario/patch.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const engine = inProcessEngine();
const here = { ownServer: true, libraries: LIBRARY_NAMES };

async function complete(scenario: unknown): Promise<Scenario> {
  const { scenario: full, issues } = await engine.normalize(JSON.stringify(scenario));
  if (!full) throw new Error(JSON.stringify(issues));
  return full;
}

const threads = { kind: 'threads' };
const goroutines = { kind: 'goroutines' };
const pooled = { kind: 'pooled', maxTotal: 4, handoff: 'fifo' };
const shared = { kind: 'shared', count: 1 };
const perRequest = { kind: 'perRequest' };
const blocking = { kind: 'blocking' };
const eventLoops = { kind: 'eventLoops', loops: 2 };
const writerReader = { kind: 'writerReader' };
const autoPipeline = { kind: 'writerReader', maxBatch: 50 };

describe('a scenario selects the library that it describes', () => {
  it.each<[string, LibraryName, object]>([
    ['a pool of threads', 'jedis', { runtime: threads, io: blocking, connections: pooled }],
    ['a connection per request', 'jedis', { runtime: threads, io: blocking, connections: perRequest }],
    ['event loops of threads', 'lettuce', { runtime: threads, io: eventLoops, connections: shared }],
    [
      'a tested pool of goroutines',
      'redigo',
      { runtime: goroutines, io: blocking, connections: { ...pooled, testOnBorrow: true } },
    ],
    [
      'a pool of goroutines that looks at its sockets',
      'goRedis',
      { runtime: goroutines, io: blocking, connections: { ...pooled, checkOnGet: 'peek' } },
    ],
    [
      'a writer that waits for its batch',
      'goRedis',
      { runtime: goroutines, io: autoPipeline, connections: shared },
    ],
    ['a writer and a reader', 'rueidis', { runtime: goroutines, io: writerReader, connections: shared }],
  ])('%s: %s', async (_, library, client) => {
    const plan = planOf(await complete({ client }), here);
    if (plan.kind === 'impossible') throw new Error(JSON.stringify(plan.misfits));
    expect(plan.library).toMatchObject({ name: library });
    expect(plan.workload.driver).toBe(library);
  });
});

describe('what a library lacks is refused, and the nearest scenario runs', () => {
  it.each<[LibraryName, string, object]>([
    ['jedis', 'client.connections', { client: { runtime: threads, io: eventLoops, connections: shared } }],
    ['jedis', 'network.transport', { network: { transport: 'unixSocket' } }],
    ['jedis', 'client.retry.maxRetries', { client: { retry: { maxRetries: 3 } } }],
    [
      'lettuce',
      'client.connections',
      {
        client: { io: eventLoops, connections: shared },
        workload: { batch: { kind: 'transactionInPipeline', size: 5 } },
      },
    ],
    [
      'redigo',
      'client.connections.minIdle',
      { client: { runtime: goroutines, connections: { ...pooled, minIdle: 2 } } },
    ],
    [
      'goRedis',
      'client.connections.blockWhenExhausted',
      { client: { runtime: goroutines, connections: { ...pooled, blockWhenExhausted: false } } },
    ],
    [
      'goRedis',
      'client.connections',
      {
        client: { runtime: goroutines, io: autoPipeline, connections: shared },
        workload: { batch: { kind: 'pipeline', size: 5 } },
      },
    ],
    [
      'rueidis',
      'client.connections.count',
      { client: { runtime: goroutines, io: writerReader, connections: { kind: 'shared', count: 3 } } },
    ],
    [
      'rueidis',
      'client.connections.testOnBorrow',
      { client: { runtime: goroutines, connections: { ...pooled, testOnBorrow: true } } },
    ],
  ])('%s: %s', async (driver, path, change) => {
    const scenario = await complete(change);
    const choice = { ...here, driver };
    const plan = planOf(scenario, choice);
    if (plan.kind === 'possible') throw new Error('possible');
    expect(plan.misfits.map(({ detail }) => detail.path)).toContain(path);
    const nearest = await complete(applyEdits(scenario, plan.nearest.edits));
    expect(planOf(nearest, choice)).toMatchObject({ kind: 'possible', library: { name: driver } });
  });
});

describe('what a library decides itself is listed, and the driver runs it', () => {
  const tested = { ...pooled, testOnBorrow: true };
  const netty41 = { ...eventLoops, taskFairness: 'netty41' };
  it.each<[LibraryName, string, object, Record<string, unknown>]>([
    [
      'goRedis',
      '9.22.0',
      { runtime: goroutines, connections: { ...pooled, handoff: 'barging', minIdle: 2 } },
      {
        'client.connections.handoff': 'fifo',
        'client.connections.checkOnGet': 'peek',
        'client.connections.fillInBackground': true,
      },
    ],
    [
      'goRedis',
      '8.11.5',
      {
        runtime: goroutines,
        io: { ...blocking, bufferBytes: 8192 },
        connections: { ...pooled, checkOnGet: 'peek' },
      },
      {
        'client.connections.checkOnGet': 'none',
        'client.connections.fillInBackground': true,
        'client.io.bufferBytes': 0,
      },
    ],
    [
      'redigo',
      '1.9.3',
      { runtime: goroutines, connections: { ...tested, handoff: 'barging', checkOnGet: 'peek' } },
      { 'client.connections.handoff': 'fifo', 'client.connections.checkOnGet': 'none' },
    ],
    [
      'rueidis',
      '1.0.76',
      {
        runtime: goroutines,
        io: writerReader,
        connections: { kind: 'shared', count: 4, pick: 'roundRobin' },
      },
      { 'client.connections.pick': 'random' },
    ],
    [
      'lettuce',
      '7.7.0.RELEASE',
      { runtime: threads, io: netty41, connections: shared },
      { 'client.io.taskFairness': 'netty42' },
    ],
    [
      'jedis',
      '7.5.3',
      { runtime: threads, io: { ...blocking, readFirst: false }, connections: pooled },
      { 'client.io.readFirst': true },
    ],
  ])('%s %s: %o', async (driver, version, client, decided) => {
    const plan = planOf(await complete({ client }), { ...here, driver, version });
    if (plan.kind === 'impossible') throw new Error(JSON.stringify(plan.misfits));
    const ofClient = plan.adapted.filter(({ path, to }) => path.startsWith('client.') && to !== null);
    expect(Object.fromEntries(ofClient.map(({ path, to }) => [path, to]))).toEqual(decided);
    expect(plan.library).toMatchObject({ name: driver, version });
    for (const [path, to] of Object.entries(decided))
      expect(getAt({ client: plan.library?.client } as never, path)).toBe(to);
  });
});

describe('a cluster of several nodes', () => {
  const client = { runtime: threads, io: blocking, connections: { ...pooled, maxTotal: 8 } };
  const split = { kind: 'split', by: 'node', workers: 3, threadPerPart: false };
  const pipeline = { arrivals: { kind: 'closed', callers: 8 }, batch: { kind: 'pipeline', size: 10 } };
  const several = (more: object = {}) => ({
    server: { nodes: 3 },
    client: { ...client, crossSlot: split },
    workload: pipeline,
    ...more,
  });

  it('runs with Jedis, single commands and ClusterPipeline', async () => {
    const single = planOf(await complete({ server: { nodes: 3 }, client }), here);
    expect(single).toMatchObject({
      kind: 'possible',
      workload: { driver: 'jedis', nodes: 3, connections: 8 },
    });
    const plan = planOf(await complete(several()), here);
    if (plan.kind === 'impossible') throw new Error(JSON.stringify(plan.misfits));
    expect(plan.workload).toMatchObject({ nodes: 3, batch: { kind: 'pipeline', size: 10 } });
    // Each sync() of Jedis starts threads of its own.
    expect(plan.adapted).toContainEqual({ path: 'client.crossSlot.threadPerPart', to: true });
    expect(plan.adapted).toContainEqual({ path: 'client.crossSlot.workers', to: 24 });
    expect(plan.workload.relay).toMatchObject({ rttUs: 1_000 });
  });

  it('is no part of the workload of one node', async () => {
    const plan = planOf(await complete({ client }), here);
    expect(plan.kind === 'possible' && 'nodes' in plan.workload).toBe(false);
  });

  const shapes: readonly [string, string, object][] = [
    ['a batch in one slot', 'client.crossSlot', several({ client })],
    [
      'parts by key',
      'client.crossSlot',
      several({ client: { ...client, crossSlot: { ...split, by: 'key' } } }),
    ],
    [
      'a caller that sends its parts',
      'client.crossSlot',
      several({ client: { ...client, crossSlot: { ...split, workers: 0 } } }),
    ],
    ['MGET', 'workload.batch', several({ workload: { batch: { kind: 'multiKey', size: 4 } } })],
    [
      'a transaction',
      'workload.batch',
      several({ client, workload: { batch: { kind: 'transaction', size: 4 } } }),
    ],
    [
      'a connection per request',
      'client.connections',
      several({ client: { ...client, connections: perRequest } }),
    ],
    [
      'too many connections',
      'client.connections.maxTotal',
      several({ client: { ...client, connections: { ...pooled, maxTotal: 100 } } }),
    ],
    ['too many nodes', 'server.nodes', several({ server: { nodes: 7 } })],
    ['replicas', 'server.replicas', several({ server: { nodes: 3, replicas: 1 } })],
    ['cached slots', 'client.topology', several({ client: { ...client, topology: { kind: 'cached' } } })],
    [
      'slots that move',
      'server.resharding',
      several({ server: { nodes: 3, resharding: { kind: 'slots' } } }),
    ],
    [
      'popular keys',
      'workload.popularity',
      several({ workload: { ...pipeline, popularity: { kind: 'hot' } } }),
    ],
  ];
  it.each(shapes)('is refused with %s (%s), and the nearest scenario runs on it', async (_, path, change) => {
    const scenario = await complete(change);
    const plan = planOf(scenario, { ...here, driver: 'jedis' });
    if (plan.kind === 'possible') throw new Error('possible');
    expect(plan.misfits.map(({ detail }) => detail.path)).toContain(path);
    const nearest = planOf(await complete(applyEdits(scenario, plan.nearest.edits)), here);
    expect(nearest).toMatchObject({ kind: 'possible', library: { name: 'jedis' } });
    expect(nearest.kind === 'possible' && nearest.workload.nodes).toBeGreaterThan(1);
  });

  it('has a connection for each caller of ClusterPipeline, as long as callers wait without limit', async () => {
    const crowd = (callers: number, pool: object = {}) =>
      several({
        client: { ...client, crossSlot: split, connections: { ...pooled, ...pool } },
        workload: { ...pipeline, arrivals: { kind: 'closed', callers } },
      });
    const editsFor = async (scenario: object) => {
      const plan = planOf(await complete(scenario), here);
      return plan.kind === 'impossible' ? plan.nearest.edits : {};
    };
    expect(await editsFor(crowd(4))).toEqual({});
    expect(await editsFor(crowd(5))).toEqual({ 'client.connections.maxTotal': 5 });
    expect(planOf(await complete(crowd(5)), here)).toMatchObject({
      misfits: [
        { code: 'BR-39', detail: { path: 'client.connections.maxTotal', value: '4', driver: 'jedis' } },
      ],
    });
    expect(await editsFor(crowd(200))).toEqual({
      'client.connections.maxTotal': 85,
      'workload.arrivals.callers': 85,
    });
    expect(await editsFor(crowd(5, { maxWaitMs: 100 }))).toEqual({});
    expect(await editsFor(crowd(5, { blockWhenExhausted: false }))).toEqual({});
  });

  it('is refused on a Redis of the user', async () => {
    const plan = planOf(await complete(several({ client })), { ...here, ownServer: false });
    expect(plan).toMatchObject({
      kind: 'impossible',
      misfits: [{ code: 'BR-16', detail: { path: 'server.nodes', value: '3', driver: 'jedis' } }],
      nearest: { edits: { 'server.nodes': 1 } },
    });
  });

  it.each(['lettuce', 'goRedis', 'redigo', 'rueidis', 'redisBenchmark'] as const)(
    'is refused with %s',
    async (driver) => {
      const plan = planOf(await complete({ server: { nodes: 3 } }), { ...here, driver });
      expect(plan).toMatchObject({ kind: 'impossible', nearest: { edits: { 'server.nodes': 1 } } });
    },
  );
});

it('plans Lettuce for a scenario of another client', async () => {
  const scenario = await complete({ client: { runtime: threads, io: blocking } });
  expect(planOf(scenario, { ...here, driver: 'lettuce' })).toMatchObject({
    kind: 'impossible',
    nearest: { edits: { 'client.io': { kind: 'eventLoops' } }, driver: 'lettuce' },
  });
});

it('runs the callers of Java in virtual threads when asked to', async () => {
  const scenario = await complete({ client: { runtime: threads, io: blocking, connections: pooled } });
  const runtimeOf = (virtualThreads: boolean) => {
    const plan = planOf(scenario, { ...here, virtualThreads });
    return plan.kind === 'possible' && plan.library?.runtime;
  };
  expect([false, true].map(runtimeOf)).toEqual(['threads', 'virtualThreads']);
});
