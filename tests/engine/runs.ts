/** Real runs for the tests: the engine that the page downloads, in Node, and its chunks as rows. */
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

/** Odd constants of two multiplicative hashes: together they tell spans apart by 64 bits. */
const FACTORS = [0x9e3779b1, 0x85ebca6b] as const;

/**
 * The spans that ended in (fromNs, toNs], as their number and a digest. A sum of hashes depends neither on chunks nor on their
 * order, and needs no text for each of the spans.
 */
export function endedBetween(chunks: readonly Chunk[], fromNs: number, toNs: number) {
  const sums: [number, number] = [0, 0];
  let spans = 0;
  for (const { buffer, count } of chunks) {
    // The columns of `Chunk`: two words of a start, two of an end, a request and an argument.
    const words = new Uint32Array(buffer, 0, 6 * count);
    const ends = new Float64Array(buffer, 8 * count, count);
    const lanes = new Uint16Array(buffer, 24 * count, count);
    const kinds = new Uint8Array(buffer, 26 * count, count);
    for (let i = 0; i < count; i++) {
      const [end = 0, kind = 0] = [ends[i], kinds[i]];
      if ((kind & open) !== 0 || end <= fromNs || end > toNs) continue;
      spans++;
      const [time, later] = [2 * i, 2 * (count + i)];
      const parts = [time, time + 1, later, later + 1, 4 * count + i, 5 * count + i];
      for (const which of [0, 1] as const) {
        let hash = (kind << 16) | (lanes[i] ?? 0);
        for (const part of parts) {
          hash = Math.imul(hash ^ (words[part] ?? 0), FACTORS[which]);
          hash ^= hash >>> 15;
        }
        sums[which] = (sums[which] + (hash >>> 0)) % 2 ** 32;
      }
    }
  }
  return { spans, digest: sums.join(' ') };
}

/** Simulates to the end and takes every chunk. */
export function recordAll(engine: Engine): Chunk[] {
  const chunks: Chunk[] = [];
  while (engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) === 'chunk')
    chunks.push(engine.takeChunk());
  chunks.push(engine.takeChunk());
  return chunks;
}
