/**
 * Questions that engineers asked in public, with what their threads give: facts only. `cause` is the finding that was the
 * cause in the end. `unknown` says why the model cannot know it.
 */
import type { Subject } from '../../src/system/diagnosis/finding.ts';
import type { FindingId } from '../../src/system/diagnosis/ids.ts';
import { line, seen, subjectOf } from './subjects.ts';

interface PublicQuestion {
  readonly title: string;
  readonly url: string;
  readonly subject: Subject;
  readonly cause?: FindingId;
  readonly unknown?: string;
}

const jedis = (maxTotal: number, more: object = {}, callers = 32) => ({
  client: {
    io: { kind: 'blocking', replyTimeoutMs: 2000 },
    connections: { kind: 'pooled', maxTotal, maxIdle: maxTotal, maxWaitMs: 1000, ...more },
  },
  workload: { arrivals: { kind: 'closed', callers } },
  network: { rttUs: 300 },
});

const lettuce = (more: object = {}) => ({
  client: {
    io: { kind: 'eventLoops', loops: 4, replyTimeoutMs: 5000 },
    connections: { kind: 'shared', count: 1 },
  },
  workload: { arrivals: { kind: 'closed', callers: 32 }, ...more },
  network: { rttUs: 300 },
});

const node = (workload: object, io: object = {}) => ({
  client: {
    cores: 1,
    runtime: { kind: 'eventLoop' },
    io: { kind: 'eventLoops', loops: 1, ...io },
    connections: { kind: 'shared', count: 1 },
  },
  workload: { arrivals: { kind: 'closed', callers: 16 }, ...workload },
  network: { rttUs: 300 },
});

export const PUBLIC_QUESTIONS: readonly PublicQuestion[] = [
  {
    title: 'A pool of 25 connections shows one socket',
    url: 'https://github.com/spring-projects/spring-data-redis/issues/2178',
    subject: subjectOf(lettuce(), {
      library: { id: 'spring', version: '2.5.5', origin: line('spring-boot') },
      options: [
        {
          option: 'spring.redis.lettuce.pool.max-active',
          value: 25,
          origin: line('spring.redis.lettuce.pool.max-active'),
        },
        {
          option: 'spring.redis.lettuce.pool.max-idle',
          value: 25,
          origin: line('spring.redis.lettuce.pool.max-idle'),
        },
        {
          option: 'spring.redis.lettuce.pool.min-idle',
          value: 10,
          origin: line('spring.redis.lettuce.pool.min-idle'),
        },
      ],
    }),
    cause: 'poolNeverUsed',
  },
  {
    title: 'A SET of Jedis sends three commands',
    url: 'https://github.com/redis/jedis/issues/1379',
    subject: subjectOf(jedis(10, { testOnBorrow: true, testOnReturn: true }, 10)),
    cause: 'testOnBorrow',
  },
  {
    title: 'A fifth of all commands are PING',
    url: 'https://github.com/googleforgames/open-match/pull/1109',
    subject: subjectOf(jedis(32), {
      observed: {
        commandsPerSecByName: seen({
          ping: { callsPerSec: 6000, usPerCall: 1 },
          hset: { callsPerSec: 24_000, usPerCall: 3 },
        }),
      },
    }),
    cause: 'pingLoad',
  },
  {
    title: 'CLUSTER NODES of 150 clients occupies one node',
    url: 'https://github.com/redis/redis/issues/6534',
    subject: subjectOf(lettuce(), {
      observed: {
        mainThreadBusyShare: seen(0.99),
        commandsPerSecByName: seen({
          'cluster|nodes': { callsPerSec: 1200, usPerCall: 700 },
          get: { callsPerSec: 9000, usPerCall: 3 },
        }),
      },
    }),
    cause: 'topologyLoad',
  },
  {
    title: '10 000 clients that refresh the topology every 30 s take a node',
    url: 'https://github.com/valkey-io/valkey/issues/3010',
    subject: subjectOf(lettuce(), {
      observed: {
        commandsPerSecByName: seen({ 'cluster|nodes': { callsPerSec: 333, usPerCall: 2000 } }),
      },
    }),
    cause: 'topologyLoad',
  },
  {
    title: 'BRPOPLPUSH blocks every other call of ioredis',
    url: 'https://github.com/redis/ioredis/issues/1136',
    subject: subjectOf(node({ second: { share: 0.05, blockMs: 1000 } })),
    cause: 'blockingOnShared',
  },
  {
    title: 'commandTimeout ends blocking commands',
    url: 'https://github.com/redis/ioredis/issues/1630',
    subject: subjectOf({
      ...jedis(16, {}, 16),
      client: {
        io: { kind: 'blocking', replyTimeoutMs: 500 },
        connections: { kind: 'pooled', maxTotal: 16, maxIdle: 16, maxWaitMs: 1000 },
      },
      workload: { arrivals: { kind: 'closed', callers: 16 }, second: { share: 0.05, blockMs: 2000 } },
    }),
    cause: 'timeoutBelowCommand',
  },
  {
    title: 'Timeouts of StackExchange.Redis with 46 busy workers of 4',
    url: 'https://github.com/StackExchange/StackExchange.Redis/issues/1859',
    subject: subjectOf(lettuce(), { observed: { workerThreads: seen({ busy: 46, min: 4 }) } }),
    cause: 'threadPoolStarved',
  },
  {
    title: 'A flush delay of 20 µs costs almost a millisecond',
    url: 'https://github.com/redis/rueidis/issues/156',
    subject: subjectOf({
      client: {
        cores: 4,
        runtime: { kind: 'goroutines', gomaxprocs: 4 },
        io: { kind: 'writerReader', flushDelayUs: 20 },
        connections: { kind: 'shared', count: 1 },
      },
      workload: { arrivals: { kind: 'closed', callers: 2 } },
      network: { rttUs: 30 },
    }),
    cause: 'flushDelayInGo',
  },
  {
    title: 'Commands time out for minutes after a connection died silently',
    url: 'https://github.com/redis/lettuce/issues/2082',
    subject: subjectOf(lettuce(), {
      library: { id: 'lettuce', version: '6.2.0', origin: line('lettuce-core') },
      options: [{ option: 'timeoutOptions', value: true, origin: line('timeoutOptions') }],
    }),
    cause: 'defaultKeepAliveLettuce',
  },
  {
    title: 'KEYS stops the event loop',
    url: 'https://www.netdata.cloud/guides/redis/redis-keys-command-blocking-production/',
    subject: subjectOf(jedis(32), {
      observed: { slowCommands: seen([{ name: 'keys', count: 14, maxUs: 350_000 }]) },
    }),
    cause: 'slowCommand',
  },
  {
    title: 'Many services with a pool of 200 reach 10 000 clients',
    url: 'https://github.com/2881099/csredis/issues/32',
    subject: {
      ...subjectOf(jedis(200, {}, 200), { observed: { maxclients: seen(10_000) } }),
      instances: 60,
    },
    cause: 'fleetAboveMaxclients',
  },
  {
    title: 'All clients stall for a second during a snapshot',
    url: 'https://github.com/redis/redis/issues/1154',
    subject: subjectOf(jedis(32), { observed: { latestForkUs: seen(981_432) } }),
    cause: 'forkStall',
  },
  {
    title: 'TLS lowers the throughput by a quarter and more',
    url: 'https://github.com/redis/redis/issues/7595',
    subject: subjectOf({ ...jedis(32), network: { rttUs: 300, tls: { kind: 'tls13' } } }),
    cause: 'tlsOn',
  },
  {
    title: 'Replies of 300 kB on one event loop',
    url: 'https://github.com/redis/lettuce/issues/905',
    subject: subjectOf(lettuce()),
    unknown: 'What the application does with each byte on the event loop is no part of the configuration.',
  },
];
