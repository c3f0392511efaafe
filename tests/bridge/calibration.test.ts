/** Measuring for a calibration, with a real Redis: where client and Redis run meanwhile, and that it can be ended. */
import { readFileSync } from 'node:fs';
import { cpus, getPriority } from 'node:os';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { toolsOf } from '../../src/bridge/server/drivers/toolchain.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { releasesOf } from '../../src/bridge/workload/library.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';
import { calibrateHere, stopCalibrating } from '../../src/live/calibration/calibration.ts';
import { calibration } from '../../src/live/calibration/calibration-state.ts';
import { connectBridge } from '../../src/live/live.ts';
import { live } from '../../src/live/live-state.ts';
import { measurement } from '../../src/live/measurement-state.ts';
import { redisForTests } from '../support/redis.ts';
import { dial, serverForTests } from './dial.ts';
import { check, listen, measure, nodeScenario } from './live.ts';

const server = await serverForTests();

/** Cores that the bridge's own Redis may use. */
function redisNow() {
  const pid = server.privateRedis?.pid();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const cores = Number.parseInt(/^Cpus_allowed:\s*(\S+)/m.exec(status)?.[1]?.replaceAll(',', '') ?? '0', 16);
  return { cores: cores.toString(2).replaceAll('0', '').length };
}

describe('client and Redis on one core', () => {
  it('are pinned to it during the measurement, and unpinned afterwards', async () => {
    const line = await dial(server);
    expect(await line.ask('hello', {})).toMatchObject({ canHold: true });
    const before = redisNow();
    const heard = listen(line);
    await line.ask('run', { scenario: nodeScenario(), seconds: 30, warmupSeconds: 0, isHeld: true });
    await expect.poll(() => heard.progress().length).toBeGreaterThan(1);
    expect(redisNow()).toEqual({ cores: 1 });
    // A scheduler group of its own, where sessions are such groups: its client does not interrupt it.
    const pid = server.privateRedis?.pid();
    const session = /\) \S+ \d+ \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    expect(session).toBe(String(pid));
    // Together they cannot have more than one core, and with several callers they leave nothing of it.
    await expect.poll(() => heard.progress().at(-1)?.bridge.load?.cores).toBeGreaterThan(0);
    await line.ask('stop', {});
    const measured = await heard.measured();
    const { server: used, bridge } = measured;
    const redisCores = used ? (used.cpuUserUs + used.cpuSystemUs) / used.windowUs : Number.NaN;
    expect((bridge.load?.cores ?? Number.NaN) + redisCores).toBeLessThan(1.2);
    await expect.poll(redisNow).toEqual(before);
    expect(check(await measure(line, nodeScenario(), { isHeld: true })).problems).toEqual([]);
    await line.close();
  });

  it('are a program of a library and Redis, too: the normal scheduler favours both', {
    timeout: 600_000,
  }, async (context) => {
    const tools = await toolsOf('go');
    if (!tools.every(({ isUsable }) => isUsable)) return context.skip('there is no Go here');
    const line = await dial(server);
    const [{ version }] = releasesOf('redigo');
    await line.ask('build', { library: 'redigo', version });
    const before = { ...redisNow(), niceness: getPriority(server.privateRedis?.pid() ?? 0) };
    const heard = listen(line);
    const scenario = scenarioOf({ ...FIRST_QUESTION, driver: 'redigo', callers: 4, connections: 4 });
    const request = { scenario, driver: 'redigo', seconds: 0.5, warmupSeconds: 0.1, isHeld: true } as const;
    await line.ask('run', { ...request, seconds: 30 });
    await expect.poll(() => heard.progress().length).toBeGreaterThan(1);
    expect(redisNow()).toEqual({ cores: 1 });
    if (process.getuid?.() === 0)
      expect(getPriority(server.privateRedis?.pid() ?? 0)).toBeLessThan(before.niceness);
    await line.ask('stop', {});
    await heard.measured();
    const now = () => ({ ...redisNow(), niceness: getPriority(server.privateRedis?.pid() ?? 0) });
    await expect.poll(now).toEqual(before);
    // The others' part of the machine does not include that program.
    const again = listen(line);
    await line.ask('run', request);
    const { program, othersCores } = await again.measured();
    expect((program?.cores ?? Number.NaN) + (othersCores ?? Number.NaN)).toBeLessThan(cpus().length + 0.2);
    await line.close();
  });

  it('are not pinned when the Redis is foreign or the client is another program', async () => {
    const redis = await redisForTests();
    const foreign = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });
    const wish = { scenario: nodeScenario(), seconds: 1, isHeld: true };
    const refused = { code: 'BR-09', detail: { what: 'isHeld' } };
    const theirs = await dial(foreign);
    expect(await theirs.ask('hello', {})).toMatchObject({ canHold: false });
    expect(await theirs.fail('run', wish)).toEqual(refused);
    const ours = await dial(server);
    expect(await ours.fail('run', { ...wish, driver: 'redisBenchmark' })).toEqual(refused);
    await Promise.all([theirs.close(), ours.close()]);
  });

  it('the report states the share of the machine that other programs used', async () => {
    const line = await dial(server);
    const { othersCores } = await measure(line, nodeScenario());
    expect(othersCores).toBeGreaterThanOrEqual(0);
    expect(othersCores).toBeLessThanOrEqual(cpus().length);
    await line.close();
  });
});

describe('a calibration', () => {
  const address = `127.0.0.1:${server.port}`;
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { origin: `http://${address}` });
      }
    },
  );
  vi.stubGlobal('location', { host: address, protocol: 'http:' });
  // Whoever stops while it measures never comes to the model.
  const Idle = class extends EventTarget {
    postMessage() {}
    terminate() {}
  };
  vi.stubGlobal('Worker', Idle);
  afterAll(() => vi.unstubAllGlobals());

  it('can be stopped during a measurement and leaves no result, no problem and no key', async () => {
    await connectBridge(server.token);
    expect(live.getState().status).toBe('connected');
    const before = redisNow();
    const whole = calibrateHere();
    await expect.poll(() => calibration.getState().step).toMatchObject({ kind: 'seen', index: 1 });
    stopCalibrating();
    await whole;
    expect(calibration.getState()).toEqual({ runtime: 'node', calibrations: {}, step: undefined });
    expect(measurement.getState()).toMatchObject({ status: 'idle', problems: [] });
    const line = await dial(server);
    // Somebody else may measure at once, and Redis has all its cores and none of the keys.
    const { problems } = check(await measure(line, nodeScenario()));
    expect(problems).toEqual([]);
    expect(redisNow()).toEqual(before);
    await line.close();
  });
});
