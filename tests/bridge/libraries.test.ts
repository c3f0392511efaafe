/** Node's client libraries, without the bridge's threads: each sends the commands that it counts, in every batch and protocol. */
import { createClient } from '@redis/client';
import { expect, it } from 'vitest';
import { openConnections } from '../../src/bridge/server/load/drivers.ts';
import { randomFrom } from '../../src/bridge/server/load/random.ts';
import { requestsOf } from '../../src/bridge/server/load/requests.ts';
import type { RealBatch, RealWorkload } from '../../src/bridge/workload/workload.ts';
import { redisForTests } from '../support/redis.ts';
import { whenDone } from '../support/when-done.ts';

const redis = await redisForTests();
/** Besides the libraries under test; one for all cases. */
const control = await createClient({ socket: { path: redis.socketPath, tls: false } }).connect();
whenDone(() => control.destroy());

const POOL = { order: 'fifo', maxWaitMs: 1000, testOnBorrow: false } as const;
const LIBRARIES = [
  { driver: 'nodeRedis', pool: null },
  { driver: 'nodeRedisPool', pool: POOL },
  { driver: 'ioredis', pool: null },
  { driver: 'ioredisAutoPipelining', pool: null },
  { driver: 'ioredisPool', pool: { ...POOL, testOnBorrow: true } },
] as const;
const BATCHES: readonly RealBatch[] = [
  { kind: 'none' },
  { kind: 'pipeline', size: 5 },
  { kind: 'multiKey', size: 5, replyPerKey: true },
  { kind: 'multiKey', size: 5, replyPerKey: false },
  { kind: 'transaction', size: 5, roundTrips: 1 },
  { kind: 'transaction', size: 5, roundTrips: 2 },
];
const CASES = LIBRARIES.flatMap((library) =>
  ([2, 3] as const).flatMap((resp) => BATCHES.map((batch) => ({ ...library, batch, resp }))),
);

/** Calls of each command that Redis has counted since it was last told to forget them. */
async function counted(): Promise<Record<string, number>> {
  const lines = (await control.info('commandstats')).matchAll(/cmdstat_(\w+):calls=(\d+)/g);
  return Object.fromEntries([...lines].map(([, name = '', calls]) => [name, Number(calls)]));
}

it.each(CASES)(
  '$driver sends what it counts: $batch, version $resp',
  async ({ driver, pool, batch, resp }) => {
    const workload: RealWorkload = {
      ...{ driver, pool, batch, connections: 2, pick: pool ? null : 'roundRobin' },
      arrivals: { kind: 'closed', callers: 4, rampUs: 0, thinkUs: { kind: 'constant', value: 0 } },
      command: { kind: 'set', valueBytes: 20 },
      second: { kind: 'get', valueBytes: 20, share: 0.5 },
      ...{ transport: 'unixSocket', relay: null, seed: 7 },
    };
    const access = {
      socket: { path: redis.socketPath },
      ...{ username: undefined, password: undefined, database: 0, resp },
    };
    const connections = await openConnections(workload, access, 60_000, randomFrom(7, 1));
    await control.configResetStat();
    const requests = requestsOf(workload, ['a', 'b', 'c', 'd', 'e', 'f', 'g'], randomFrom(7, 2));
    // A transaction of two round trips has its connection to itself.
    const isAlone = batch.kind === 'transaction' && !pool;
    for (let turn = 0; turn < 3; turn++)
      await Promise.all(
        Array.from({ length: isAlone ? 1 : 4 }, () => connections.use((one) => requests.perform(one))),
      );
    connections.destroy();
    const { set = 0, get = 0, mget = 0, mset = 0 } = requests.sent;
    expect(set + get + mget + mset).toBeGreaterThanOrEqual(
      3 * (batch.kind === 'multiKey' ? 1 : requests.commands),
    );
    const seen = await counted();
    for (const [name, sent] of Object.entries(requests.sent))
      expect({ name, sent: seen[name] }).toEqual({ name, sent });
    // MSET has no expiry; every other key has one.
    if (mset === 0) for (const key of 'abcdefg') expect(await control.pTTL(key)).not.toBe(-1);
    await control.flushAll();
  },
);
