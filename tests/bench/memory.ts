/** Linear memory of a long run, in WebAssembly: after a million events, and after ten. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../src/model/engine/engine.ts';

const MILLION = 1_000_000;

/** 200 threads on a pool of 50, client and server on one machine of 8 cores (article S0's bench). */
const S0 = {
  client: { connections: { kind: 'pooled', maxTotal: 50 } },
  network: { rttUs: 0 },
  server: { host: { kind: 'client' } },
  run: { warmupMs: 0, measuredMs: 60_000 },
};

const engine = await Engine.load(readFileSync(join(process.cwd(), 'src/model/engine/engine.wasm')));
const { scenario } = engine.normalize(JSON.stringify(S0));
if (!scenario) throw new Error('the benchmark scenario is not valid');

/** Simulates until `events` events have been, and answers how large memory is. */
function memoryAt(events: number): number {
  while (engine.events() < events)
    if (engine.advance(Number.MAX_SAFE_INTEGER, events - engine.events()) === 'chunk') engine.takeChunk();
  return engine.checkpoint().image.byteLength / MILLION;
}

let grown = 0;
for (const trace of [false, true]) {
  engine.open(scenario, trace);
  const opened = memoryAt(0);
  const [before, after] = [memoryAt(MILLION), memoryAt(10 * MILLION)];
  if (after > before) grown++;
  const [mode, figures] = [trace ? 'with' : 'without', [opened, before, after].map((mb) => mb.toFixed(2))];
  console.log(
    `${after > before ? 'OVER' : 'ok  '} ${mode} trace: ${figures.join(', ')} MB when opened, after 1 M and after 10 M events`,
  );
}
process.exit(grown > 0 ? 1 : 0);
