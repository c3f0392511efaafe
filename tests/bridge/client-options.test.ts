import { afterEach, expect, it, vi } from 'vitest';
import { connectNodeRedis, connectNodeRedisPool } from '../../src/bridge/server/load/node-redis.ts';
import { accessTo, parseTarget } from '../../src/bridge/server/redis-target.ts';
import { redisForTests } from '../support/redis.ts';

afterEach(() => vi.restoreAllMocks());

/** node-redis makes one for every command by default, which costs nine times what a command costs. */
it('node-redis measures commands without the timers of command timeouts', async () => {
  const redis = await redisForTests();
  const target = parseTarget(`unix:${redis.socketPath}`);
  if (!target) throw new Error('not an address');
  const timers = vi.spyOn(AbortSignal, 'timeout');
  const shared = await connectNodeRedis(accessTo(target), 0, 60_000);
  const pool = await connectNodeRedisPool(
    accessTo(target),
    1,
    { order: 'fifo', maxWaitMs: 0, testOnBorrow: false },
    60_000,
  );
  const calls = [{ key: 'roundtrip:{t}:1', value: 'v' }];
  await shared.set('roundtrip:{t}:1', 'v');
  expect(await shared.get('roundtrip:{t}:1')).toBe('v');
  await shared.pipeline(calls);
  await shared.slowTransaction(calls);
  await pool.use((connection) => connection.get('roundtrip:{t}:1'));
  shared.destroy();
  pool.destroy();
  expect(timers).not.toHaveBeenCalled();
});
