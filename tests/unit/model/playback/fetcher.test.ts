import { expect, test } from 'vitest';
import { Fetcher, prefetched } from '../../../../src/model/playback/fetcher.ts';
import { Recording } from '../../../../src/model/playback/recording.ts';
import { Session } from '../../../../src/model/workers/session.ts';
import { complete, loadEngine } from '../../../engine/runs.ts';
import { layoutOf, request, ScriptedSource } from '../../../support/chunks.ts';

const MS = 1_000_000;

/** A real dense run (one shared connection, some 150 MB of trace a second) behind a fetcher. */
async function denseRun() {
  const engine = await loadEngine();
  const scenario = complete(engine, {
    run: { warmupMs: 0, measuredMs: 400 },
    client: { io: { kind: 'eventLoops' }, connections: { kind: 'shared' } },
  });
  // Each look at the clock takes 0.1 ms, so that the budgets of the replies do not depend on the machine's load.
  let nowMs = 0;
  const session = new Session(engine, () => (nowMs += 0.1));
  const recording = new Recording(session.open(scenario, true));
  let rewinds = 0;
  const source = {
    record: async (untilNs: number, budgetMs: number) => session.record(untilNs, budgetMs),
    rewind: async (...stretch: Parameters<Session['rewind']>) => {
      rewinds++;
      return session.rewind(...stretch);
    },
  };
  let failure: unknown;
  const fetcher = new Fetcher(recording, source, 32 * 2 ** 20, {
    onData: () => undefined,
    onError: (error) => {
      failure = error;
    },
  });
  return { recording, fetcher, rewinds: () => rewinds, failure: () => failure };
}

test.each([
  // Where the show begins or goes to, and how much of the run a second on screen is.
  [100 * MS, 50 * MS],
  [1 * MS, 50 * MS],
  [100 * MS, 2 * MS],
  [399 * MS, 1000 * MS],
  [0.2 * MS, 0.01 * MS],
])('a seek to %d ns at %d ns per second finds its picture with one rewind', async (atNs, perSecond) => {
  const { recording, fetcher, rewinds, failure } = await denseRun();
  fetcher.want(atNs, atNs + 2 * perSecond, 2 * perSecond);
  await expect.poll(() => recording.covers(atNs)).toBe(true);
  expect(rewinds()).toBe(1);
  // Going far ahead, then back to where nothing is kept any more, is one rewind each at the most.
  for (const nextNs of [300 * MS, 20 * MS, 350 * MS]) {
    const before = rewinds();
    fetcher.want(nextNs, nextNs + 2 * perSecond, 2 * perSecond);
    await expect.poll(() => recording.covers(nextNs)).toBe(true);
    expect(rewinds() - before).toBeLessThanOrEqual(1);
  }
  expect(failure()).toBeUndefined();
  fetcher.close();
});

test('a picture within a run arrives with the first reply', async () => {
  const { recording, fetcher, rewinds } = await denseRun();
  fetcher.want(100 * MS, 104 * MS, 4 * MS);
  await expect.poll(rewinds).toBe(1);
  await Promise.resolve();
  expect(recording.covers(100 * MS)).toBe(true);
  fetcher.close();
});

test.each([
  ['where it was expected', 20, ['rewind 19500000']],
  ['elsewhere: the run has become shorter', 10, ['rewind 19500000', 'rewind 9500000']],
])('the first request of a fetcher is sent ahead; it starts at %s', async (_, beginsMs, calls) => {
  const source = new ScriptedSource([request(0, 0, 'execute', 0, 30 * MS)], 30 * MS);
  const asked = prefetched(source, 20 * MS);
  expect(source.calls).toEqual(['rewind 19500000']);
  const recording = new Recording(layoutOf({ endNs: 30 * MS }));
  const events = { onData: () => undefined, onError: () => undefined };
  const fetcher = new Fetcher(recording, asked, 32 * 2 ** 20, events);
  fetcher.want(beginsMs * MS, (beginsMs + 1) * MS, MS);
  expect(source.calls).toEqual(calls);
  await source.flush();
  expect(recording.covers(beginsMs * MS)).toBe(true);
  // What was asked ahead is an answer once.
  expect(source.calls.filter((call) => call.startsWith('rewind'))).toEqual(calls);
  fetcher.close();
});

test('a seek over several calls uses long ones and stops at its target', async () => {
  const calls: [untilNs: number, budgetMs: number][] = [];
  const recording = new Recording(layoutOf({ endNs: 30 * MS }));
  const source = {
    rewind: async () => ({ chunks: [], nowNs: 5 * MS, done: false }),
    record: async (untilNs: number, budgetMs: number) => {
      calls.push([untilNs, budgetMs]);
      return calls.length < 3 ? { chunks: [], nowNs: 9 * MS, done: false } : new Promise<never>(() => {});
    },
  };
  const events = { onData: () => undefined, onError: () => undefined };
  const fetcher = new Fetcher(recording, source, 32 * 2 ** 20, events);
  fetcher.want(20 * MS, 29 * MS, 9 * MS);
  await expect.poll(() => calls.length).toBe(3);
  expect(new Set(calls.map(([untilNs]) => untilNs))).toEqual(new Set([20.5 * MS]));
  expect(Math.min(...calls.map(([, budgetMs]) => budgetMs))).toBeGreaterThanOrEqual(50);
  fetcher.close();
});
