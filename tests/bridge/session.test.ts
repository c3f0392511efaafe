import { describe, expect, it } from 'vitest';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { redisForTests } from '../support/redis.ts';
import { dial, serverForTests, statusOf } from './dial.ts';

const redis = await redisForTests();
const server = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });

describe('requests', () => {
  it('report the connected Redis', async () => {
    const line = await dial(server);
    const hello = await line.ask('hello', {});
    expect(hello.redisVersion).toMatch(/^\d+\.\d+\.\d+$/);
    expect(hello).toMatchObject({ mode: 'standalone', address: { kind: 'unix' }, limits: LIMITS });
    expect(hello.keyPrefix).toMatch(/^roundtrip:\{[\w-]{12}\}:$/);
    expect(hello.connectedClients).toBeGreaterThan(0);
    await line.close();
  });

  it('measure round trips', async () => {
    const line = await dial(server);
    const times = await line.ask('measurePing', { count: 200 });
    expect(times.count).toBe(200);
    const rising = [times.minUs, times.p50Us, times.p90Us, times.p99Us, times.maxUs];
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    // A round trip through two processes takes longer than a microsecond and on any machine less than a second.
    expect(times.minUs).toBeGreaterThan(1);
    expect(times.meanUs).toBeLessThan(1e6);
    await line.close();
  });

  it.each([
    [0, 'BR-09'],
    [1.5, 'BR-09'],
    [LIMITS.pings + 1, 'BR-11'],
  ])('refuse %d pings', async (count, code) => {
    const line = await dial(server);
    expect((await line.fail('measurePing', { count })).code).toBe(code);
    await line.close();
  });

  it('run one measurement at a time', async () => {
    const line = await dial(server);
    const first = line.ask('measurePing', { count: 500 });
    expect((await line.fail('measurePing', { count: 1 })).code).toBe('BR-10');
    expect((await first).count).toBe(500);
    await line.close();
  });
});

describe('commands', () => {
  it('write, read and delete keys below the session’s prefix, with a time to live', async () => {
    const line = await dial(server);
    const { keyPrefix } = await line.ask('hello', {});
    expect(await line.ask('command', { words: ['ping'] })).toBe('PONG');
    expect(await line.ask('command', { words: ['SET', 'a', '1'] })).toBe('OK');
    expect(await line.ask('command', { words: ['GET', 'a'] })).toBe('1');
    expect(await redis.command('GET', `${keyPrefix}a`)).toBe('1');
    expect(Number(await redis.command('PTTL', `${keyPrefix}a`))).toBeGreaterThan(LIMITS.ttlMs / 2);
    expect(await line.ask('command', { words: ['SET', 'b', '1', 'PX', '500'] })).toBe('OK');
    expect(Number(await redis.command('PTTL', `${keyPrefix}b`))).toBeLessThanOrEqual(500);
    expect(await line.ask('command', { words: ['SET', 'b', '1', 'ex', '86400'] })).toBe('OK');
    expect(Number(await redis.command('PTTL', `${keyPrefix}b`))).toBeLessThanOrEqual(LIMITS.ttlMs);
    expect(await line.ask('command', { words: ['DEL', 'a', 'b'] })).toBe(2);
    expect(await line.ask('command', { words: ['GET', 'a'] })).toBeNull();
    await line.close();
  });

  const refused = [
    ['EVAL', 'return 1', '0'],
    ['CONFIG', 'GET', '*'],
    ['FLUSHALL'],
    ['SHUTDOWN', 'NOSAVE'],
    ['MODULE', 'LIST'],
    ['DEBUG', 'SLEEP', '0'],
    ['REPLICAOF', 'NO', 'ONE'],
    ['KEYS', '*'],
    ['MONITOR'],
    ['INFO'],
    ['INFO', 'all'],
    ['SET', 'a'],
    ['SET', 'a', '1', 'KEEPTTL'],
    ['SET', 'a', '1', 'PX', '0'],
    ['SET', 'a', '1', 'PX', '10', 'NX'],
    ['GET'],
    ['DEL'],
    ['constructor'],
    [''],
    [],
  ];
  it.each(refused.map((words) => ({ words })))('refuses $words', async ({ words }) => {
    const line = await dial(server);
    expect((await line.fail('command', { words })).code).toBe('BR-07');
    await line.close();
  });

  it('reach no key of another session', async () => {
    await redis.command('SET', 'secret', 'mine');
    const line = await dial(server);
    const { keyPrefix } = await line.ask('hello', {});
    for (const name of ['secret', '../secret', '\r\nGET secret', `${keyPrefix}secret`])
      expect(await line.ask('command', { words: ['GET', name] })).toBeNull();
    await line.close();
    expect(await redis.command('GET', 'secret')).toBe('mine');
    await redis.command('DEL', 'secret');
  });

  it('enforce the limits of names and values', async () => {
    const line = await dial(server);
    const tooLong = 'k'.repeat(LIMITS.keyBytes + 1);
    expect(await line.fail('command', { words: ['GET', tooLong] })).toMatchObject({ code: 'BR-11' });
    const tooBig = 'v'.repeat(LIMITS.valueBytes + 1);
    const failure = await line.fail('command', { words: ['SET', 'a', tooBig] });
    expect(failure).toEqual({ code: 'BR-11', detail: { what: 'value', limit: LIMITS.valueBytes } });
    await line.close();
  });

  it('leave no key behind after any way of closing the page', async () => {
    const before = await redis.command('DBSIZE');
    const polite = await dial(server);
    const rude = await dial(server);
    for (const line of [polite, rude])
      for (let i = 0; i < 700; i++) await line.ask('command', { words: ['SET', `k${i}`, 'v'] });
    expect(Number(await redis.command('DBSIZE'))).toBe(Number(before) + 1400);
    // A last write on its way while the page disappears.
    rude.socket.send(JSON.stringify({ id: 1, op: 'command', words: ['SET', 'late', 'v'] }));
    rude.socket.terminate();
    await polite.close();
    await expect.poll(() => redis.command('DBSIZE')).toBe(before);
  });
});

describe('a page that closes at once', () => {
  it('leaves no connection to Redis behind', async () => {
    const clients = async () =>
      Number(/connected_clients:(\d+)/.exec(String(await redis.command('INFO', 'clients')))?.[1]);
    const before = await clients();
    for (let round = 0; round < 20; round++) {
      // Between the upgrade and the moment at which its connection to Redis is there.
      const lines = await Promise.all([dial(server), dial(server), dial(server)]);
      for (const { socket } of lines) socket.terminate();
      await expect.poll(() => statusOf(server)).toBe(101);
    }
    await expect.poll(clients).toBeLessThanOrEqual(before);
  });
});

describe('malformed messages', () => {
  it.each([
    ['', 'json'],
    ['{', 'json'],
    ['null', 'json'],
    ['"hello"', 'json'],
    ['[]', 'id'],
    ['{"id":"1","op":"hello"}', 'id'],
  ])('get the reply %j', async (text, what) => {
    const line = await dial(server);
    expect(await line.raw(text)).toEqual({ id: null, failure: { code: 'BR-09', detail: { what } } });
    await line.close();
  });

  it.each([
    ['{"id":1}', 'op'],
    ['{"id":1,"op":"toString"}', 'op'],
    ['{"id":1,"op":"command"}', 'words'],
    ['{"id":1,"op":"command","words":"PING"}', 'words'],
    ['{"id":1,"op":"command","words":[1]}', 'words'],
    ['{"id":1,"op":"measurePing","count":"many"}', 'count'],
    ['{"id":1,"op":"confirm"}', 'host'],
  ])('get the reply %s', async (text, what) => {
    const line = await dial(server);
    expect(await line.raw(text)).toEqual({ id: 1, failure: { code: 'BR-09', detail: { what } } });
    await line.close();
  });

  it('that are too large close the connection, not the server', async () => {
    const line = await dial(server);
    const code = new Promise((resolve) => line.socket.once('close', resolve));
    line.socket.send('x'.repeat(LIMITS.messageBytes + 1));
    expect(await code).toBe(1009);
    const next = await dial(server);
    expect(await next.ask('command', { words: ['PING'] })).toBe('PONG');
    await next.close();
  });

  it('in a flood are throttled, and the session recovers', async () => {
    const line = await dial(server);
    // Five seconds' worth: a machine that stands still for one of them gives an allowance back.
    const flood = Array.from({ length: LIMITS.messagesPerSecond * 5 }, () => line.raw('{"id":1}'));
    const codes = (await Promise.all(flood)).map((reply) => 'failure' in reply && reply.failure.code);
    expect(codes).toContain('BR-10');
    await expect.poll(() => line.ask('command', { words: ['PING'] }).catch(String)).toBe('PONG');
    await line.close();
  });
});
