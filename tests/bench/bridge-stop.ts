/**
 * How long a stop takes under full load, from asking for it to the answer, after which nothing more is sent
 * (`tests/bridge/faults.test.ts` counts at the server). The budget is that of the longest.
 */
import { join } from 'node:path';
import { WebSocket as NodeSocket } from 'ws';
import { openBridge } from '../../src/bridge/client.ts';
import { startServer } from '../../src/bridge/server/server.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';

const BUDGET_MS = 200;
const STOPS = 20;
/** How long it runs before it is stopped. */
const RUNNING_MS = 300;

const built = (file: string) => join(process.cwd(), file);
const files = {
  page: built('public'),
  wasm: built('src/engine/engine.wasm'),
  thread: built('dist-bridge/thread.js'),
};
const server = await startServer({ files, port: 0, redis: 'private' });
const address = `127.0.0.1:${server.port}`;
const bridge = await openBridge(
  server.token,
  address,
  (url, protocols) => new NodeSocket(url, protocols, { origin: `http://${address}` }) as unknown as WebSocket,
);

const took: number[] = [];
for (let i = 0; i < STOPS; i++) {
  const rttUs = i % 2 === 0 ? 0 : 1_000_000;
  const scenario = scenarioOf({ ...FIRST_QUESTION, callers: 200, mix: 'set', rttUs });
  await bridge.ask('run', { scenario, seconds: 30, warmupSeconds: 0 });
  await new Promise((resolve) => setTimeout(resolve, RUNNING_MS));
  const start = performance.now();
  await bridge.ask('stop', {});
  took.push(performance.now() - start);
}
bridge.close();
await server.close();

took.sort((a, b) => a - b);
const worst = took.at(-1) ?? Number.NaN;
const middle = took[STOPS >> 1] ?? Number.NaN;
process.stdout.write(
  `stop, ${STOPS} times, half of them with replies a second away: median ${middle.toFixed(0)} ms, longest ${worst.toFixed(0)} ms, budget ${BUDGET_MS} ms\n`,
);
process.exit(worst > BUDGET_MS ? 1 : 0);
