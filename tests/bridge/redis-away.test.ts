import { createClient } from '@redis/client';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/bridge/server/failure.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { redisForTests } from '../support/redis.ts';
import { dial, serverForTests } from './dial.ts';

const targetOf = (socketPath: string) => parseTarget(`unix:${socketPath}`) ?? 'none';
const ping = { words: ['PING'] };

describe('an unreachable Redis', () => {
  it('is an error until it returns', async () => {
    const redis = await redisForTests();
    const server = await serverForTests({ redis: targetOf(redis.socketPath) });
    const line = await dial(server);
    expect(await line.ask('command', ping)).toBe('PONG');
    // A server that dies within its first second is taken for one that cannot run, and is not started again.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const first = redis.pid();
    redis.signal('SIGKILL');
    await expect.poll(() => line.ask('command', ping).catch(String)).toContain('BR-05');
    await expect.poll(() => line.ask('command', ping).catch(String)).toBe('PONG');
    expect(redis.pid()).not.toBe(first);
    await line.close();
  });

  it('is an error when it does not reply', async () => {
    const redis = await redisForTests();
    const server = await serverForTests({ redis: targetOf(redis.socketPath) });
    const line = await dial(server);
    await line.ask('hello', {});
    redis.signal('SIGSTOP');
    expect(await line.fail('command', ping)).toEqual({ code: 'BR-05', detail: {} });
    redis.signal('SIGCONT');
    expect(await line.ask('command', ping)).toBe('PONG');
    await line.close();
  });

  it('is an error when it was never reachable', async () => {
    const server = await serverForTests({ redis: targetOf('/nonexistent/socket') });
    const line = await dial(server);
    expect(await line.fail('hello', {})).toEqual({ code: 'BR-05', detail: {} });
    await line.close();
  });

  it('does not prevent the server from stopping', async () => {
    const redis = await redisForTests({ restart: false });
    const server = await serverForTests({ redis: targetOf(redis.socketPath) });
    const line = await dial(server);
    await line.ask('command', { words: ['SET', 'a', '1'] });
    redis.signal('SIGKILL');
    await server.close();
  });
});

describe('a Redis that refuses', () => {
  it('is reported when it requires a password', async () => {
    const redis = await redisForTests({ extra: ['--requirepass', 'open'] });
    const server = await serverForTests({ redis: targetOf(redis.socketPath) });
    const line = await dial(server);
    expect(await line.fail('hello', {})).toEqual({ code: 'BR-06', detail: {} });
    await line.close();
  });

  it('is reported with its own error', async () => {
    const redis = await redisForTests({ extra: ['--maxmemory', '1'] });
    const server = await serverForTests({ redis: targetOf(redis.socketPath) });
    const line = await dial(server);
    const failure = await line.fail('command', { words: ['SET', 'a', '1'] });
    expect(failure.code).toBe('BR-20');
    expect(failure.detail.message).toMatch(/^OOM /);
    await line.close();
  });

  it('is reported when it belongs to a cluster', () => {
    const failure = failureOf(new Error('MOVED 3999 10.0.0.2:6379'));
    expect(failure).toEqual({ code: 'BR-12', detail: { slot: 3999, node: '10.0.0.2:6379' } });
  });
});

describe('a foreign Redis', () => {
  it('is not used until its host was named', async () => {
    const redis = await redisForTests();
    const server = await serverForTests({ redis: targetOf(redis.socketPath) });
    const crowd = Array.from({ length: 60 }, () =>
      createClient({ socket: { path: redis.socketPath, tls: false } }),
    );
    await Promise.all(crowd.map((client) => client.connect()));
    const line = await dial(server);
    expect((await line.ask('hello', {})).connectedClients).toBeGreaterThan(60);
    const failure = await line.fail('command', ping);
    expect(failure).toMatchObject({ code: 'BR-08', detail: { host: 'unix' } });
    expect((await line.fail('measurePing', { count: 10 })).code).toBe('BR-08');
    expect((await line.fail('confirm', { host: 'another' })).code).toBe('BR-09');
    await line.ask('confirm', { host: 'unix' });
    expect(await line.ask('command', ping)).toBe('PONG');
    await line.close();
    for (const client of crowd) client.destroy();
  });
});
