/** Real drivers that are stopped or killed in the middle. Without a JDK or Go these tests say so and do not run. */
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/bridge/server/drivers/toolchain.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { LIBRARIES, releasesOf } from '../../src/bridge/workload/library.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';
import { redisForTests } from '../support/redis.ts';
import { dial, serverForTests } from './dial.ts';
import { listen } from './live.ts';

const TESTED = ['jedis', 'redigo'] as const;
const usable = new Map(
  await Promise.all(
    TESTED.map(async (library) => {
      const tools = await toolsOf(LIBRARIES[library].program);
      return [library, tools.every(({ isUsable }) => isUsable)] as const;
    }),
  ),
);

/** The driver that this process has started. */
function driverPid(): number | undefined {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const isDriver = (pid: string) => /roundtrip.drivers/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return children.filter(isDriver).map(Number)[0];
}

describe.each(TESTED)('%s', (library) => {
  const isPossible = usable.get(library) === true && platform() === 'linux';

  it.skipIf(!isPossible)('leaves no key when stopped or killed', { timeout: 600_000 }, async () => {
    const redis = await redisForTests({ tcp: true });
    const server = await serverForTests({ redis: parseTarget(`redis://127.0.0.1:${redis.port}`) ?? 'none' });
    const line = await dial(server);
    const [{ version }] = releasesOf(library);
    await line.ask('build', { library, version });
    const question = { ...FIRST_QUESTION, driver: library, mix: 'half', callers: 4, connections: 2 } as const;
    const run = async () => {
      const heard = listen(line);
      await line.ask('run', {
        scenario: scenarioOf(question),
        seconds: 30,
        warmupSeconds: 0,
        driver: library,
      });
      const completed = () => heard.progress().reduce((sum, progress) => sum + progress.completed, 0);
      await expect.poll(completed, { timeout: 20_000 }).toBeGreaterThan(0);
      return heard;
    };
    const keys = () => redis.command('DBSIZE').then(Number);

    const stopped = await run();
    // A build would disturb the run.
    expect(await line.fail('build', { library, version })).toMatchObject({ code: 'BR-17' });
    await line.ask('stop', {});
    const sets = async () =>
      /cmdstat_set:calls=(\d+)/.exec(String(await redis.command('INFO', 'commandstats')))?.[1];
    expect(await sets()).toBe(await sets());
    expect((await stopped.measured()).ended).toBe('stopped');
    await expect.poll(keys).toBe(0);
    await expect.poll(driverPid).toBeUndefined();

    const killed = await run();
    process.kill(driverPid() ?? 0, 'SIGKILL');
    const measured = await killed.measured();
    expect({ ended: measured.ended, code: measured.remarks[0]?.code }).toEqual({
      ended: 'lost',
      code: 'BR-21',
    });
    await expect.poll(keys).toBe(0);

    const closed = await run();
    expect(closed.progress().length).toBeGreaterThan(0);
    await line.close();
    await expect.poll(keys, { timeout: 10_000 }).toBe(0);
    await expect.poll(driverPid).toBeUndefined();
  });
});
