/** Real runs for the tests: the engine that the page downloads, in Node, and its chunks as rows. */
import { createHash } from 'node:crypto';
import { type Chunk, Engine } from '../../src/model/engine/engine.ts';
import { open } from '../../src/model/engine/generated/abi.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { wasmModule } from '../support/wasm-module.ts';

export const loadEngine = (): Promise<Engine> => Engine.load(wasmModule);

/** The complete scenario of a partial one. */
export function complete(engine: Engine, partial: object): Scenario {
  const { scenario, issues } = engine.normalize(JSON.stringify(partial));
  if (!scenario) throw new Error(JSON.stringify(issues));
  return scenario;
}

/** Some 25 000 events of 200 callers over a pool of 50, with random delays. */
export const busyPool = {
  run: { warmupMs: 2, measuredMs: 8 },
  workload: { arrivals: { kind: 'closed', callers: 200 } },
  client: { cores: 8, io: { kind: 'blocking' }, connections: { kind: 'pooled', maxTotal: 50 } },
  network: { rttUs: 300, requestJitterUs: { kind: 'exponential', mean: 50 } },
};

/** The same callers over four shared connections and two event loops. */
export const busyShared = {
  ...busyPool,
  client: {
    cores: 4,
    io: { kind: 'eventLoops', loops: 2 },
    connections: { kind: 'shared', count: 4 },
  },
};

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly request: number;
  readonly arg: number;
  readonly lane: number;
  /** Without the mark of open spans. */
  readonly kind: number;
  readonly isOpen: boolean;
}

/** Reads the columns as `Chunk` describes them. */
export function spansOf({ buffer, count }: Chunk): Span[] {
  const starts = new Float64Array(buffer, 0, count);
  const ends = new Float64Array(buffer, 8 * count, count);
  const requests = new Uint32Array(buffer, 16 * count, count);
  const args = new Uint32Array(buffer, 20 * count, count);
  const lanes = new Uint16Array(buffer, 24 * count, count);
  const kinds = new Uint8Array(buffer, 26 * count, count);
  return Array.from({ length: count }, (_, i) => ({
    start: starts[i] ?? Number.NaN,
    end: ends[i] ?? Number.NaN,
    request: requests[i] ?? Number.NaN,
    arg: args[i] ?? Number.NaN,
    lane: lanes[i] ?? Number.NaN,
    kind: (kinds[i] ?? Number.NaN) & ~open,
    isOpen: ((kinds[i] ?? 0) & open) !== 0,
  }));
}

/** The spans that ended in (fromNs, toNs], as their number and a digest that does not depend on chunks. */
export function endedBetween(chunks: readonly Chunk[], fromNs: number, toNs: number) {
  const ended = chunks.flatMap(spansOf).filter(({ isOpen, end }) => !isOpen && end > fromNs && end <= toNs);
  const rows = ended
    .map(({ start, end, kind, lane, request, arg }) => `${start} ${end} ${kind} ${lane} ${request} ${arg}`)
    .sort();
  return { spans: rows.length, digest: createHash('sha256').update(rows.join('\n')).digest('hex') };
}

/** Simulates to the end and takes every chunk. */
export function recordAll(engine: Engine): Chunk[] {
  const chunks: Chunk[] = [];
  while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) === 'chunk')
    chunks.push(engine.takeChunk());
  chunks.push(engine.takeChunk());
  return chunks;
}
