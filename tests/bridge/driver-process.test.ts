/** Programs in the place of a driver that break every rule. They harm no run and no bridge. */
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { DriverOrder } from '../../src/bridge/drivers/generated/protocol.ts';
import type { Steadiness } from '../../src/bridge/protocol.ts';
import { DriverProcesses } from '../../src/bridge/server/drivers/processes.ts';
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
  ended(): Promise<void>;
}

const news = { onConnected: () => undefined, onMeasuring: () => undefined, onUse: () => undefined };

/** Performs an order in a program of Node that is a driver. */
function start(
  script: string,
  {
    processes = new DriverProcesses(),
    library = order.library,
    io = {},
    core = null,
  }: { processes?: DriverProcesses; library?: typeof order.library; io?: object; core?: number | null } = {},
): Started {
  const heard: FromLoad[] = [];
  let lose: (message: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const driver = processes.start(
    { command: [process.execPath, '-e', script], core },
    { ...order, library, client: { ...order.client, io: { ...order.client.io, ...io } } },
    'once',
    { onMessage: (message) => heard.push(message), news, lost: lose },
  );
  whenDone(async () => {
    await driver.stop();
    await processes.close();
  });
  const heardOf = (kind: FromLoad['kind']) => () =>
    expect.poll(() => heard.map((each) => each.kind), { timeout: 20_000 }).toContain(kind);
  return { driver, heard, lost, connected: heardOf('connected'), ended: heardOf('ended') };
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
      new DriverProcesses().start({ command: ['/nowhere/driver'], core: null }, order, 'always', {
        onMessage: () => undefined,
        news,
        lost: resolve,
      });
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
    const ended = say({ kind: 'ended', sent: { get: 7 }, isReusable: true });
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

describe('a process that ended its run cleanly', () => {
  /** Performs each order; the number of sent commands is the number of the order, `set` its process. */
  const worker = (isReusable: boolean) => `let orders = 0;
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { kind } = JSON.parse(line);
      if (kind === 'prepare') { orders++; ${connect} }
      if (kind === 'run') console.log(JSON.stringify(
        { kind: 'ended', sent: { get: orders, set: process.pid }, isReusable: ${isReusable} }));
    }).on('close', () => process.exit());`;
  const sentBy = async (started: Started) => {
    await started.ended();
    await started.driver.over;
    const last = started.heard.at(-1);
    return last?.kind === 'ended' ? last.sent : {};
  };
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('performs the next order', async () => {
    const processes = new DriverProcesses();
    const first = await sentBy(start(worker(true), { processes }));
    const second = await sentBy(start(worker(true), { processes }));
    expect([first.get, second]).toEqual([1, { get: 2, set: first.set }]);
  });

  it.each<[string, { script?: string; core?: number; io?: object }]>([
    ['another program', { script: `${worker(true)}/* changed */` }],
    ['another core', { core: 0 }],
    ['an option that a process has only once', { io: { bufferBytes: 77 } }],
  ])('is ended before an order for %s', async (_, { script = worker(true), ...place }) => {
    const processes = new DriverProcesses();
    const first = await sentBy(start(worker(true), { processes }));
    const second = await sentBy(start(script, { processes, ...place }));
    expect(second.get).toBe(1);
    await expect.poll(() => isAlive(first.set ?? 0)).toBe(false);
  });

  it.each<[string, { isReusable: boolean; idleMs?: number }]>([
    ['it says that something is left', { isReusable: false }],
    ['nobody needs it in time', { isReusable: true, idleMs: 50 }],
  ])('is ended when %s', async (_, { isReusable, idleMs }) => {
    const { set = 0 } = await sentBy(start(worker(isReusable), { processes: new DriverProcesses(idleMs) }));
    await expect.poll(() => isAlive(set)).toBe(false);
  });

  it('is ended when it speaks without an order', async () => {
    const script = `${worker(true)} setTimeout(() => ${connect.replace(';', '')}, 1500);`;
    const { set = 0 } = await sentBy(start(script));
    await expect.poll(() => isAlive(set)).toBe(false);
  });

  it.runIf(platform() === 'linux')(
    'has a session of its own, so that it shares a core fairly with Redis',
    async () => {
      const driver = start(
        "console.error('session', require('fs').readFileSync('/proc/self/stat', 'utf8')); process.exit(3);",
      );
      const [, pid, session] = /session (\d+) \(.*\) \S+ \d+ \d+ (\d+)/.exec(await driver.lost) ?? [];
      expect(pid).toBeDefined();
      expect(session).toBe(pid);
    },
  );

  it('dies without harm', async () => {
    const processes = new DriverProcesses();
    const { set = 0 } = await sentBy(start(worker(true), { processes }));
    process.kill(set, 'SIGKILL');
    await expect.poll(() => isAlive(set)).toBe(false);
    // Its end has been noticed by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await sentBy(start(worker(true), { processes }))).toMatchObject({ get: 1 });
  });

  it('warms up a library once', async () => {
    const script = `let orders = 0; const steadies = [];
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { kind, order } = JSON.parse(line);
        if (kind === 'prepare') { steadies.push(order.steady ? 1 : 0); ${connect} }
        if (kind === 'run') {
          ${say({ kind: 'measuring', warmupUs: 1, isSteady: null })}
          console.log(JSON.stringify({ kind: 'ended', sent: { get: Number(steadies.join('')) }, isReusable: true }));
        }
      }).on('close', () => process.exit());`;
    const processes = new DriverProcesses();
    const perform = async (library: typeof order.library, steadiness: Steadiness) => {
      const sent = new Promise<number | undefined>((resolve, reject) => {
        processes.start(
          { command: [process.execPath, '-e', script], core: null },
          { ...order, library, steady: { maxWarmupMs: 10 } },
          steadiness,
          {
            onMessage: (message) => {
              if (message.kind === 'ended') resolve(message.sent.get);
            },
            news,
            lost: reject,
          },
        );
      });
      return sent;
    };
    whenDone(() => processes.close());
    await perform('jedis', 'once');
    await perform('jedis', 'once');
    await perform('lettuce', 'once');
    await perform('lettuce', 'once');
    expect(await perform('jedis', 'always')).toBe(10_101);
  });
});
