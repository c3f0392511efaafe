/** Real drivers that are stopped or killed in the middle, or whose bridge or Redis is. Without a JDK or Go these tests say so and do not run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/bridge/server/drivers/toolchain.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { LIBRARIES, releasesOf } from '../../src/bridge/workload/library.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';
import { redisForTests } from '../support/redis.ts';
import { deep } from '../support/tier.ts';
import { dial, type Line, serverForTests } from './dial.ts';
import { listen } from './live.ts';
import { program } from './program.ts';

const TESTED = ['jedis', 'redigo'] as const;
const usable = new Map(
  await Promise.all(
    TESTED.map(async (library) => {
      const tools = await toolsOf(LIBRARIES[library].program);
      return [library, tools.every(({ isUsable }) => isUsable)] as const;
    }),
  ),
);

/** The driver that a bridge has started. */
function driverOf(bridge: number): number | undefined {
  const children = readdirSync(`/proc/${bridge}/task`).flatMap((task) =>
    readFileSync(`/proc/${bridge}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const isDriver = (pid: string) => /roundtrip.drivers/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return children.filter(isDriver).map(Number)[0];
}

/** Callers without a pause in the deep tier, and where a full load is the subject. */
const PAUSE = { 'workload.arrivals.thinkUs': { kind: 'constant', value: 2000 } };

/** Long enough to be stopped or killed in the middle. */
const longRunOf = (driver: (typeof TESTED)[number], isFull: boolean) => ({
  scenario: scenarioOf({
    ...{ ...FIRST_QUESTION, driver, mix: 'half', callers: 4, connections: 2 },
    edits: isFull ? {} : PAUSE,
  }),
  seconds: 30,
  warmupSeconds: 0,
  driver,
});

/** Starts a long run and waits until it answers requests. */
async function running(line: Line, library: (typeof TESTED)[number], isFull = deep) {
  const heard = listen(line);
  await line.ask('run', longRunOf(library, isFull));
  const completed = () => heard.progress().reduce((sum, progress) => sum + progress.completed, 0);
  await expect.poll(completed, { timeout: 20_000 }).toBeGreaterThan(0);
  return { ...heard, completed };
}

describe.each(TESTED)('%s', (library) => {
  const isPossible = usable.get(library) === true && platform() === 'linux';
  const [{ version }] = releasesOf(library);

  it.skipIf(!isPossible)('leaves no key when stopped or killed', { timeout: 600_000 }, async () => {
    const redis = await redisForTests({ tcp: true });
    const server = await serverForTests({ redis: parseTarget(`redis://127.0.0.1:${redis.port}`) ?? 'none' });
    const line = await dial(server);
    await line.ask('build', { library, version });
    const keys = () => redis.command('DBSIZE').then(Number);

    const stopped = await running(line, library, true);
    // A build would disturb the run.
    expect(await line.fail('build', { library, version })).toMatchObject({ code: 'BR-17' });
    await line.ask('stop', {});
    const sets = async () =>
      /cmdstat_set:calls=(\d+)/.exec(String(await redis.command('INFO', 'commandstats')))?.[1];
    expect(await sets()).toBe(await sets());
    expect((await stopped.measured()).ended).toBe('stopped');
    await expect.poll(keys).toBe(0);
    await expect.poll(() => driverOf(process.pid)).toBeUndefined();

    const killed = await running(line, library);
    process.kill(driverOf(process.pid) ?? 0, 'SIGKILL');
    const measured = await killed.measured();
    expect({ ended: measured.ended, code: measured.remarks[0]?.code }).toEqual({
      ended: 'lost',
      code: 'BR-21',
    });
    await expect.poll(keys).toBe(0);

    const closed = await running(line, library);
    expect(closed.progress().length).toBeGreaterThan(0);
    await line.close();
    await expect.poll(keys).toBe(0);
    await expect.poll(() => driverOf(process.pid)).toBeUndefined();
  });

  it.skipIf(!isPossible)('outlives its Redis', { timeout: 600_000 }, async () => {
    const redis = await redisForTests({ tcp: true });
    const server = await serverForTests({ redis: parseTarget(`redis://127.0.0.1:${redis.port}`) ?? 'none' });
    const line = await dial(server);
    await line.ask('build', { library, version });
    const heard = await running(line, library);
    const failed = () => heard.progress().reduce((sum, progress) => sum + progress.failed, 0);
    // A server that dies within its first second is taken for one that cannot run, and is not started again.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    redis.signal('SIGKILL');
    const trouble = () => heard.progress().findLast((each) => each.trouble)?.trouble?.code;
    await expect.poll(trouble, { timeout: 20_000 }).toBe('BR-05');
    await expect.poll(failed, { timeout: 20_000 }).toBeGreaterThan(0);
    // The library opens new connections, and the run goes on.
    const before = heard.completed();
    await expect.poll(heard.completed, { timeout: 20_000 }).toBeGreaterThan(before + 100);
    await line.ask('stop', {});
    const { ended, summary } = await heard.measured();
    expect(ended).toBe('stopped');
    expect(Object.keys(summary?.requests.failures ?? {})).not.toEqual([]);
    await expect.poll(() => redis.command('DBSIZE').then(Number)).toBe(0);
    await expect.poll(() => driverOf(process.pid)).toBeUndefined();
    await line.close();
  });

  it.skipIf(!isPossible)('ends with a killed bridge', { timeout: 600_000 }, async () => {
    const redis = await redisForTests({ tcp: true });
    const bridge = await program('--port', '0', '--redis', `redis://127.0.0.1:${redis.port}`);
    await expect.poll(bridge.said).toContain('Ctrl+C');
    const [, port = '', token = ''] = /127\.0\.0\.1:(\d+)\/#\/lab\?bridge=([\w-]+)/.exec(bridge.said()) ?? [];
    const line = await dial({ port: Number(port), token });
    await line.ask('build', { library, version });
    await running(line, library);
    const driver = driverOf(bridge.child.pid ?? 0);
    expect(driver).toBeGreaterThan(0);
    bridge.child.kill('SIGKILL');
    const isGone = () => !existsSync(`/proc/${driver}`);
    await expect.poll(isGone).toBe(true);
    // Nobody is left who could remove the keys: each of them expires.
    const keys = (await redis.command('KEYS', '*')) as string[];
    expect(keys.length).toBeGreaterThan(0);
    const lifetimes = await Promise.all(keys.map((key) => redis.command('PTTL', key).then(Number)));
    expect(Math.min(...lifetimes)).toBeGreaterThan(0);
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(LIMITS.ttlMs);
  });
});
