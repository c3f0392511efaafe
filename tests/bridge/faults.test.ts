import { execFileSync } from 'node:child_process';
import { createClient } from '@redis/client';
import { describe, expect, it } from 'vitest';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { redisForTests, type TestRedis } from '../support/redis.ts';
import { deep } from '../support/tier.ts';
import { dial, type Line, serverForTests } from './dial.ts';
import { listen, measure, nodeScenario, pooled } from './live.ts';
import { program } from './program.ts';

async function connected(options: Parameters<typeof redisForTests>[0] = {}) {
  const redis = await redisForTests(options);
  const server = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });
  return { redis, server, line: await dial(server) };
}

/** Callers without a pause in the deep tier, and where full load is the subject; others leave most of a core to the other tests. */
const arrivals = {
  ...{ kind: 'closed', callers: 20 },
  ...(!deep && { thinkUs: { kind: 'constant', value: 2000 } }),
};
const long = { scenario: nodeScenario({ arrivals }), seconds: 30, warmupSeconds: 0 };
const keysOf = (redis: TestRedis) => redis.command('DBSIZE').then(Number);

/** Starts a workload and waits until it answers requests. */
async function running(line: Line, wish: object = long) {
  const heard = listen(line);
  await line.ask('run', wish as never);
  const completed = () => heard.progress().reduce((sum, progress) => sum + progress.completed, 0);
  await expect.poll(completed).toBeGreaterThan(0);
  return { ...heard, completed };
}

describe('stop', () => {
  it.each([
    ['under full load', {}],
    [
      'with replies that are far away',
      { network: { rttUs: 1_000_000 }, arrivals: { kind: 'closed', callers: 5 } },
    ],
  ])('ends the requests within 200 ms %s', async (_, asked) => {
    const { redis, line } = await connected();
    const heard = listen(line);
    await line.ask('run', { ...long, scenario: nodeScenario(asked) });
    await expect.poll(() => heard.progress().length).toBeGreaterThan(1);
    await line.ask('stop', {});
    const measured = await heard.measured();
    expect(measured.ended).toBe('stopped');
    expect(await keysOf(redis)).toBe(0);
    // Nothing is sent any more.
    const calls = async () =>
      /cmdstat_set:calls=(\d+)/.exec(String(await redis.command('INFO', 'commandstats')))?.[1];
    expect(await calls()).toBe(await calls());
    await line.close();
  });

  it('ends redis-benchmark, too', async () => {
    const { redis, line } = await connected();
    const heard = listen(line);
    await line.ask('run', { ...long, scenario: nodeScenario(), driver: 'redisBenchmark' });
    await line.ask('stop', {});
    expect(await heard.measured()).toMatchObject({ ended: 'stopped', summary: null });
    expect(await keysOf(redis)).toBe(0);
    await line.close();
  });

  it('works while Redis does not reply, and the result is still sent', async () => {
    const { redis, line } = await connected();
    const heard = await running(line);
    redis.signal('SIGSTOP');
    await expect.poll(() => heard.progress().at(-1)?.trouble?.code).toBe('BR-19');
    // All of this while Redis is silent.
    await line.ask('stop', {});
    const { ended, server, summary } = await heard.measured();
    expect({ ended, server }).toEqual({ ended: 'stopped', server: null });
    expect(summary?.requests.completed).toBeGreaterThan(0);
    redis.signal('SIGCONT');
    await expect.poll(() => keysOf(redis)).toBe(0);
    await line.close();
  });

  it('before the run starts does not wait for a silent Redis', async () => {
    const { redis, line } = await connected();
    await line.ask('hello', {});
    redis.signal('SIGSTOP');
    let isAnswered = false;
    const started = line.fail('run', long).finally(() => {
      isAnswered = true;
    });
    await line.ask('stop', {});
    expect(isAnswered).toBe(false);
    redis.signal('SIGCONT');
    expect(await started).toEqual({ code: 'BR-21', detail: { message: 'stopped' } });
    expect(await keysOf(redis)).toBe(0);
    await line.close();
  });

  it('closes connections that are still being opened to a distant Redis', async () => {
    const { redis, line } = await connected();
    const clients = async () =>
      Number(/connected_clients:(\d+)/.exec(String(await redis.command('INFO', 'clients')))?.[1]);
    const before = await clients();
    const connections = { kind: 'shared', count: 64 };
    const far = { ...long, scenario: nodeScenario({ connections, network: { rttUs: 2_000_000 } }) };
    const started = line.fail('run', far);
    await expect.poll(clients).toBeGreaterThan(before + 10);
    await line.ask('stop', {});
    // Whoever asks next waits for what is being tidied up, and is not told that something runs.
    const next = measure(line, nodeScenario());
    expect(await started).toEqual({ code: 'BR-21', detail: { message: 'stopped' } });
    expect((await next).ended).toBe('complete');
    await expect.poll(clients).toBe(before);
    expect(await keysOf(redis)).toBe(0);
    await line.close();
  });

  it('during the warm-up yields no measurement', async () => {
    const { redis, line } = await connected();
    const heard = await running(line, { ...long, warmupSeconds: 10 });
    expect(heard.progress().every(({ isWarmup }) => isWarmup)).toBe(true);
    await line.ask('stop', {});
    const { ended, summary } = await heard.measured();
    expect({ ended, completed: summary?.requests.completed ?? 0 }).toEqual({
      ended: 'stopped',
      completed: 0,
    });
    expect(await keysOf(redis)).toBe(0);
    await line.close();
  });

  it.each(deep ? [0, 5, 20, 60] : [5, 60])(
    'of a workload after %i ms of its start leaves nothing behind',
    async (ms) => {
      const { redis, line } = await connected();
      const get = {
        ...long,
        scenario: nodeScenario({ arrivals, workload: { command: { replyBytes: 100 } } }),
      };
      const started = line.ask('run', get).catch((error: unknown) => String(error));
      await new Promise((resolve) => setTimeout(resolve, ms));
      await line.ask('stop', {});
      await started;
      expect(await keysOf(redis)).toBe(0);
      // And nothing writes any more; the page can measure again.
      expect((await measure(line, nodeScenario())).ended).toBe('complete');
      expect(await keysOf(redis)).toBe(0);
      await line.close();
    },
  );

  it('without a workload is no error', async () => {
    const { line } = await connected();
    expect(await line.ask('stop', {})).toBeNull();
    await line.close();
  });
});

describe('a Redis that fails under load', () => {
  /** Each is another library, except the last: ioredis again, with pipelines. */
  const flushes = ['drained', 'everyCommand', 'oneInFlight'] as const;
  it.each(deep ? flushes : flushes.slice(0, 2))(
    'is reported, and used again after it returns (%s)',
    async (flush) => {
      const { redis, line } = await connected();
      const heard = await running(line, { ...long, scenario: nodeScenario({ flush, arrivals }) });
      // A server that dies within its first second is taken for one that cannot run, and is not started again.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      redis.signal('SIGKILL');
      await expect
        .poll(() => heard.progress().findLast(({ trouble }) => trouble)?.trouble?.code)
        .toBe('BR-05');
      const before = heard.completed();
      await expect.poll(heard.completed).toBeGreaterThan(before + 100);
      await line.ask('stop', {});
      const { summary } = await heard.measured();
      expect(summary?.requests.failures.map(({ reason }) => reason)).toContain('connection');
      expect(await keysOf(redis)).toBe(0);
      await line.close();
    },
  );

  it('needs no reconnect after a pause or a slow phase', async () => {
    const { redis, line } = await connected();
    const heard = await running(line);
    redis.signal('SIGSTOP');
    await expect.poll(() => heard.progress().at(-1)?.trouble).toMatchObject({ code: 'BR-19' });
    redis.signal('SIGCONT');
    await expect.poll(() => heard.progress().at(-1)?.trouble).toBeNull();
    await line.ask('stop', {});
    expect((await heard.measured()).summary?.requests.failed).toBe(0);
    await line.close();
  });

  it('is reported when it was never reachable', async () => {
    const server = await serverForTests({ redis: parseTarget('redis://127.0.0.1:1') ?? 'none' });
    const line = await dial(server);
    expect((await line.fail('run', { ...long })).code).toBe('BR-05');
    await line.close();
  });
});

describe('a Redis that rejects', () => {
  it('writes for lack of memory is reported', async () => {
    const { redis, line } = await connected();
    const heard = await running(line);
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    await expect.poll(() => heard.progress().at(-1)?.trouble).toMatchObject({ code: 'BR-20' });
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await expect.poll(() => heard.progress().at(-1)?.trouble).toBeNull();
    await line.ask('stop', {});
    await heard.measured();
    await line.close();
  });

  it.each(['drained', 'everyCommand'] as const)('further connections is reported (%s)', async (flush) => {
    const { line } = await connected({ extra: ['--maxclients', '4'] });
    const scenario = nodeScenario({ flush, connections: { ...pooled, maxTotal: 8 } });
    expect((await line.fail('run', { scenario, seconds: 0.2 })).code).toBe('BR-18');
    // Nothing of the attempt is left: a smaller one runs.
    await expect
      .poll(
        async () => (await measure(line, nodeScenario({ connections: { kind: 'shared', count: 1 } }))).ended,
      )
      .toBe('complete');
    await line.close();
  });
});

describe('pages', () => {
  it('measure one after another', async () => {
    const { server, line } = await connected();
    const other = await dial(server);
    const heard = await running(line);
    expect((await other.fail('run', { ...long })).code).toBe('BR-17');
    expect((await line.fail('run', { ...long })).code).toBe('BR-17');
    await other.ask('stop', {});
    expect(heard.notices.some(({ event }) => event === 'ended')).toBe(false);
    await line.ask('stop', {});
    await heard.measured();
    expect((await measure(other, nodeScenario())).ended).toBe('complete');
    await line.close();
    await other.close();
  });

  it('that close or reload end their workload and delete its keys', async () => {
    const { redis, server, line } = await connected();
    await running(line);
    expect(await keysOf(redis)).toBeGreaterThan(0);
    line.socket.terminate();
    await expect.poll(() => keysOf(redis)).toBe(0);
    const reloaded = await dial(server);
    expect((await measure(reloaded, nodeScenario())).ended).toBe('complete');
    await reloaded.close();
  });

  it('that close while a workload starts leave nothing running', async () => {
    const { redis, server, line } = await connected();
    line.socket.send(JSON.stringify({ id: 1, op: 'run', ...long }));
    await new Promise((resolve) => setTimeout(resolve, 30));
    line.socket.terminate();
    const next = await dial(server);
    await expect
      .poll(() => measure(next, nodeScenario()).then(({ ended }) => ended, String))
      .toBe('complete');
    expect(await keysOf(redis)).toBe(0);
    await next.close();
  });
});

describe('a bridge that is killed', () => {
  it('leaves only keys with an expiry', async () => {
    const redis = await redisForTests();
    const { child, said } = await program('--port', '0', '--redis', `unix:${redis.socketPath}`);
    await expect.poll(said).toContain('Ctrl+C');
    const [, port = '', token = ''] = /127\.0\.0\.1:(\d+)\/#\/lab\?bridge=([\w-]+)/.exec(said()) ?? [];
    const line = await dial({ port: Number(port), token });
    const get = { ...long, scenario: nodeScenario({ arrivals, workload: { command: { replyBytes: 100 } } }) };
    await running(line, get);
    child.kill('SIGKILL');
    await new Promise((resolve) => line.socket.once('close', resolve));
    const listed = execFileSync('redis-cli', ['-s', redis.socketPath, '--scan'], { encoding: 'utf8' });
    const keys = listed.trim().split('\n');
    expect(keys.length).toBe(100);
    const client = createClient({ socket: { path: redis.socketPath, tls: false } });
    await client.connect();
    for (const key of keys) {
      expect(key).toMatch(/^roundtrip:\{/);
      const left = await client.pTTL(key);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(LIMITS.ttlMs);
    }
    client.destroy();
  });
});
