/** Programs in the place of a driver that break every rule. They harm no run and no bridge. */
import { describe, expect, it } from 'vitest';
import type { DriverOrder } from '../../src/bridge/drivers/generated/protocol.ts';
import { startDriver } from '../../src/bridge/server/drivers/process.ts';
import type { FromLoad } from '../../src/bridge/server/load/messages.ts';
import type { LoadThread } from '../../src/bridge/server/threads.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';
import { inProcessEngine } from '../support/in-process.ts';
import { whenDone } from '../support/when-done.ts';

const SECRET = 'a-password-that-nobody-else-sees';
const { scenario } = await inProcessEngine().normalize(
  JSON.stringify(scenarioOf({ ...FIRST_QUESTION, driver: 'jedis' })),
);
if (!scenario) throw new Error('no scenario');

const order: DriverOrder = {
  library: 'jedis',
  version: '7.5.3',
  runtime: 'threads',
  client: scenario.client,
  workload: {
    arrivals: { kind: 'closed', callers: 1, rampUs: 0, thinkUs: { kind: 'constant', value: 0 } },
    command: { kind: 'get', valueBytes: 1 },
    second: null,
    batch: { kind: 'none' },
    seed: 1,
  },
  access: { socket: { host: '127.0.0.1', port: 1, tls: null }, password: SECRET, database: 0, resp: 3 },
  keys: ['k'],
  ttlMs: 1000,
  warmupMs: 0,
  measuredMs: 100,
  steady: null,
  commandsPerSec: null,
};

const say = (message: object) => `console.log(${JSON.stringify(JSON.stringify(message))});`;
const connect = say({ kind: 'connected', versions: {} });
/** Reads its input and never ends. */
const linger = 'process.stdin.resume(); setInterval(() => undefined, 1000);';

interface Started {
  readonly driver: LoadThread;
  readonly heard: FromLoad[];
  /** Why it was given up; waits for it. */
  readonly lost: Promise<string>;
  connected(): Promise<void>;
}

/** Starts a program of Node as a driver. */
function start(script: string): Started {
  const heard: FromLoad[] = [];
  let lose: (message: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const news = { onConnected: () => undefined, onMeasuring: () => undefined, onUse: () => undefined };
  const driver = startDriver(
    [process.execPath, '-e', script],
    null,
    order,
    (message) => heard.push(message),
    news,
    lose,
  );
  whenDone(() => driver.stop());
  const connected = () =>
    expect.poll(() => heard.map(({ kind }) => kind), { timeout: 20_000 }).toContain('connected');
  return { driver, heard, lost, connected };
}

describe('a driver that breaks a rule is ended, with the reason', () => {
  it.each([
    ['says what is no JSON', `console.log('Hello'); ${linger}`, /not JSON: Hello/],
    ['says what is no message', `${say({ kind: 'benchmarked' })} ${linger}`, /no message/],
    [
      'says a line without an end',
      `setInterval(() => process.stdout.write('x'.repeat(1 << 20)), 1);`,
      /without an end/,
    ],
    [
      'dies',
      `${connect} console.error('first'); console.error('the reason'); process.exit(3);`,
      /the reason/,
    ],
    ['dies in silence', `${connect} process.exit(3);`, /exit 3/],
  ])('it %s', async (_, script, reason) => {
    const { driver, lost } = start(script);
    expect(await lost).toMatch(reason);
    await driver.over;
  });

  it('it falls silent', { timeout: 40_000 }, async () => {
    const { driver, lost } = start(connect + linger);
    expect(await lost).toMatch(/no more reports/);
    await driver.over;
  });

  it('it is not there', async () => {
    const lost = await new Promise<string>((resolve) => {
      const news = { onConnected: () => undefined, onMeasuring: () => undefined, onUse: () => undefined };
      startDriver(['/nowhere/driver'], null, order, () => undefined, news, resolve);
    });
    expect(lost).toMatch(/ENOENT/);
  });
});

describe('a stop', () => {
  it('ends a driver that hangs', async () => {
    const { driver, heard, connected } = start(connect + linger);
    await connected();
    const startMs = performance.now();
    await driver.stop();
    expect(performance.now() - startMs).toBeLessThan(200);
    await driver.over;
    expect(heard.at(-1)).toEqual({ kind: 'ended', sent: {} });
  });

  it('lets a driver report its counts', async () => {
    const ended = say({ kind: 'ended', sent: { get: 7 } });
    const script = `${connect} process.stdin.on('data', (text) => {
      if (String(text).includes('"stop"')) { ${ended} }
    }); setInterval(() => undefined, 1000);`;
    const { driver, heard, connected } = start(script);
    await connected();
    await driver.stop();
    // It would stay, and is ended all the same.
    await driver.over;
    expect(heard.at(-1)).toEqual({ kind: 'ended', sent: { get: 7 } });
  });
});

it('secrets are on standard input only', async () => {
  const script = `const { argv, env } = process;
    process.stdin.once('data', (order) => {
      const places = [JSON.stringify([argv, process.execArgv.slice(2), env]), String(order)];
      console.log(JSON.stringify({ kind: 'refused', message: places.map((text) => text.includes(['a', 'password', 'that'].join('-'))).join() }));
    });`;
  const { heard, driver } = start(script);
  await driver.over;
  expect(heard.at(-1)).toEqual({ kind: 'refused', message: 'false,true' });
});
