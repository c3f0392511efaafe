import { expect, test } from 'vitest';
import { Fetcher } from '../../../src/playback/fetcher.ts';
import { Recording } from '../../../src/playback/recording.ts';
import { Session } from '../../../src/workers/session.ts';
import { complete, loadEngine } from '../../engine/runs.ts';

const MS = 1_000_000;

/** A real dense run (one shared connection, some 150 MB of trace a second) behind a fetcher. */
async function denseRun() {
  const engine = await loadEngine();
  const scenario = complete(engine, {
    run: { warmupMs: 0, measuredMs: 400 },
    client: { io: { kind: 'eventLoops' }, connections: { kind: 'shared' } },
  });
  const session = new Session(engine, () => performance.now());
  const recording = new Recording(session.open(scenario, true));
  let rewinds = 0;
  const source = {
    record: async (untilNs: number, budgetMs: number) => session.record(untilNs, budgetMs),
    rewind: async (fromNs: number, budgetMs: number) => {
      rewinds++;
      return session.rewind(fromNs, budgetMs);
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
])('a show at %d ns with %d ns a second finds its picture with one rewind', async (atNs, perSecond) => {
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
