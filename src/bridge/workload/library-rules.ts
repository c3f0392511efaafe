/** Rules of the workloads that each client library can run, and the choice of a library for a scenario. */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { LibraryName } from './library.ts';
import { syncWorkers } from './library-settings.ts';
import { LIMITS } from './limits.ts';
import { atMost, flushOf, oneServer, only, type Rule, unless } from './rule.ts';

const pooledIn = ({ client: { connections } }: Scenario) =>
  connections.kind === 'pooled' ? connections : undefined;

const blocking = unless('client.io', ({ client }) => client.io.kind !== 'blocking' && { kind: 'blocking' });

/** Connections of other kinds become a pool of the same size. */
const connectionsAre = (...kinds: readonly string[]): Rule =>
  unless(
    'client.connections',
    ({ client: { connections } }) =>
      !kinds.includes(connections.kind) && {
        kind: 'pooled',
        maxTotal: connections.kind === 'shared' ? connections.count : 8,
        handoff: 'fifo',
      },
  );

/** Clients whose callers make the socket calls, with a connection for each request in progress. */
const blockingPool: readonly Rule[] = [
  blocking,
  connectionsAre('pooled', 'perRequest'),
  only('client.connections.wrap', false),
];

/** A pool that keeps as many idle connections as it has. */
const keepsAll = unless('client.connections.maxIdle', (scenario) => {
  const pool = pooledIn(scenario);
  return pool !== undefined && pool.maxIdle < pool.maxTotal && pool.maxTotal;
});

/** Shared connections have a writer goroutine, and a pool has none. */
const writerIfShared = (maxBatch: number): Rule =>
  unless('client.io', ({ client }) => {
    if (client.connections.kind !== 'shared') return client.io.kind !== 'blocking' && { kind: 'blocking' };
    return client.io.kind !== 'writerReader' && { kind: 'writerReader', maxBatch };
  });

const powerOfTwo = (n: number): number => 2 ** Math.round(Math.log2(Math.max(1, n)));

/** Options of Go's pools that commons-pool2 lacks. */
const commonsPool: readonly Rule[] = [
  only('client.connections.checkOnGet', 'none'),
  only('client.connections.idleTimeoutMs', 0),
  only('client.connections.maxLifetimeMs', 0),
  only('client.connections.fillInBackground', false),
  only('client.retry.maxRetries', 0),
];

/** Options of commons-pool2 that Go's pools lack. */
const goPool: readonly Rule[] = [
  only('client.connections.testOnCreate', false),
  only('client.connections.testOnReturn', false),
  only('client.connections.testWhileIdle', false),
  only('client.connections.timeBetweenEvictionRunsMs', 0),
];

/** Both of Java's queue and wait for EXEC; a transaction of one round trip is sent as a pipeline. */
const batches: readonly Rule[] = [
  unless(
    'workload.batch.roundTrips',
    ({ workload: { batch } }) => batch.kind === 'transaction' && batch.roundTrips > 2 && 2,
  ),
  unless(
    'workload.batch.replyPerKey',
    ({ workload: { batch } }, { ownServer }) => batch.kind === 'multiKey' && !batch.replyPerKey && !ownServer,
  ),
];

const mostConnections = ({ server }: Scenario): number => Math.floor(LIMITS.connections / server.nodes);

/**
 * A ClusterPipeline keeps its connections to some nodes while it waits for one to another. With fewer connections than
 * callers, and without a limit of the wait, the callers could wait for each other forever.
 */
const canDeadlock = (scenario: Scenario): boolean => {
  const pool = pooledIn(scenario);
  const { arrivals, batch } = scenario.workload;
  const waits = pool?.blockWhenExhausted === true && pool.maxWaitMs === 0;
  return batch.kind === 'pipeline' && waits && arrivals.callers > pool.maxTotal;
};

const ofCluster = (path: string, needed: (scenario: Scenario) => Json | false): Rule =>
  unless(path, (scenario) => scenario.server.nodes > 1 && needed(scenario));

/** JedisCluster, on nodes that the bridge starts. A pool of connections to each node, single commands and ClusterPipeline. */
const jedisCluster: readonly Rule[] = [
  unless('server.nodes', ({ server }, { ownServer }) => server.nodes > 1 && !ownServer && 1),
  atMost('server.nodes', LIMITS.nodes),
  ofCluster('server.replicas', ({ server }) => server.replicas > 0 && 0),
  ofCluster(
    'client.connections',
    ({ client }) =>
      client.connections.kind === 'perRequest' && { kind: 'pooled', maxTotal: 8, handoff: 'fifo' },
  ),
  ofCluster(
    'client.connections.maxTotal',
    (scenario) =>
      (pooledIn(scenario)?.maxTotal ?? 0) > mostConnections(scenario) && mostConnections(scenario),
  ),
  // JedisCluster has no transactions, and its mget() takes keys of one slot only.
  ofCluster('workload.batch', ({ workload: { batch } }) => {
    const isPossible = batch.kind === 'none' || batch.kind === 'pipeline';
    return !isPossible && { kind: 'pipeline', size: batch.size };
  }),
  {
    ...ofCluster(
      'client.connections.maxTotal',
      (scenario) =>
        canDeadlock(scenario) && Math.min(scenario.workload.arrivals.callers, mostConnections(scenario)),
    ),
    code: 'BR-39',
  },
  ofCluster(
    'workload.arrivals.callers',
    (scenario) => canDeadlock(scenario) && (pooledIn(scenario)?.maxTotal ?? 1),
  ),
  ofCluster('client.crossSlot', (scenario) => {
    const { crossSlot } = scenario.client;
    const isPipeline =
      crossSlot.kind === 'split' &&
      crossSlot.by === 'node' &&
      crossSlot.workers > 0 &&
      crossSlot.collect.kind === 'join';
    return (
      scenario.workload.batch.kind === 'pipeline' &&
      !isPipeline && {
        kind: 'split',
        by: 'node',
        workers: syncWorkers(scenario.workload.arrivals.callers),
        threadPerPart: true,
      }
    );
  }),
];

/** Complete: the rules that follow read it. */
const LETTUCE_IO: Json = {
  kind: 'eventLoops',
  loops: 2,
  timeoutScheduler: { kind: 'none' },
  flush: { kind: 'everyCommand' },
};

const lettuceFlush = (scenario: Scenario) => {
  const flush = flushOf(scenario);
  return flush !== undefined && flush !== 'everyCommand' && flush !== 'explicit' && 'everyCommand';
};

/** Until 6.3, Lettuce's pool has only a test that sends nothing. */
const lettuceTests: readonly Rule[] = ['testOnBorrow', 'testOnCreate', 'testOnReturn', 'testWhileIdle'].map(
  (test) => ({
    path: `client.connections.${test}`,
    nearest: (scenario, { version = releaseFor('lettuce', scenario) ?? '' }) =>
      version.startsWith('6.3.') && getAt(scenario, `client.connections.${test}`) === true
        ? false
        : undefined,
  }),
);

/** The rules of each library, besides the common ones. */
export const LIBRARY_RULES: Readonly<Record<LibraryName, readonly Rule[]>> = {
  jedis: [
    only('client.runtime.kind', 'threads'),
    ...blockingPool,
    ...jedisCluster,
    // It has no Unix sockets.
    only('network.transport', 'tcp'),
    ...commonsPool,
    ...batches,
  ],
  lettuce: [
    oneServer,
    only('client.runtime.kind', 'threads'),
    unless('client.io', ({ client }) => client.io.kind !== 'eventLoops' && LETTUCE_IO),
    unless('client.io.flush.kind', lettuceFlush),
    only('client.io.socketTimeoutMs', 0),
    unless(
      'client.connections',
      ({ client }) => client.connections.kind === 'perRequest' && { kind: 'shared', count: 1 },
    ),
    // On a shared connection, commands of other callers would get into a transaction.
    unless(
      'client.connections',
      ({ client, workload: { batch } }) =>
        client.connections.kind === 'shared' &&
        (batch.kind === 'transaction' || batch.kind === 'transactionInPipeline') && {
          kind: 'pooled',
          maxTotal: client.connections.count,
        },
    ),
    ...commonsPool,
    ...lettuceTests,
    ...batches,
  ],
  goRedis: [
    oneServer,
    only('client.runtime.kind', 'goroutines'),
    connectionsAre('pooled', 'shared'),
    // Only its AutoPipeline shares a connection. That has no batches, and version 8 lacks it.
    unless(
      'client.connections',
      ({ client: { connections }, workload: { batch } }, { version = '' }) =>
        connections.kind === 'shared' &&
        (batch.kind !== 'none' || version.startsWith('8.')) && {
          kind: 'pooled',
          maxTotal: 8,
          handoff: 'fifo',
        },
    ),
    only('client.connections.count', 1),
    writerIfShared(100),
    unless(
      'client.io.maxBatch',
      ({ client: { io } }) => io.kind === 'writerReader' && io.maxBatch < 1 && 100,
    ),
    ...goPool,
    only('client.connections.wrap', false),
    only('client.connections.testOnBorrow', false),
    only('client.connections.blockWhenExhausted', true),
    // Version 8 has no maximum of idle connections.
    unless('client.connections.maxIdle', (scenario, { version }) => {
      const pool = pooledIn(scenario);
      const release = version ?? releaseFor('goRedis', scenario) ?? '';
      const least = pool && release.startsWith('8.') ? pool.maxTotal : 1;
      return pool !== undefined && pool.maxIdle < least && least;
    }),
    ...batches,
  ],
  redigo: [
    oneServer,
    only('client.runtime.kind', 'goroutines'),
    ...blockingPool,
    ...goPool,
    only('client.connections.order', 'lifo'),
    only('client.connections.minIdle', 0),
    only('client.retry.maxRetries', 0),
    ...batches,
  ],
  rueidis: [
    oneServer,
    only('client.runtime.kind', 'goroutines'),
    connectionsAre('pooled', 'shared'),
    writerIfShared(0),
    // Waiting for the replies of a batch is go-redis' AutoPipeline.
    only('client.io.maxBatch', 0),
    unless('client.connections.count', ({ client: { connections } }) => {
      const count = connections.kind === 'shared' ? connections.count : 1;
      return count !== powerOfTwo(count) && powerOfTwo(count);
    }),
    unless('client.io.ringSize', ({ client: { io } }) => {
      const size = io.kind === 'writerReader' ? io.ringSize : 2;
      const nearest = Math.max(2, powerOfTwo(size));
      return size !== nearest && nearest;
    }),
    // Of its pool, only the size can be chosen.
    ...goPool,
    only('client.connections.wrap', false),
    only('client.connections.testOnBorrow', false),
    only('client.connections.minIdle', 0),
    keepsAll,
    only('client.connections.order', 'lifo'),
    only('client.connections.maxWaitMs', 0),
    only('client.connections.blockWhenExhausted', true),
    only('client.connections.idleTimeoutMs', 0),
    only('client.retry.maxRetries', 0),
    ...batches,
  ],
};

/** The library that has a scenario's runtime and kind of connections; undefined for Node's clients. */
export function libraryOf({ client }: Scenario): LibraryName | undefined {
  const { runtime, io, connections, retry } = client;
  if (runtime.kind === 'threads') return io.kind === 'eventLoops' ? 'lettuce' : 'jedis';
  if (runtime.kind !== 'goroutines') return undefined;
  if (io.kind === 'writerReader') return io.maxBatch > 0 ? 'goRedis' : 'rueidis';
  const isGoRedis =
    connections.kind === 'pooled' &&
    (connections.checkOnGet !== 'none' || connections.fillInBackground || connections.order === 'fifo');
  return isGoRedis || retry.maxRetries > 0 ? 'goRedis' : 'redigo';
}

/** The release that a scenario needs for what it says; undefined: any. */
export function releaseFor(name: LibraryName, { client }: Scenario): string | undefined {
  const { io, connections } = client;
  const usesExecutor = io.kind === 'eventLoops' && io.timeoutScheduler.kind === 'executor';
  // Later ones have a timer wheel.
  if (name === 'lettuce' && usesExecutor) return '6.3.1.RELEASE';
  // Version 9 checks the socket of every connection that it takes from the pool.
  if (name === 'goRedis' && connections.kind === 'pooled' && connections.checkOnGet === 'none')
    return '8.11.5';
  return undefined;
}
