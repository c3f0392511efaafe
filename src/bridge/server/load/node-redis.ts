/** Connections of @redis/client, single or pooled. */
import { createClient, createClientPool } from '@redis/client';
import type { RealPool } from '../../workload/workload.ts';
import { type Call, CONNECT_MS, type Connection, type ConnectionSet, retryDelay } from './connection.ts';
import type { Access } from './messages.ts';

/** Options of a client that sends nothing on its own and fails requests that it cannot send. */
export function nodeRedisOptions({ socket, username, password, database, resp }: Access) {
  const retries = { connectTimeout: CONNECT_MS, reconnectStrategy: retryDelay };
  const place =
    'path' in socket
      ? { path: socket.path, tls: false as const }
      : {
          host: socket.host,
          port: socket.port,
          ...(socket.tls && {
            tls: true as const,
            servername: socket.tls.servername,
            ...(socket.tls.ca !== undefined && { ca: socket.tls.ca }),
          }),
        };
  return {
    socket: { ...place, ...retries },
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    RESP: resp,
    // The default of 5 s creates an AbortSignal with a timer per command: 18 µs of CPU each, where a command
    // takes 2. Scenarios have no such limit by default; those that set one are rejected.
    commandOptions: { timeout: 0 },
    // Fail requests that cannot be sent: queued unsent, they would be measured as slow.
    disableOfflineQueue: true,
    // Send only measured commands to Redis.
    disableClientInfo: true,
    maintNotifications: 'disabled' as const,
  };
}

const create = (access: Access) => createClient(nodeRedisOptions(access));
type Client = ReturnType<typeof create>;

function connectionOf(client: Client, index: number, ttlMs: number): Connection {
  const expiry = { expiration: { type: 'PX' as const, value: ttlMs } };
  type Multi = ReturnType<Client['multi']>;
  const queue = (calls: readonly Call[]) =>
    calls.reduce<Multi>(
      (multi, { key, value }) =>
        (value === null ? multi.get(key) : multi.set(key, value, expiry)) as unknown as Multi,
      client.multi(),
    );
  return {
    index,
    set: (key, value) => client.set(key, value, expiry),
    get: (key) => client.get(key),
    mget: (keys) => client.mGet(keys),
    mset: (keys, value) => client.mSet(keys.map((key): [string, string] => [key, value])),
    pipeline: (calls) => queue(calls).execAsPipeline(),
    transaction: (calls) => queue(calls).exec(),
    slowTransaction: async (calls) => {
      const queued = calls.map(({ key, value }) =>
        client.sendCommand(value === null ? ['GET', key] : ['SET', key, value, 'PX', String(ttlMs)]),
      );
      await Promise.all([client.sendCommand(['MULTI']), ...queued]);
      return client.sendCommand(['EXEC']);
    },
    ping: () => client.ping(),
    destroy: () => {
      // The library throws on a second call.
      if (client.isOpen) client.destroy();
    },
  };
}

/** Resolves when ready; rejects with the cause. */
export function connectNodeRedis(access: Access, index: number, ttlMs: number): Promise<Connection> {
  const client = create(access);
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve(connectionOf(client, index, ttlMs)));
    // Later errors appear as failed requests.
    client.on('error', (error: unknown) => {
      if (client.isReady) return;
      reject(error);
    });
    client.connect().catch(reject);
  }).catch((error: unknown) => {
    if (client.isOpen) client.destroy();
    throw error;
  }) as Promise<Connection>;
}

/** Its pool, filled at the start. */
export async function connectNodeRedisPool(
  access: Access,
  count: number,
  { maxWaitMs }: RealPool,
  ttlMs: number,
): Promise<ConnectionSet> {
  const options = { minimum: count, maximum: count, acquireTimeout: maxWaitMs };
  const pool = createClientPool(nodeRedisOptions(access), options);
  const connections = new WeakMap<object, Connection>();
  let next = 0;
  const known = (client: Client): Connection => {
    const found = connections.get(client);
    if (found) return found;
    const connection = connectionOf(client, next++, ttlMs);
    connections.set(client, connection);
    return connection;
  };
  let ready = false;
  await new Promise<void>((resolve, reject) => {
    pool.on('error', (error: unknown) => {
      if (!ready) reject(error);
    });
    pool.connect().then(() => resolve(), reject);
  }).catch((error: unknown) => {
    pool.destroy();
    throw error;
  });
  ready = true;
  return {
    isPooled: true,
    connections: await allOf(pool, count, known),
    use: (work) => pool.execute((client) => work(known(client as unknown as Client))),
    destroy: () => pool.destroy(),
  };
}

/** All connections of a full and idle pool, by borrowing them at once. */
async function allOf(
  pool: ReturnType<typeof createClientPool>,
  count: number,
  known: (client: Client) => Connection,
): Promise<Connection[]> {
  const borrowed: Connection[] = [];
  let giveBack: () => void = () => undefined;
  const isComplete = new Promise<void>((resolve) => {
    giveBack = resolve;
  });
  await Promise.all(
    Array.from({ length: count }, () =>
      pool.execute((client) => {
        borrowed.push(known(client as unknown as Client));
        if (borrowed.length === count) giveBack();
        return isComplete;
      }),
    ),
  );
  return borrowed;
}
