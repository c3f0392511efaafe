import { describe, expect, it } from 'vitest';
import type { Chunk, Recorded } from '../../src/model/workers/protocol.ts';
import { Session } from '../../src/model/workers/session.ts';
import { busyPool, busyShared, complete, endedBetween, loadEngine } from './runs.ts';
import { recordUntil, session, straight } from './sessions.ts';

const endNs = 10_000_000;

describe.each([
  ['a pool', busyPool],
  ['shared connections', busyShared],
])('a session over %s', (_, partial) => {
  it('records the same spans with any budget', async () => {
    const expected = endedBetween((await straight(partial)).chunks, 0, endNs);
    for (const budgetMs of [0, 3, 1e9]) {
      const { chunks, answers } = recordUntil(await session(1, partial), endNs, budgetMs);
      expect(endedBetween(chunks, 0, endNs)).toEqual(expected);
      expect(answers.at(-1)?.done).toBe(true);
      expect(answers.length > 3).toBe(budgetMs < 1e9);
    }
  });

  it('returns consecutive chunks without a gap', async () => {
    const { chunks } = recordUntil(await session(1, partial), 6_000_000, 2);
    expect(chunks[0]?.fromNs).toBe(0);
    for (const [i, chunk] of chunks.slice(1).entries()) expect(chunk.fromNs).toBe(chunks[i]?.toNs);
    expect(chunks.at(-1)?.toNs).toBe(6_000_000);
  });

  it('rewinds to the same spans, to the start, to the middle and forwards', async () => {
    const { chunks: all } = await straight(partial);
    const made = await session(1, partial);
    recordUntil(made, endNs, 1e9);
    for (const fromNs of [3_000_000, 7_500_001, 0, 5_555_555]) {
      const first = made.rewind(fromNs, 1e9);
      expect(first.nowNs).toBe(fromNs);
      const { chunks } = recordUntil(made, fromNs + 2_000_000, 1e9);
      const window = [fromNs, fromNs + 2_000_000] as const;
      expect(endedBetween([...first.chunks, ...chunks], ...window)).toEqual(endedBetween(all, ...window));
    }
  });

  it('continues a rewind whose budget was too small, and records nothing before its target', async () => {
    const { chunks: all } = await straight(partial);
    const made = await session(1, partial);
    recordUntil(made, endNs, 1e9);
    const fromNs = 8_000_000;
    let answer = made.rewind(fromNs, 0);
    let asked = 0;
    for (; answer.nowNs < fromNs; asked++) {
      expect(answer).toMatchObject({ chunks: [], done: false });
      answer = made.record(fromNs, 0);
    }
    expect(asked).toBeGreaterThan(2);
    const { chunks } = recordUntil(made, fromNs + 2_000_000, 5);
    const window = [fromNs, fromNs + 2_000_000] as const;
    expect(endedBetween([...answer.chunks, ...chunks], ...window)).toEqual(endedBetween(all, ...window));
    expect(Math.min(...[...answer.chunks, ...chunks].map((chunk) => chunk.fromNs))).toBe(fromNs);
  });

  it('finishes with the summary of an uninterrupted run, in any number of steps', async () => {
    const { summary } = await straight(partial);
    for (const budgetMs of [0, 1e9]) {
      const made = await session(1, partial, false);
      let steps = 1;
      let progress = await made.finish(budgetMs);
      for (; !progress.done; steps++) {
        expect(progress.summary).toBeUndefined();
        progress = await made.finish(budgetMs);
      }
      expect(progress).toMatchObject({ nowNs: endNs, done: true, events: summary.events });
      expect(progress.summary).toEqual(summary);
      expect(steps > 3).toBe(budgetMs < 1e9);
    }
  });

  it('finishes a run that is being recorded', async () => {
    const { summary } = await straight(partial);
    const made = await session(1, partial, true);
    made.record(1_000_000, 1e9);
    expect((await made.finish(1e9)).summary).toEqual(summary);
  });
});

describe('a session', () => {
  it('checks the clock often enough to respect its budget', async () => {
    // 1 ms between looks: with 5 ms of budget it may look some five times, and stops where it is.
    const made = await session(1);
    const { nowNs, done } = made.record(endNs, 5);
    expect(done).toBe(false);
    expect(nowNs).toBeGreaterThan(0);
    expect(nowNs).toBeLessThan(endNs);
  });

  it('refuses to rewind a run that is not recorded', async () => {
    const made = await session(1, busyPool, false);
    expect(() => made.rewind(0, 10)).toThrow('no run is being recorded');
  });

  it('seeks cheaply and correctly in long runs', async () => {
    // More checkpoints are due than are kept, so old ones have gone and the distance has doubled.
    const long = { ...busyPool, run: { warmupMs: 0, measuredMs: 700 } };
    const made = await session(0, long, true);
    const engine = await loadEngine();
    expect(made.record(700_000_000, 1e9).done).toBe(true);
    for (const fromNs of [650_000_000, 20_000_000, 333_333_333]) {
      const first = made.rewind(fromNs, 1e9);
      const chunks = [...first.chunks, ...made.record(fromNs + 1_000_000, 1e9).chunks];
      engine.open(complete(engine, long), false);
      engine.advance(fromNs, Number.MAX_SAFE_INTEGER);
      if (fromNs === 650_000_000) expect(engine.events()).toBeGreaterThan(1_700_000);
      engine.setTrace(true);
      const expected: Chunk[] = [];
      while (engine.advance(fromNs + 1_000_000, Number.MAX_SAFE_INTEGER) === 'chunk')
        expected.push(engine.takeChunk());
      expected.push(engine.takeChunk());
      const window = [fromNs, fromNs + 1_000_000] as const;
      expect(endedBetween(chunks, ...window)).toEqual(endedBetween(expected, ...window));
    }
  });
});

describe('a session that is recorded and finished', () => {
  /** A session that tells how many events it has looked at the clock for, and does something whenever it gives way. */
  async function counted(partial: object, onTurn: (made: Session) => void = () => undefined) {
    const engine = await loadEngine();
    let looks = 0;
    const made: Session = new Session(
      engine,
      () => ++looks,
      async () => onTurn(made),
    );
    made.open(complete(engine, partial), true);
    return { made, looks: () => looks };
  }

  it('continues its recording as if it had not been finished', async () => {
    const { chunks: all, summary } = await straight(busyShared);
    const { made } = await counted(busyShared);
    const { chunks: first } = recordUntil(made, 3_000_000, 1e9);
    expect((await made.finish(1e9)).summary).toEqual(summary);
    const { chunks: rest } = recordUntil(made, endNs, 1e9);
    expect(rest[0]?.fromNs).toBe(first.at(-1)?.toNs);
    expect(endedBetween([...first, ...rest], 0, endNs)).toEqual(endedBetween(all, 0, endNs));
  });

  it('reaches any time in few events once it has finished', async () => {
    const million = { ...busyPool, run: { warmupMs: 0, measuredMs: 500 } };
    const { made, looks } = await counted(million);
    made.record(1_000_000, 1e9);
    const { events } = await made.finish(1e9);
    expect(events).toBeGreaterThan(1_000_000);
    for (const fromNs of [495_000_000, 5_000_000, 250_000_001, 499_999_999, 60_000_000, 444_444_444]) {
      const before = looks();
      const { nowNs, chunks } = made.rewind(fromNs, 1e9, fromNs + 500_000);
      expect(nowNs).toBeGreaterThanOrEqual(fromNs);
      expect(chunks[0]?.fromNs).toBe(fromNs);
      // 5 000 events between two looks, and 100 000 between two checkpoints.
      expect(looks() - before).toBeLessThan(30);
    }
  });

  it('seeks ahead of the finishing run, and finishes from there', async () => {
    const long = { ...busyPool, run: { warmupMs: 0, measuredMs: 100 } };
    const { made, looks } = await counted(long);
    await made.finish(10);
    const before = looks();
    made.rewind(90_000_000, 1e9);
    const gone = looks() - before;
    await made.finish(1e9);
    // Together they have simulated the run about once.
    const plain = await counted(long);
    await plain.made.finish(1e9);
    expect(gone).toBeGreaterThan(20);
    expect(looks()).toBeLessThan(1.3 * plain.looks());
  });

  it('replies to requests while it finishes', async () => {
    const { chunks: all, summary } = await straight(busyPool);
    const answers: Recorded[] = [];
    const places = [7_500_000, 1_000_000, 9_000_000];
    const { made } = await counted(busyPool, (session) => {
      const fromNs = places.pop();
      if (fromNs !== undefined) answers.push(session.rewind(fromNs, 1e9, fromNs + 500_000));
    });
    expect((await made.finish(1e9)).summary).toEqual(summary);
    expect(answers.length).toBeGreaterThan(0);
    for (const { chunks } of answers) {
      const fromNs = chunks[0]?.fromNs ?? Number.NaN;
      const window = [fromNs, fromNs + 500_000] as const;
      expect(endedBetween(chunks, ...window)).toEqual(endedBetween(all, ...window));
    }
  });

  it('reaches by finishing a time that an earlier seek did not reach', async () => {
    const long = { ...busyPool, run: { warmupMs: 0, measuredMs: 100 } };
    const { chunks: all } = await straight(long);
    const { made, looks } = await counted(long);
    const fromNs = 90_000_001;
    expect(made.rewind(fromNs, 0)).toMatchObject({ chunks: [], done: false });
    expect((await made.finish(1e9)).done).toBe(true);
    const before = looks();
    const { chunks } = made.record(fromNs + 500_000, 1e9);
    // The place itself was kept: nothing before it is simulated again.
    expect(looks() - before).toBeLessThan(10);
    const window = [fromNs, fromNs + 500_000] as const;
    expect(chunks[0]?.fromNs).toBe(fromNs);
    expect(endedBetween(chunks, ...window)).toEqual(endedBetween(all, ...window));
  });

  it('lets only the newest of concurrent finish calls continue', async () => {
    const { summary } = await straight(busyPool);
    const { made } = await counted(busyPool);
    const [before, newest] = await Promise.all([made.finish(1e9), made.finish(1e9)]);
    expect([before.done, before.summary]).toEqual([false, undefined]);
    expect(newest.summary).toEqual(summary);
  });

  it('stops finishing when another run is opened', async () => {
    const engine = await loadEngine();
    const other = complete(engine, busyShared);
    let isOpened = false;
    const { made } = await counted(busyPool, (session) => {
      if (!isOpened) session.open(other, true);
      isOpened = true;
    });
    const { done, summary } = await made.finish(1e9);
    expect([done, summary]).toEqual([false, undefined]);
    expect((await made.finish(1e9)).summary).toEqual((await straight(busyShared)).summary);
  });
});

describe('a session over a system that changes during the run', () => {
  const atNs = 4_000_000;

  const slower = { ...busyPool, network: { ...busyPool.network, rttUs: 900 } };

  async function changing(msPerLook: number, later: object = slower) {
    const engine = await loadEngine();
    let ms = 0;
    const made = new Session(engine, () => {
      ms += msPerLook;
      return ms;
    });
    made.open(complete(engine, busyPool), true, [{ atNs, scenario: complete(engine, later) }]);
    return made;
  }

  it('records the spans of the unchanged system up to the change, and others after it', async () => {
    const { chunks: plain } = await straight(busyPool);
    const larger = { ...busyPool, client: { connections: { kind: 'pooled', maxTotal: 80 } } };
    for (const [budgetMs, later] of [
      [0, slower],
      [1e9, slower],
      [1e9, larger],
    ] as const) {
      const { chunks } = recordUntil(await changing(1, later), endNs, budgetMs);
      expect(endedBetween(chunks, 0, atNs)).toEqual(endedBetween(plain, 0, atNs));
      expect(endedBetween(chunks, 6_000_000, endNs)).not.toEqual(endedBetween(plain, 6_000_000, endNs));
    }
  });

  it('rewinds to the same spans before, across and after the change', async () => {
    const { chunks: all } = recordUntil(await changing(1), endNs, 1e9);
    const made = await changing(1);
    recordUntil(made, endNs, 2);
    for (const [fromNs, toNs] of [
      [7_000_000, 8_000_000],
      [1_000_000, 2_000_000],
      [3_500_000, 5_000_000],
      [atNs, 5_000_000],
    ] as const) {
      const first = made.rewind(fromNs, 1e9);
      const { chunks } = recordUntil(made, toNs, 1e9);
      expect(endedBetween([...first.chunks, ...chunks], fromNs, toNs)).toEqual(
        endedBetween(all, fromNs, toNs),
      );
    }
  });

  it('refuses a change that a running system cannot make', async () => {
    const engine = await loadEngine();
    const made = new Session(engine, () => 0);
    const later = { ...busyPool, client: { connections: { kind: 'pooled' }, cores: 3 } };
    made.open(complete(engine, busyPool), false, [{ atNs, scenario: complete(engine, later) }]);
    await expect(made.finish(1e9)).rejects.toThrow('cannot be changed');
  });
});

describe('a session over a system that changes twice', () => {
  const slower = { ...busyPool, network: { ...busyPool.network, rttUs: 900 } };
  const larger = { ...slower, client: { connections: { kind: 'pooled', maxTotal: 80 } } };
  const firstNs = 3_000_000;

  async function twice(secondNs = 6_000_000) {
    const engine = await loadEngine();
    let ms = 0;
    const made = new Session(engine, () => ++ms);
    made.open(complete(engine, busyPool), true, [
      { atNs: firstNs, scenario: complete(engine, slower) },
      { atNs: secondNs, scenario: complete(engine, larger) },
    ]);
    return made;
  }

  async function once() {
    const engine = await loadEngine();
    const made = new Session(engine, () => 0);
    made.open(complete(engine, busyPool), true, [{ atNs: firstNs, scenario: complete(engine, slower) }]);
    return made;
  }

  it('equals the run with one change until the second change, and differs after it', async () => {
    const { chunks: parent } = recordUntil(await once(), endNs, 1e9);
    for (const budgetMs of [0, 1e9]) {
      const { chunks } = recordUntil(await twice(), endNs, budgetMs);
      expect(endedBetween(chunks, 0, 6_000_000)).toEqual(endedBetween(parent, 0, 6_000_000));
      expect(endedBetween(chunks, 7_000_000, endNs)).not.toEqual(endedBetween(parent, 7_000_000, endNs));
    }
  });

  it('rewinds to the same spans before, between and after the changes', async () => {
    const { chunks: all } = recordUntil(await twice(), endNs, 1e9);
    const made = await twice();
    recordUntil(made, endNs, 2);
    for (const [fromNs, toNs] of [
      [7_000_000, 8_000_000],
      [1_000_000, 2_000_000],
      [4_000_000, 5_000_000],
      [2_500_000, 7_500_000],
      [6_000_000, 7_000_000],
      [firstNs, 4_000_000],
    ] as const) {
      const first = made.rewind(fromNs, 1e9);
      const { chunks } = recordUntil(made, toNs, 1e9);
      expect(endedBetween([...first.chunks, ...chunks], fromNs, toNs)).toEqual(
        endedBetween(all, fromNs, toNs),
      );
    }
  });

  it('applies two changes at the same time in their order', async () => {
    const engine = await loadEngine();
    const made = new Session(engine, () => 0);
    const direct = [{ atNs: firstNs, scenario: complete(engine, larger) }];
    made.open(complete(engine, busyPool), true, direct);
    const { chunks: wanted } = recordUntil(made, endNs, 1e9);
    const { chunks } = recordUntil(await twice(firstNs), endNs, 1e9);
    expect(endedBetween(chunks, 0, endNs)).toEqual(endedBetween(wanted, 0, endNs));
  });
});
