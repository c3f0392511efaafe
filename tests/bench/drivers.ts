/**
 * Measures the overhead of the Java driver: its throughput as a share of that of a bare program (`roundtrip.driver.Bare`) with the
 * same library, threads and pool, which only counts. Both alternate, and their medians are compared. On a busy machine the
 * CPU time per request is the steadier measure.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriverBuilds } from '../../src/bridge/server/drivers/builds.ts';
import { driverOrderOf } from '../../src/bridge/server/drivers/messages.ts';
import { DriverProcesses } from '../../src/bridge/server/drivers/processes.ts';
import { toolsOf } from '../../src/bridge/server/drivers/toolchain.ts';
import { findRedisServer, startRedis } from '../../src/bridge/server/redis-process.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { planOf } from '../../src/bridge/workload/plan.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';
import { Engine } from '../../src/model/engine/engine.ts';

const MIN_RATIO = 0.9;
const ROUNDS = 5;
const WARMUP_MS = 3_000;
const MEASURED_MS = 3_000;
/** As long as the bridge's keys. */
const KEY = 'roundtrip:{bare}:0000000000000000000';

const CONFIGURATIONS = [
  { driver: 'jedis', connections: 8, callers: 50 },
  { driver: 'jedis', connections: 50, callers: 50 },
  { driver: 'lettuce', connections: 1, callers: 50 },
] as const;
type Configuration = (typeof CONFIGURATIONS)[number];

interface Cost {
  readonly perSec: number;
  /** CPU time of a request. */
  readonly cpuUs: number;
}

const program = findRedisServer();
const tools = await toolsOf('java');
if (!program || !tools.every(({ isUsable }) => isUsable)) {
  process.stdout.write('no redis-server, JDK or Maven here: nothing was measured\n');
  process.exit(0);
}
const build = { program: 'java', profile: null } as const;
const builds = new DriverBuilds(join(process.cwd(), 'src/bridge/drivers'));
await builds.build(build, () => undefined);
const command = builds.commandOf(build) ?? [];
const engine = await Engine.load(readFileSync(join(process.cwd(), 'src/model/engine/engine.wasm')));
const redis = await startRedis(program, { tcp: true });
const port = redis.port ?? 0;

function bare({ driver, connections, callers }: Configuration): Cost {
  const [java = '', ...options] = command;
  const jar = options.at(-1) ?? '';
  const sizes = [port, connections, callers, WARMUP_MS, MEASURED_MS].map(String);
  const args = [...options.slice(0, -2), '-cp', jar, 'roundtrip.driver.Bare', driver, ...sizes];
  return JSON.parse(execFileSync(java, args, { encoding: 'utf8' })) as Cost;
}

function driven({ driver, connections, callers }: Configuration): Promise<Cost> {
  const question = { ...FIRST_QUESTION, driver, connections, callers };
  const { scenario } = engine.normalize(JSON.stringify(scenarioOf(question)));
  if (!scenario) throw new Error(`${driver}: the scenario is not valid`);
  const plan = planOf(scenario, { driver, libraries: [driver], ownServer: true });
  if (plan.kind === 'impossible' || !plan.library) throw new Error(`${driver} cannot run this`);
  const order = driverOrderOf(
    {
      workload: plan.workload,
      access: {
        socket: { host: '127.0.0.1', port, tls: null },
        username: undefined,
        password: undefined,
        database: 0,
        resp: driver === 'lettuce' ? 3 : 2,
      },
      keys: [KEY],
      ttlMs: LIMITS.ttlMs,
      warmupMs: WARMUP_MS,
      measuredMs: MEASURED_MS,
      commandsPerSec: null,
      core: null,
    },
    plan.library,
    null,
  );
  return new Promise((resolve, reject) => {
    let [completed, intervalUs, cpuUs] = [0, 0, 0];
    const processes = new DriverProcesses();
    processes.start({ command, core: null }, order, 'always', {
      onMessage: (message) => {
        if (message.kind === 'refused') reject(new Error(message.message));
        else if (message.kind === 'report' && !message.report.isWarmup) {
          completed += message.report.completed;
          intervalUs += message.report.intervalUs;
        } else if (message.kind === 'ended') {
          const cost = { perSec: (completed / intervalUs) * 1e6, cpuUs: cpuUs / completed };
          // The bare program has a new process each time, too.
          queueMicrotask(() => void processes.close().then(() => resolve(cost)));
        }
      },
      news: {
        onConnected: () => undefined,
        onMeasuring: () => undefined,
        onUse: ({ cores }, lengthUs, isWarmup) => {
          if (!isWarmup) cpuUs += (cores ?? 0) * lengthUs;
        },
      },
      lost: (message) => reject(new Error(message)),
    });
  });
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

let least = Number.POSITIVE_INFINITY;
for (const configuration of CONFIGURATIONS) {
  const costs: { bare: Cost; driven: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    costs.push({ bare: bare(configuration), driven: await driven(configuration) });
  const ratio = (of: (cost: Cost) => number) =>
    median(costs.map((cost) => of(cost.driven))) / median(costs.map((cost) => of(cost.bare)));
  const throughput = ratio(({ perSec }) => perSec);
  least = Math.min(least, throughput);
  const { driver, connections, callers } = configuration;
  const name = `${driver}, ${callers} threads, ${connections} connections`;
  const cpu = ratio(({ cpuUs }) => cpuUs);
  process.stdout.write(
    `${name.padEnd(40)}throughput × ${throughput.toFixed(2)}, CPU per request × ${cpu.toFixed(2)}\n`,
  );
}
await redis.stop();
process.stdout.write(`least throughput: × ${least.toFixed(2)}, at least × ${MIN_RATIO} is needed\n`);
process.exit(least < MIN_RATIO ? 1 : 0);
