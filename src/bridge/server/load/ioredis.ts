/** Connections of ioredis, single or pooled. */
import { createPool } from 'generic-pool';
import { Redis } from 'ioredis';
import type { RealPool } from '../../workload/workload.ts';
import { type Call, CONNECT_MS, type Connection, type ConnectionSet, retryDelay } from './connection.ts';
import type { Access } from './messages.ts';

function create({ socket, username, password, database, resp }: Access, autoPipelining: boolean): Redis {
  const place =
    'path' in socket
      ? { path: socket.path }
      : {
          host: socket.host,
          port: socket.port,
          ...(socket.tls && {
            tls: {
              servername: socket.tls.servername,
              ...(socket.tls.ca !== undefined && { ca: socket.tls.ca }),
            },
          }),
        };
  return new Redis({
    ...place,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    db: database,
    protocol: resp,
    enableAutoPipelining: autoPipelining,
    connectTimeout: CONNECT_MS,
    retryStrategy: retryDelay,
    // Fail requests that cannot be sent: queued unsent, they would be measured as slow.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    lazyConnect: true,
  });
}

/** The results of a pipeline or a transaction; throws the first error. */
function allOf(results: readonly (readonly [error: Error | null, result: unknown])[] | null): unknown {
  const failed = results?.find(([error]) => error !== null);
  if (failed) throw failed[0];
  return results;
}

function connectionOf(redis: Redis, index: number, ttlMs: number): Connection {
  const words = (calls: readonly Call[]) =>
    calls.map(({ key, value }) => (value === null ? ['get', key] : ['set', key, value, 'PX', ttlMs]));
  return {
    index,
    set: (key, value) => redis.set(key, value, 'PX', ttlMs),
    get: (key) => redis.get(key),
    mget: (keys) => redis.mget(keys),
    mset: (keys, value) => redis.mset(keys.flatMap((key) => [key, value])),
    pipeline: (calls) => redis.pipeline(words(calls)).exec().then(allOf),
    transaction: (calls) => redis.multi(words(calls)).exec().then(allOf),
    slowTransaction: async (calls) => {
      const queued = words(calls).map(([name, ...args]) => redis.call(String(name), args as string[]));
      await Promise.all([redis.call('multi'), ...queued]);
      return redis.call('exec');
    },
    ping: () => redis.ping(),
    destroy: () => redis.disconnect(),
  };
}

/** Resolves when ready; rejects with the cause. */
export async function connectIoredis(
  access: Access,
  index: number,
  ttlMs: number,
  autoPipelining: boolean,
): Promise<Connection> {
  const redis = create(access, autoPipelining);
  let first: unknown;
  redis.on('error', (error: unknown) => {
    first ??= error;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    // The library's own error hides that of Redis.
    throw first ?? error;
  }
  return connectionOf(redis, index, ttlMs);
}

/** A pool of them, filled at the start. */
export async function connectIoredisPool(
  access: Access,
  count: number,
  { order, maxWaitMs, testOnBorrow }: RealPool,
  ttlMs: number,
): Promise<ConnectionSet> {
  let next = 0;
  // The pool would retry impossible connections for ever.
  const opened = await Promise.all(
    Array.from({ length: count }, (_, index) => connectIoredis(access, index, ttlMs, false)),
  );
  const pool = createPool<Connection>(
    {
      create: async () => opened[next++] ?? connectIoredis(access, next, ttlMs, false),
      destroy: async (connection) => connection.destroy(),
      validate: (connection) => connection.ping().then(Boolean, () => false),
    },
    {
      min: count,
      max: count,
      fifo: order === 'fifo',
      testOnBorrow,
      ...(maxWaitMs > 0 && { acquireTimeoutMillis: maxWaitMs }),
    },
  );
  await pool.ready();
  return {
    isPooled: true,
    connections: opened,
    use: (work) => pool.use(work),
    destroy: () => {
      for (const connection of opened) connection.destroy();
    },
  };
}
