/** What each client library can run, and which library a scenario selects. */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { LibraryName } from './library.ts';
import { flushOf, only, type Rule, unless } from './rule.ts';

/** Clients whose callers make the socket calls, with a connection for each request in progress. */
const blockingPool: readonly Rule[] = [
  unless('client.io', ({ client }) => client.io.kind !== 'blocking' && { kind: 'blocking' }),
  unless(
    'client.connections',
    ({ client }) => client.connections.kind !== 'pooled' && { kind: 'pooled', maxTotal: 8 },
  ),
  only('client.connections.wrap', false),
];

/** Options of Go's pools that commons-pool2 lacks. */
const commonsPool: readonly Rule[] = [
  only('client.connections.checkOnGet', 'none'),
  only('client.connections.idleTimeoutMs', 0),
  only('client.connections.maxLifetimeMs', 0),
  only('client.connections.fillInBackground', false),
  only('client.retry.maxRetries', 0),
];

/** Options of commons-pool2 that Go's pools lack. Both hand a place in the pool to the longest waiter. */
const goPool: readonly Rule[] = [
  only('client.connections.handoff', 'fifo'),
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

const lettuceFlush = (scenario: Scenario) => {
  const flush = flushOf(scenario);
  return flush !== undefined && flush !== 'everyCommand' && flush !== 'explicit' && 'everyCommand';
};

/** The rules of each library, besides the common ones. */
export const LIBRARY_RULES: Readonly<Record<LibraryName, readonly Rule[]>> = {
  jedis: [only('client.runtime.kind', 'threads'), ...blockingPool, ...commonsPool, ...batches],
  lettuce: [
    only('client.runtime.kind', 'threads'),
    unless('client.io', ({ client }) => client.io.kind !== 'eventLoops' && { kind: 'eventLoops', loops: 2 }),
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
    ...batches,
  ],
  goRedis: [
    only('client.runtime.kind', 'goroutines'),
    ...blockingPool,
    ...goPool,
    only('client.connections.testOnBorrow', false),
    ...batches,
  ],
  redigo: [
    only('client.runtime.kind', 'goroutines'),
    ...blockingPool,
    ...goPool,
    only('client.connections.order', 'lifo'),
    only('client.connections.checkOnGet', 'none'),
    only('client.connections.fillInBackground', false),
    only('client.retry.maxRetries', 0),
    ...batches,
  ],
  rueidis: [
    only('client.runtime.kind', 'goroutines'),
    unless('client.io', ({ client }) => client.io.kind !== 'writerReader' && { kind: 'writerReader' }),
    // Waiting for the replies of a batch is go-redis' AutoPipeline.
    only('client.io.maxBatch', 0),
    unless(
      'client.connections',
      ({ client }) => client.connections.kind !== 'shared' && { kind: 'shared', count: 1 },
    ),
    ...batches,
  ],
};

/** The library that has a scenario's runtime and kind of connections; undefined for Node's clients. */
export function libraryOf({ client }: Scenario): LibraryName | undefined {
  const { runtime, io, connections, retry } = client;
  if (runtime.kind === 'threads') return io.kind === 'eventLoops' ? 'lettuce' : 'jedis';
  if (runtime.kind !== 'goroutines') return undefined;
  if (io.kind === 'writerReader') return 'rueidis';
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
