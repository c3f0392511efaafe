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

it('refuses a pipeline to several nodes (ClusterPipeline)', async () => {
  const change = {
    server: { nodes: 3 },
    client: { runtime: threads, io: blocking, connections: pooled },
    workload: { batch: { kind: 'pipeline', size: 10 } },
  };
  expect(planOf(await complete(change), { ...here, driver: 'jedis' })).toMatchObject({
    kind: 'impossible',
    misfits: [{ code: 'BR-16', detail: { path: 'server.nodes', value: '3', driver: 'jedis' } }],
  });
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
