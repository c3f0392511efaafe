import { describe, expect, it, vi } from 'vitest';
import type { Chunk, Engine } from '../../src/model/engine/engine.ts';
import {
  chunkSpans,
  families,
  noRequest,
  phases,
  threadStates,
} from '../../src/model/engine/generated/abi.ts';
import { EnginePanic, Instance } from '../../src/model/engine/instance.ts';
import { wasmModule } from '../support/wasm-module.ts';
import { busyPool, busyShared, complete, endedBetween, loadEngine, recordAll, spansOf } from './runs.ts';

async function opened(partial: object, trace: boolean): Promise<Engine> {
  const engine = await loadEngine();
  engine.open(complete(engine, partial), trace);
  return engine;
}

describe.each([
  ['a pool', busyPool],
  ['shared connections', busyShared],
])('a run of %s', (_, scenario) => {
  it('is independent of how calls slice it', async () => {
    const straight = await opened(scenario, true);
    const whole = recordAll(straight);
    const sliced = await opened(scenario, true);
    const chunks: Chunk[] = [];
    // Odd steps of time and of events, and chunks taken whenever it pleases.
    for (let step = 0; sliced.advance(step * 123_457, 1 + ((step * 37) % 1500)) !== 'done'; step++)
      if (step % 3 === 0) chunks.push(sliced.takeChunk());
    chunks.push(sliced.takeChunk());
    expect(sliced.summary()).toEqual(straight.summary());
    expect(endedBetween(chunks, 0, sliced.now())).toEqual(endedBetween(whole, 0, straight.now()));
  });

  it('is the same without a trace and with a trace that starts late', async () => {
    const traced = await opened(scenario, true);
    const whole = recordAll(traced);
    const late = await opened(scenario, false);
    late.advance(4_000_000, Number.MAX_SAFE_INTEGER);
    late.setTrace(true);
    const chunks = recordAll(late);
    expect(late.summary()).toEqual(traced.summary());
    expect(chunks[0]?.fromNs).toBe(4_000_000);
    expect(endedBetween(chunks, 4_000_000, late.now())).toEqual(endedBetween(whole, 4_000_000, late.now()));
  });

  it('continues identically from a checkpoint', async () => {
    const engine = await opened(scenario, false);
    engine.advance(6_000_000, Number.MAX_SAFE_INTEGER);
    const checkpoint = engine.checkpoint();
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const summary = engine.summary();
    engine.restore(checkpoint);
    expect(engine.now()).toBe(6_000_000);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    expect(engine.summary()).toEqual(summary);
  });

  it('rewinds and continues within its memory', async () => {
    const engine = await opened(scenario, true);
    const points = [2, 4, 6, 8].map((ms) => {
      while (engine.advance(ms * 1e6, Number.MAX_SAFE_INTEGER) === 'chunk') engine.takeChunk();
      return engine.checkpoint();
    });
    const made = vi.spyOn(WebAssembly, 'Instance');
    for (let step = 0; step < 40; step++) {
      const point = points[(step * 3) % points.length];
      if (!point) throw new Error('there are four');
      engine.restore(point);
      expect(engine.now()).toBe(point.nowNs);
      expect(Buffer.compare(engine.checkpoint().image, point.image)).toBe(0);
    }
    expect(made.mock.calls.length).toBeLessThan(points.length);
    made.mockRestore();
  });
});

describe('a chunk', () => {
  it('has six complete columns with valid rows', async () => {
    const engine = await opened(busyShared, true);
    const layout = { threads: 200 + 2 + 1, callers: 200, connections: 4 };
    const chunks = recordAll(engine);
    expect(chunks.length).toBeGreaterThan(10);
    let before = 0;
    for (const chunk of chunks) {
      expect(chunk.buffer.byteLength).toBe(27 * chunk.count);
      expect([chunk.fromNs, chunk.toNs >= chunk.fromNs]).toEqual([before, true]);
      before = chunk.toNs;
      const wrong = spansOf(chunk).filter((span) => {
        const isThread = span.kind < families.wire;
        const isWire = !isThread && span.kind < families.part;
        const family = span.kind < families.request ? families.part : families.request;
        const isFlight = isWire || ['wireOut', 'wireBack'].includes(phases[span.kind - family] ?? '');
        const inTime = span.start <= span.end && span.start <= chunk.toNs && span.end >= chunk.fromNs;
        const ends = isFlight || span.end <= chunk.toNs;
        if (!inTime || !ends) return true;
        if (isThread) return span.kind >= threadStates.length || span.lane >= layout.threads;
        if (isWire) return span.kind > families.wire + 1 || span.lane >= layout.connections;
        const known = span.kind - families.request < phases.length && span.request !== noRequest;
        return !known || span.lane >= layout.callers || span.arg > layout.connections;
      });
      expect(wrong).toEqual([]);
    }
    expect(before).toBe(engine.now());
  });

  it('is closed soon after it is full', async () => {
    const engine = await opened(busyPool, true);
    expect(engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toBe('chunk');
    const chunk = engine.takeChunk();
    const ended = spansOf(chunk).filter(({ isOpen }) => !isOpen).length;
    expect(ended).toBeGreaterThanOrEqual(chunkSpans);
    expect(ended).toBeLessThan(chunkSpans + 500);
  });

  it('is a copy that further simulation does not change', async () => {
    const engine = await opened(busyPool, true);
    engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const chunk = engine.takeChunk();
    const before = spansOf(chunk);
    recordAll(engine);
    expect(spansOf(chunk)).toEqual(before);
  });
});

describe('an engine', () => {
  it('handles calls without an open run', async () => {
    const engine = await loadEngine();
    expect(engine.advance(1e9, 1e9)).toBe('done');
    expect([engine.now(), engine.events()]).toEqual([0, 0]);
    expect(engine.takeChunk()).toMatchObject({ fromNs: 0, toNs: 0, count: 0 });
  });

  it('respects a budget larger than one engine call', async () => {
    const run = { warmupMs: 0, measuredMs: 200 };
    const [whole, parts] = [
      await opened({ ...busyPool, run }, false),
      await opened({ ...busyPool, run }, false),
    ];
    expect(whole.advance(Number.MAX_SAFE_INTEGER, 234_567)).toBe('events');
    expect(whole.events()).toBe(234_567);
    for (const events of [100_000, 34_567, 100_000])
      expect(parts.advance(Number.MAX_SAFE_INTEGER, events)).toBe('events');
    expect(whole.summary()).toEqual(parts.summary());
  });

  it('stops at once without a budget, and never passes the end', async () => {
    const engine = await opened(busyPool, false);
    expect(engine.advance(1e9, 0)).toBe('events');
    expect(engine.events()).toBe(0);
    expect(engine.advance(1_000_000, Number.POSITIVE_INFINITY)).toBe('time');
    expect(engine.now()).toBe(1_000_000);
    // Back in time is nowhere: the run stays where it is.
    expect(engine.advance(5, 1e9)).toBe('time');
    expect(engine.now()).toBe(1_000_000);
    expect(engine.advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe('done');
    expect(engine.now()).toBe(10_000_000);
  });

  it('reports the message of a Rust panic', () => {
    const instance = new Instance(wasmModule);
    // More bytes than can exist: Rust refuses to reserve them.
    const broken = () => instance.call((exports) => exports.input(0xffff_ffff));
    expect(broken).toThrow(EnginePanic);
    const again = new Instance(wasmModule);
    expect(() => again.call((exports) => exports.input(0xffff_ffff))).toThrow(/capacity overflow/);
  });
});
