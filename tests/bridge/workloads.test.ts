import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readRecording, recordingOf } from '../../src/bridge/recording/recording.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import type { Remark } from '../../src/bridge/workload/remark.ts';
import { inProcessEngine } from '../support/in-process.ts';
import { redisForTests } from '../support/redis.ts';
import { deep } from '../support/tier.ts';
import { dial, serverForTests } from './dial.ts';
import { check, listen, measure, nodeScenario, pooled } from './live.ts';

const redis = await redisForTests();
const server = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });
/** Its own Redis, where keys without an expiry do no harm. */
const alone = await serverForTests();

const pipeline = { kind: 'pipeline', size: 5 };
const mget = { kind: 'multiKey', size: 5 };
const transaction = { kind: 'transactionInPipeline', size: 5 };
const slowTransaction = { kind: 'transaction', size: 5, roundTrips: 2 };
const get = { command: { replyBytes: 100 } };
const open = { kind: 'open', ratePerSec: 500, callers: 20 };

describe('every workload runs, agrees with the server’s counters, and leaves no key behind', () => {
  /** One of each kind of library, batch, command and arrival. That each library can send each batch: `libraries.test.ts`. */
  const quick = [
    ['@redis/client, shared', 'nodeRedis', {}],
    ['ioredis with auto-pipelining', 'ioredisAutoPipelining', { flush: 'oneInFlight' }],
    [
      'ioredis in a pool that tests its connections',
      'ioredisPool',
      { flush: 'everyCommand', connections: { ...pooled, testOnBorrow: true } },
    ],
    ['MULTI, then EXEC of @redis/client', 'nodeRedisPool', { connections: pooled, batch: slowTransaction }],
    ['GET and SET', 'nodeRedis', { workload: { ...get, second: { share: 0.5 } } }],
    ['an open load in bursts', 'nodeRedis', { arrivals: { ...open, burstSize: 10, process: 'constant' } }],
    [
      'callers that think, and pipelines of ioredis',
      'ioredis',
      {
        flush: 'everyCommand',
        batch: pipeline,
        arrivals: { kind: 'closed', callers: 20, thinkUs: { kind: 'exponential', mean: 2000 } },
      },
    ],
    [
      'a longer way',
      'nodeRedis',
      { network: { rttUs: 2000, replyJitterUs: { kind: 'exponential', mean: 100 } } },
    ],
  ] as const;
  const others = [
    ['@redis/client, its pool', 'nodeRedisPool', { connections: pooled }],
    ['ioredis', 'ioredis', { flush: 'everyCommand' }],
    ['ioredis in a pool', 'ioredisPool', { flush: 'everyCommand', connections: pooled }],
    ['pipelines of @redis/client', 'nodeRedis', { batch: pipeline }],
    ['pipelines of ioredis', 'ioredis', { flush: 'everyCommand', batch: pipeline }],
    ['MGET of @redis/client', 'nodeRedis', { batch: mget }],
    ['MGET of ioredis', 'ioredis', { flush: 'everyCommand', batch: mget }],
    ['MULTI in a pipeline of @redis/client', 'nodeRedis', { batch: transaction }],
    ['MULTI in a pipeline of ioredis', 'ioredis', { flush: 'everyCommand', batch: transaction }],
    [
      'MULTI, then EXEC of ioredis',
      'ioredisPool',
      { flush: 'everyCommand', connections: pooled, batch: slowTransaction },
    ],
    ['GET', 'nodeRedis', { workload: get }],
    ['an open load', 'nodeRedis', { arrivals: open }],
    [
      'callers that think',
      'nodeRedis',
      { arrivals: { kind: 'closed', callers: 20, thinkUs: { kind: 'exponential', mean: 2000 } } },
    ],
  ] as const;
  it.each(deep ? [...quick, ...others] : quick)('%s', async (_, driver, asked) => {
    const before = await redis.command('DBSIZE');
    const line = await dial(server);
    const measured = await measure(line, nodeScenario(asked));
    expect(measured.workload.driver).toBe(driver);
    const { completed, problems } = check(measured);
    expect(problems).toEqual([]);
    expect(completed).toBeGreaterThan(0);
    expect(await redis.command('DBSIZE')).toBe(before);
    await line.close();
  });

  it('MSET, with keys that are deleted with their server', async () => {
    const line = await dial(alone);
    const batch = { kind: 'multiKey', size: 5, replyPerKey: false };
    const measured = await measure(line, nodeScenario({ batch }));
    expect(check(measured).problems).toEqual([]);
    expect(measured.counted.map(({ name }) => name)).toEqual(['mset']);
    await line.close();
  });

  it.each([
    ['SET', 1, {}, alone],
    ['GET in pipelines', 4, { batch: { kind: 'pipeline', size: 4 }, command: { replyBytes: 100 } }, server],
  ])('redis-benchmark, %s', async (_, size, workload, first) => {
    for (const place of deep ? [server, alone] : [first]) {
      const line = await dial(place);
      const scenario = { ...nodeScenario({ connections: pooled }), network: { rttUs: 500 } };
      const wish = { driver: 'redisBenchmark' as const, seconds: deep ? 0.3 : 0.15 };
      const measured = await measure(
        line,
        { ...scenario, workload: { ...scenario.workload, ...workload } },
        wish,
      );
      expect(check(measured).problems).toEqual([]);
      const { summary, bridge, counted } = measured;
      expect(summary?.requests.completed).toBeGreaterThan(0);
      expect(summary?.responseTime.p50Us).toBeGreaterThanOrEqual(500);
      expect(summary?.phases).toBeNull();
      expect(bridge.load).toBeNull();
      // The short run that says how many requests fit is counted, too.
      expect(counted[0]?.sent).toBeGreaterThan(size * (summary?.requests.completed ?? 0));
      await line.close();
    }
    expect(await redis.command('DBSIZE')).toBe(0);
  });

  // Version 3 is what all others speak.
  it.each(deep ? ([2, 3] as const) : ([2] as const))('speaks version %d of the protocol', async (resp) => {
    const line = await dial(server);
    for (const flush of ['drained', 'everyCommand'] as const)
      expect(check(await measure(line, nodeScenario({ flush }), { resp })).problems).toEqual([]);
    await line.close();
  });
});

describe('the request rate on a foreign Redis', () => {
  const many = nodeScenario({ batch: { kind: 'pipeline', size: 100 } });
  it('is limited, and the result states the limit', async () => {
    const line = await dial(server);
    // Wanted by the clock, four times as much as is allowed: callers that wait for replies ask for less on a busy machine.
    const arrivals = { kind: 'open', ratePerSec: 2000, callers: 20 };
    const wanted = nodeScenario({ batch: { kind: 'pipeline', size: 100 }, arrivals });
    const start = performance.now();
    const measured = await measure(line, wanted, { seconds: deep ? 2 : 1, warmupSeconds: 0.3 });
    const seconds = (performance.now() - start) / 1000;
    // A tenth of a second's worth may go at once. In a part of the run more may be answered: what had to wait before.
    const sent = measured.counted.reduce((sum, { sent }) => sum + sent, 0);
    expect(sent).toBeLessThanOrEqual(LIMITS.foreignRatePerSec * (seconds + 0.1));
    expect(sent).toBeGreaterThan(0);
    expect(measured.remarks.map(({ code }) => code)).toContain('BR-26');
    await line.close();
  });

  it('is unlimited on a private Redis', async () => {
    const line = await dial(alone);
    const measured = await measure(line, many, { seconds: 0.2, warmupSeconds: 0.1 });
    expect(measured.remarks.map(({ code }) => code)).not.toContain('BR-26');
    await line.close();
  });
});

describe('what is measured', () => {
  it('is reported during the run, and adds up to the result', async () => {
    const line = await dial(alone);
    const heard = listen(line);
    const { run } = await line.ask('run', { scenario: nodeScenario(), seconds: 0.5, warmupSeconds: 0.2 });
    const { summary, server: use, bridge, footprint, batching } = await heard.measured();
    expect(new Set(heard.notices.map((notice) => notice.run))).toEqual(new Set([run]));
    const window = heard.progress().filter(({ isWarmup }) => !isWarmup);
    expect(window.length).toBeGreaterThan(1);
    expect(heard.progress().some(({ isWarmup }) => isWarmup)).toBe(true);
    const completed = window.reduce((sum, progress) => sum + progress.completed, 0);
    expect(completed).toBe(summary?.requests.completed);
    const looks = heard.progress().flatMap(({ look }) => look ?? []);
    for (const look of looks) {
      expect(look.fromUs).toBeLessThanOrEqual(look.toUs);
      look.caller.forEach((_, i) => {
        expect([0, 1]).toContain(look.connection[i]);
        for (const stretch of [look.waitCallerUs, look.waitConnectionUs, look.awayUs])
          expect(stretch[i]).toBeGreaterThanOrEqual(0);
        // The private Redis is reached without TLS: when each was written and answered has been seen.
        expect(look.unwrittenUs[i]).toBeGreaterThanOrEqual(0);
        expect(look.deliveryUs[i]).toBeGreaterThanOrEqual(0);
      });
    }
    expect(looks.flatMap(({ caller }) => caller).length).toBeGreaterThan(0);
    const phases = summary?.phases?.reduce((sum, { meanUs }) => sum + meanUs, 0);
    expect(phases).toBeCloseTo(summary?.responseTime.meanUs ?? 0, 3);
    // Little's law holds for what was counted by itself: the mean number is never more than the callers.
    expect(summary?.little?.meanInProgress).toBeLessThanOrEqual(20.001);
    expect(use?.commands.find(({ name }) => name === 'set')?.calls).toBeGreaterThan(0);
    expect(batching.commandsPerServerRead).toBeGreaterThan(0);
    expect(batching.commandsPerClientWrite).toBeNull();
    expect(bridge.load?.utilisation).toBeGreaterThan(0);
    expect(bridge.main.utilisation).toBeGreaterThan(0);
    expect(footprint?.connections).toBe(3);
    await line.close();
  });

  it('includes the delay of the relay', async () => {
    const line = await dial(alone);
    const heard = await measure(line, nodeScenario({ network: { rttUs: 20_000 } }), { seconds: 0.4 });
    expect(heard.summary?.responseTime.minUs).toBeGreaterThanOrEqual(20_000);
    expect(heard.bridge.relay?.packetsOut).toBeGreaterThan(0);
    expect(heard.bridge.relay?.bytesBack).toBeGreaterThan(0);
    await line.close();
  });

  it('shows whether requests wait for a connection or for a caller', async () => {
    const line = await dial(alone);
    const network = { rttUs: 4000 };
    const waits = async (asked: Parameters<typeof nodeScenario>[0]) => {
      // Long enough for many requests, one after the other, also where the machine has no core for them most of the time.
      const { summary } = await measure(line, nodeScenario({ ...asked, network }), { seconds: 0.8 });
      const entries = summary?.phases?.map(({ phase, share }): [string, number] => [phase, share]) ?? [];
      return new Map(entries);
    };
    const pool = await waits({ connections: { ...pooled, maxTotal: 1 } });
    expect(pool.get('waitConnection')).toBeGreaterThan(0.5);
    const busy = await waits({ arrivals: { kind: 'open', ratePerSec: 5000, callers: 1 } });
    expect(busy.get('waitCaller')).toBeGreaterThan(0.5);
    await line.close();
  });
});

describe('a recording', () => {
  it('of all notices can be read back and contains no name of a host, user or file', async () => {
    const line = await dial(server);
    const hello = await line.ask('hello', {});
    const wish = { scenario: nodeScenario({ network: { rttUs: 500 } }), seconds: 0.3, warmupSeconds: 0.1 };
    const heard = listen(line);
    const started = await line.ask('run', wish);
    const measured = await heard.measured();
    const { scenario } = await inProcessEngine().normalize(JSON.stringify(wish.scenario));
    if (!scenario) throw new Error('not a scenario');
    const recordedAt = new Date();
    const progress = heard.progress();
    const recording = recordingOf({
      hello,
      request: wish,
      scenario,
      started,
      progress,
      measured,
      recordedAt,
    });
    const text = JSON.stringify(recording);
    expect(readRecording(text)).toEqual({ recording });
    expect(recording.progress).toEqual(progress);
    expect(recording.measured).toEqual(measured);
    for (const secret of [hostname(), hello.keyPrefix, redis.socketPath, server.token, '127.0.0.1'])
      expect(text).not.toContain(secret);
    // Words of Redis and of the system name machines, users and files: they are left out when it is saved.
    const said: Remark[] = [
      { code: 'BR-12', detail: { slot: 7, node: '10.1.2.3:6379' } },
      { code: 'BR-13', detail: { message: 'ERR no route to db.internal.example for user alice' } },
      { code: 'BR-13', detail: { message: 'READONLY' } },
      { code: 'BR-21', detail: { message: "Cannot find module '/home/alice/thread.js'" } },
      { code: 'BR-21', detail: { message: 'connect ECONNREFUSED 10.1.2.3:6379' } },
      { code: 'BR-21', detail: { message: 'exit' } },
    ];
    const troubled = recordingOf({
      ...{ hello, request: wish, scenario, started, recordedAt },
      measured: { ...measured, remarks: said },
      progress: said.flatMap((trouble) => progress.slice(0, 1).map((one) => ({ ...one, trouble }))),
    });
    const left = ['…', 'ERR …', 'READONLY …', '…', '…', 'exit'];
    expect(troubled.measured.remarks.map(({ detail }) => detail.message ?? detail.node)).toEqual(left);
    expect(troubled.progress.map(({ trouble }) => trouble)).toEqual(troubled.measured.remarks);
    expect(JSON.stringify(troubled)).not.toMatch(/alice|10\.1\.2\.3|internal/);
    // What is not one is refused with the place.
    const changed = (change: object) => readRecording(JSON.stringify({ ...recording, ...change }));
    expect(changed({ version: 3 })).toMatchObject({ problem: { code: 'BR-29' } });
    expect(changed({ secret: 1 })).toEqual({ problem: { code: 'BR-28', detail: { path: 'secret' } } });
    const [first, ...others] = recording.progress;
    const wrong = [{ ...first, completed: -1 }, ...others];
    expect(changed({ progress: wrong })).toEqual({
      problem: { code: 'BR-28', detail: { path: 'progress.0.completed' } },
    });
    expect(readRecording('{')).toMatchObject({ problem: { code: 'BR-28' } });
    expect(readRecording('[]')).toMatchObject({ problem: { code: 'BR-28' } });
    await line.close();
  });
});

it('a run shorter than a pause of the bridge’s own thread has its result', async () => {
  const line = await dial(server);
  const busy = new Int32Array(new SharedArrayBuffer(4));
  const pauses = setInterval(() => Atomics.wait(busy, 0, 0, 700), 1);
  try {
    expect(check(await measure(line, nodeScenario())).problems).toEqual([]);
  } finally {
    clearInterval(pauses);
  }
  await line.close();
});

it('a caller with a reply waits for its next request while the thread serves others', async () => {
  const line = await dial(alone);
  for (const flush of ['drained', 'everyCommand'] as const) {
    const arrivals = { kind: 'closed', callers: 40 };
    const { summary } = await measure(line, nodeScenario({ flush, arrivals }), {
      seconds: 0.3,
      warmupSeconds: 0.2,
    });
    // Without think time nobody ever rests: what is not in a response time was not measured.
    expect(summary?.little?.meanInProgress, flush).toBeGreaterThan(38);
    expect(summary?.little?.meanInProgress, flush).toBeLessThan(40.5);
  }
  await line.close();
});
