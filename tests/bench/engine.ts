/**
 * Events a second of the engine: WebAssembly against the native build in the same run, and with a trace. Prints every
 * figure; fails only when a budget is missed by the best of several runs (the machine may be busy).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../src/model/engine/engine.ts';
import { buildNative, runNative, type Timing } from '../support/native.ts';

const ROUNDS = 5;

/** 200 threads on a pool of 50, client and server on one machine of 8 cores (article S0's bench). */
const S0 = {
  client: { connections: { kind: 'pooled', maxTotal: 50 } },
  network: { rttUs: 0 },
  server: { host: { kind: 'client' } },
  run: { warmupMs: 0, measuredMs: 2000 },
};

const CUSTOMERS = 200;
const THINK_US = 12_000;
const SERVICE_US = 10;

/** 200 customers, think time 12 ms, one exponential server of 10 µs, no overheads, a connection for everybody. */
const TEXTBOOK = {
  workload: {
    arrivals: { kind: 'closed', callers: CUSTOMERS, thinkUs: { kind: 'exponential', mean: THINK_US } },
    command: { execUs: { kind: 'exponential', mean: SERVICE_US } },
  },
  client: { connections: { kind: 'pooled', maxTotal: CUSTOMERS } },
  network: { rttUs: 0 },
  costs: { profile: 'ideal' },
  run: { warmupMs: 0, measuredMs: 60_000 },
};

const engine = await Engine.load(readFileSync(join(process.cwd(), 'src/model/engine/engine.wasm')));

function runWasm(scenario: object, trace: boolean): Timing {
  const { scenario: canonical } = engine.normalize(JSON.stringify(scenario));
  if (!canonical) throw new Error('the benchmark scenario is not valid');
  engine.open(canonical, trace);
  const start = performance.now();
  while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) === 'chunk') engine.takeChunk();
  const seconds = (performance.now() - start) / 1000;
  const { requests, fingerprint } = engine.summary();
  return { events: engine.events(), completed: requests.completed, seconds, fingerprint };
}

const millions = (count: number, seconds: number): number => count / seconds / 1e6;
let missed = 0;

function budget(what: string, value: number, least: number, unit: string): void {
  const kept = value >= least;
  if (!kept) missed++;
  console.log(`${kept ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(2)}${unit} (budget ${least}${unit})`);
}

/** Completions a second of the textbook network by exact mean value analysis (Reiser and Lavenberg 1980). */
function textbookThroughput(): number {
  let [rate, queue] = [0, 0];
  for (let customers = 1; customers <= CUSTOMERS; customers++) {
    const response = SERVICE_US * (1 + queue);
    rate = customers / (THINK_US + response);
    queue = rate * response;
  }
  return rate * 1e6;
}

/** Runs both builds in turn and takes the best of each: noise only ever slows a run down. */
function compare(scenario: object, trace: boolean, of: (timing: Timing) => number): [number, number] {
  let [wasm, rust] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const [a, b] = [runWasm(scenario, trace), runNative(scenario, trace)];
    if (a.fingerprint !== b.fingerprint) throw new Error('WebAssembly and native runs differ');
    wasm = Math.max(wasm, of(a));
    rust = Math.max(rust, of(b));
  }
  return [wasm, rust];
}

buildNative();
const events = (t: Timing) => millions(t.events, t.seconds);
const [plain, plainNative] = compare(S0, false, events);
console.log(
  `     S0 Jedis-50 without trace: wasm ${plain.toFixed(1)}, native ${plainNative.toFixed(1)} M events/s`,
);
budget('S0 Jedis-50 without trace, wasm', plain, 12, ' M events/s');
budget('wasm / native', plain / plainNative, 0.7, '');

const [traced, tracedNative] = compare(S0, true, events);
console.log(`     with trace: wasm ${traced.toFixed(1)}, native ${tracedNative.toFixed(1)} M events/s`);
budget('S0 Jedis-50 with trace, wasm', traced, 4, ' M events/s');

const [network, networkNative] = compare(TEXTBOOK, false, (t) => millions(t.completed, t.seconds));
console.log(
  `     textbook network: wasm ${network.toFixed(2)}, native ${networkNative.toFixed(2)} M completions/s`,
);
budget('textbook closed network, wasm', network, 3, ' M completions/s');
const simulated = runWasm(TEXTBOOK, false).completed / (TEXTBOOK.run.measuredMs / 1000);
const expected = textbookThroughput();
console.log(`     the same network: ${expected.toFixed(0)}/s by theory, ${simulated.toFixed(0)}/s simulated`);
budget('agreement with mean value analysis', 1 - Math.abs(simulated / expected - 1), 0.995, '');

process.exit(missed > 0 ? 1 : 0);
