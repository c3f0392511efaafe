/** Real Redis servers for tests: private, on a unix socket, stopped by their process id when their test ends. */
import { createClient } from '@redis/client';
import type { RedisOptions, RedisProcess } from '../../src/bridge/server/redis-process.ts';
import { findRedisServer, startRedis } from '../../src/bridge/server/redis-process.ts';
import { whenDone } from './when-done.ts';

/** Never connected: its duplicates share its class, which the library would make anew for each address, in 70 ms. */
const template = createClient();

export interface TestRedis extends RedisProcess {
  /** Sends a signal to the running server. */
  signal(name: NodeJS.Signals): void;
  /** One command past the code under test. */
  command(...words: string[]): Promise<unknown>;
}

/** Fails when no server is installed: a test that cannot run must not look like one that passed. */
export function serverProgram(): string {
  const program = findRedisServer();
  if (!program)
    throw new Error('these tests need a redis-server: node .ci/setup.mjs installs or explains it');
  return program;
}

export async function redisForTests(options: Omit<RedisOptions, 'password'> = {}): Promise<TestRedis> {
  const redis = await startRedis(serverProgram(), options);
  whenDone(() => redis.stop());
  return {
    ...redis,
    signal: (name) => {
      const pid = redis.pid();
      if (pid === undefined) throw new Error('the Redis is not running');
      process.kill(pid, name);
    },
    command: async (...words) => {
      const client = template.duplicate({ socket: { path: redis.socketPath, tls: false } });
      await client.connect();
      try {
        return await client.sendCommand(words);
      } finally {
        client.destroy();
      }
    },
  };
}
