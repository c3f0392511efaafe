/** Connections to Redis for each driver. */
import type { RealWorkload } from '../../workload/workload.ts';
import type { Connection, ConnectionSet } from './connection.ts';
import type { Access } from './messages.ts';

/** Opens all connections of a workload. */
export async function openConnections(
  { driver, connections: count, pick, pool }: RealWorkload,
  access: Access,
  ttlMs: number,
  random: () => number,
): Promise<ConnectionSet> {
  const { connect, connectPool } = await libraryOf(driver);
  if (pool) return connectPool(access, count, pool, ttlMs);
  const opened = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => connect(access, index, ttlMs)),
  );
  const ready = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed) {
    for (const connection of ready) connection.destroy();
    throw failed.reason;
  }
  return shared(ready, pick === 'roundRobin' ? inTurn(count) : () => Math.floor(random() * count));
}

/** Loads only the driver's library: to load the other one, too, takes longer than to open the connections. */
async function libraryOf(driver: RealWorkload['driver']) {
  if (driver === 'nodeRedis' || driver === 'nodeRedisPool') {
    const { connectNodeRedis, connectNodeRedisPool } = await import('./node-redis.ts');
    return { connect: connectNodeRedis, connectPool: connectNodeRedisPool };
  }
  const { connectIoredis, connectIoredisPool } = await import('./ioredis.ts');
  const connect = (access: Access, index: number, ttlMs: number) =>
    connectIoredis(access, index, ttlMs, driver === 'ioredisAutoPipelining');
  return { connect, connectPool: connectIoredisPool };
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
