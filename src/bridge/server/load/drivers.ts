/** Connections to Redis for each driver. */
import type { RealWorkload } from '../../workload/workload.ts';
import type { Connection, ConnectionSet } from './connection.ts';
import { connectIoredis, connectIoredisPool } from './ioredis.ts';
import type { Access } from './messages.ts';
import { connectNodeRedis, connectNodeRedisPool } from './node-redis.ts';

/** Opens all connections of a workload. */
export async function openConnections(
  { driver, connections: count, pick, pool }: RealWorkload,
  access: Access,
  ttlMs: number,
  random: () => number,
): Promise<ConnectionSet> {
  if (pool)
    return driver === 'ioredisPool'
      ? connectIoredisPool(access, count, pool, ttlMs)
      : connectNodeRedisPool(access, count, pool, ttlMs);
  const connect = (index: number) =>
    driver === 'nodeRedis'
      ? connectNodeRedis(access, index, ttlMs)
      : connectIoredis(access, index, ttlMs, driver === 'ioredisAutoPipelining');
  const opened = await Promise.allSettled(Array.from({ length: count }, (_, index) => connect(index)));
  const ready = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed) {
    for (const connection of ready) connection.destroy();
    throw failed.reason;
  }
  return shared(ready, pick === 'roundRobin' ? inTurn(count) : () => Math.floor(random() * count));
}

function inTurn(count: number): () => number {
  let next = 0;
  return () => {
    next = (next + 1) % count;
    return next;
  };
}

const shared = (connections: readonly Connection[], choose: () => number): ConnectionSet => ({
  isPooled: false,
  connections,
  use: (work) => {
    const connection = connections[choose()];
    return connection ? work(connection) : Promise.reject(new Error('no connection'));
  },
  destroy: () => {
    for (const connection of connections) connection.destroy();
  },
});
