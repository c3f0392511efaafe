/**
 * Measures the overhead of the bridge: each library with the same concurrency in the bridge and in a bare
 * loop that does nothing else, in turn, on one Redis. The budget is the worst ratio of medians.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, createClientPool } from '@redis/client';
import { Redis } from 'ioredis';
import { WebSocket } from 'ws';
import { BRIDGE_PATH, type Message, SUBPROTOCOL, TOKEN_PREFIX } from '../../src/bridge/protocol.ts';
import { findRedisServer, startRedis } from '../../src/bridge/server/redis-process.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { type RunningServer, startServer } from '../../src/bridge/server/server.ts';

const BUDGET = 0.7;
const CALLERS = 50;
const SECONDS = 2;
const ROUNDS = 5;
const VALUE = 'v';
const TTL_MS = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Set = (key: string) => Promise<unknown>;
interface Bare {
  set: Set;
  close: () => void;
}

/** Without it node-redis makes an AbortSignal for every command, and is eight times slower. */
const commandOptions = { timeout: 0 };

/** The libraries as a person would use them in a script. */
const bare: Record<string, (path: string) => Promise<Bare>> = {
  nodeRedis: async (path) => {
    const client = await createClient({ socket: { path, tls: false }, commandOptions }).connect();
    const expiration = { type: 'PX' as const, value: TTL_MS };
    return { set: (key) => client.set(key, VALUE, { expiration }), close: () => client.destroy() };
  },
  nodeRedisPool: async (path) => {
    const pool = createClientPool(
      { socket: { path, tls: false }, commandOptions },
      { minimum: 8, maximum: 8 },
    );
    await pool.connect();
    const expiration = { type: 'PX' as const, value: TTL_MS };
    return { set: (key) => pool.set(key, VALUE, { expiration }), close: () => pool.destroy() };
  },
  ioredis: async (path) => ioredis(new Redis({ path })),
  ioredisAutoPipelining: async (path) => ioredis(new Redis({ path, enableAutoPipelining: true })),
};
const ioredis = (redis: Redis): Bare => ({
  set: (key) => redis.set(key, VALUE, 'PX', TTL_MS),
  close: () => redis.disconnect(),
});

/** In a process of its own, so that it has an event loop for itself, as the bridge's clients have. */
async function loop(driver: string, path: string): Promise<void> {
  const client = await bare[driver]?.(path);
  if (!client) throw new Error(driver);
  const keys = Array.from({ length: 100 }, (_, i) => `roundtrip:{bench}:${String(i).padStart(18, '0')}`);
  let turn = 0;
  let done = 0;
  let running = true;
  const caller = async () => {
    while (running) {
      turn = (turn + 1) % keys.length;
      await client.set(keys[turn] ?? '');
      done++;
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 200));
  const [before, start] = [done, performance.now()];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const perSec = (done - before) / ((performance.now() - start) / 1000);
  running = false;
  await Promise.all(callers);
  client.close();
  process.send?.(perSec);
}

const inProcess = (driver: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [driver, path]);
    child.once('message', (perSec) => resolve(Number(perSec)));
    child.once('error', reject);
    child.once('exit', (code) => code !== 0 && reject(new Error(`exit ${code}`)));
  });

const scenarioOf: Record<string, { flush: string; connections: object }> = {
  nodeRedis: { flush: 'drained', connections: { kind: 'shared', count: 1 } },
  nodeRedisPool: { flush: 'drained', connections: { kind: 'pooled', maxTotal: 8, handoff: 'fifo' } },
  ioredis: { flush: 'everyCommand', connections: { kind: 'shared', count: 1 } },
  ioredisAutoPipelining: { flush: 'oneInFlight', connections: { kind: 'shared', count: 1 } },
};

async function measured(server: RunningServer, driver: string): Promise<number> {
  const origin = `http://127.0.0.1:${server.port}`;
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}${BRIDGE_PATH}`,
    [SUBPROTOCOL, TOKEN_PREFIX + server.token],
    {
      origin,
    },
  );
  await new Promise((resolve) => socket.once('open', resolve));
  const { flush, connections } = scenarioOf[driver] ?? {};
  const scenario = {
    workload: { arrivals: { kind: 'closed', callers: CALLERS }, command: { requestBytes: 1 } },
    client: {
      runtime: { kind: 'eventLoop' },
      io: { kind: 'eventLoops', loops: 1, flush: { kind: flush } },
      connections,
    },
    network: { rttUs: 0, transport: 'unixSocket' },
  };
  const perSec = await new Promise<number>((resolve, reject) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      if ('failure' in message) reject(new Error(JSON.stringify(message.failure)));
      if ('event' in message && message.event === 'ended')
        resolve(message.measured.summary?.throughput.perSec ?? 0);
    });
    socket.send(JSON.stringify({ id: 1, op: 'run', scenario, seconds: SECONDS, warmupSeconds: SECONDS / 5 }));
  });
  socket.close();
  return perSec;
}

const [driver, path] = process.argv.slice(2);
if (driver && path) await loop(driver, path);
else {
  const program = findRedisServer();
  if (!program) throw new Error('no redis-server is installed');
  const redis = await startRedis(program);
  const target = parseTarget(`unix:${redis.socketPath}`);
  const built = (file: string) => join(process.cwd(), file);
  const files = {
    page: built('public'),
    wasm: built('src/model/engine/engine.wasm'),
    thread: built('dist-bridge/thread.js'),
    drivers: built('src/bridge/drivers'),
  };
  // As its own: on others' it holds the rate down.
  const privately = target && { ...target, address: { kind: 'private' as const } };
  const server = await startServer({ files, port: 0, redis: privately ?? 'none' });
  let worst = Number.POSITIVE_INFINITY;
  for (const name of Object.keys(bare)) {
    const rounds: { bare: number; bridge: number }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ bare: await inProcess(name, redis.socketPath), bridge: await measured(server, name) });
    const [alone, through] = [
      median(rounds.map((round) => round.bare)),
      median(rounds.map((round) => round.bridge)),
    ];
    // Neighbours in time suffer alike from whatever else the machine does.
    const ratio = median(rounds.map((round) => round.bridge / round.bare));
    worst = Math.min(worst, ratio);
    say(
      `${name.padEnd(22)} bare ${alone.toFixed(0).padStart(7)}/s   bridge ${through.toFixed(0).padStart(7)}/s   ratio ${ratio.toFixed(2)}`,
    );
  }
  say(`worst ratio ${worst.toFixed(2)}, budget at least ${BUDGET}`);
  await server.close();
  await redis.stop();
  process.exit(worst < BUDGET ? 1 : 0);
}
