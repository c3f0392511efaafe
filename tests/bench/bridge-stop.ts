/**
 * How long a stop takes in every stage of a run, from asking for it to the answer, after which nothing more is sent
 * (`tests/bridge/faults.test.ts` counts at the server). The budget is that of the longest.
 */
import { join } from 'node:path';
import { WebSocket as NodeSocket } from 'ws';
import { openBridge } from '../../src/bridge/client.ts';
import { startServer } from '../../src/bridge/server/server.ts';
import { FIRST_QUESTION, type RealQuestion, scenarioOf } from '../../src/bridge/workload/question.ts';

const BUDGET_MS = 200;
const ROUNDS = 5;

const built = (file: string) => join(process.cwd(), file);
const files = {
  page: built('public'),
  wasm: built('src/model/engine/engine.wasm'),
  thread: built('dist-bridge/thread.js'),
  drivers: built('src/bridge/drivers'),
};
const server = await startServer({ files, port: 0, redis: 'private' });
const address = `127.0.0.1:${server.port}`;
const bridge = await openBridge(
  server.token,
  address,
  (url, protocols) => new NodeSocket(url, protocols, { origin: `http://${address}` }) as unknown as WebSocket,
);

const ask = (part: Partial<RealQuestion>, warmupSeconds = 0) => ({
  scenario: scenarioOf({ ...FIRST_QUESTION, callers: 200, ...part }),
  seconds: 30,
  warmupSeconds,
  ...(part.driver === 'redisBenchmark' ? { driver: part.driver } : {}),
});
const far = { connections: 256, rttUs: 250_000 };

/** What is stopped, and how long after it was asked for. */
const STAGES: readonly (readonly [name: string, wish: ReturnType<typeof ask>, afterMs: number])[] = [
  ['asked for just now', ask({}), 0],
  ['threads starting', ask({}), 40],
  ['256 connections being made, 250 ms away', ask(far), 300],
  ['warming up', ask({}, 10), 500],
  ['measuring at full load', ask({ mix: 'set' }), 500],
  ['replies a second away', ask({ mix: 'set', rttUs: 1_000_000 }), 1500],
  ['256 connections in use, 250 ms away', ask(far), 2500],
  ['values of 64 KiB, pipelines of 16', ask({ valueBytes: 65_536, batch: 'pipeline', batchSize: 16 }), 800],
  ['10 000 callers', ask({ callers: 10_000 }), 800],
  ['redis-benchmark', ask({ driver: 'redisBenchmark' }), 300],
];

const worstOf = new Map<string, number[]>();
for (let i = 0; i < ROUNDS; i++)
  for (const [name, wish, afterMs] of STAGES) {
    const running = bridge.ask('run', wish).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const start = performance.now();
    await bridge.ask('stop', {});
    worstOf.set(name, [...(worstOf.get(name) ?? []), performance.now() - start]);
    await running;
  }
bridge.close();
await server.close();

let longest = 0;
for (const [name, took] of worstOf) {
  took.sort((a, b) => a - b);
  const [middle = Number.NaN, worst = Number.NaN] = [took[took.length >> 1], took.at(-1)];
  longest = Math.max(longest, worst);
  process.stdout.write(`${name.padEnd(44)}median ${middle.toFixed(0)} ms, longest ${worst.toFixed(0)} ms\n`);
}
process.stdout.write(`longest of all stops: ${longest.toFixed(0)} ms, budget ${BUDGET_MS} ms\n`);
process.exit(longest > BUDGET_MS ? 1 : 0);
