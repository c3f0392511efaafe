// @vitest-environment happy-dom
/** Running until something happens, on the real engine: what is found is so on the stage, and nothing of it came before. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLink } from '../../../../src/lab/link/open.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { excerptBetween } from '../../../../src/lab/run/inspect.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { callOff, runUntil, type Search, search } from '../../../../src/lab/until/until.ts';
import { lanesOf } from '../../../../src/model/analysis/threads.ts';
import { threadClasses, threadStates } from '../../../../src/model/engine/generated/abi.ts';
import type { Frame } from '../../../../src/model/playback/frame.ts';
import { connectionWaits } from '../../../../src/stage/counters.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const wait = (condition: () => boolean) =>
  vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 30_000);
const player = () => {
  const found = run.getState().player;
  if (!found) throw new Error('no player');
  return found;
};
const frame = (side: 'a' | 'b') => player().tracks.find(({ id }) => id === side)?.frame;
const settled = () => wait(() => player().playhead.seekingNs === null);
const found = (): Search & { state: 'found' } => {
  const now = search.getState().search;
  if (now?.state !== 'found') throw new Error(`the search is ${now?.state}`);
  return now;
};

async function open(query: string): Promise<void> {
  await openLink(query);
  await wait(() => run.getState().status === 'ready');
  player().pause();
  player().seek(0);
  await settled();
}

beforeEach(() => {
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
});

afterEach(() => {
  callOff();
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined, played: undefined });
  setSpawn(inProcessEngine);
});

describe('in the pair the page opens with', () => {
  beforeEach(() => open('run.warmupMs=1&run.measuredMs=100'));

  it('somebody waits for a connection of the pool, and nobody did a moment earlier', async () => {
    await runUntil({ kind: 'waits' }, ['a', 'b'], 'start');
    await settled();
    const { side, moment } = found();
    expect(side).toBe('a');
    expect(player().timeNs).toBe(moment.timeNs);
    const waiting = () => connectionWaits(frame('a') as Frame);
    expect(waiting()).toBeGreaterThan(0);
    player().seek(moment.timeNs - 1);
    await settled();
    expect(waiting()).toBe(0);
  });

  it('nobody ever waits for a connection that all share', async () => {
    await runUntil({ kind: 'waits' }, ['b'], 'start');
    expect(search.getState().search).toMatchObject({ state: 'never', afterNs: -1 });
    expect(player().timeNs).toBe(0);
  });

  it('a request is answered when it is no longer in progress', async () => {
    await runUntil({ kind: 'answered', request: 5000 }, ['b'], 'now');
    await settled();
    const ids = () => [...(frame('b')?.requests.id.subarray(0, frame('b')?.requests.count) ?? [])];
    expect(ids()).not.toContain(5000);
    player().seek(found().moment.timeNs - 1);
    await settled();
    expect(ids()).toContain(5000);
  });

  it('goes on from what was found', async () => {
    await runUntil({ kind: 'parks', of: 'caller', thread: 3 }, ['b'], 'now');
    await settled();
    const first = found().moment.timeNs;
    await runUntil({ kind: 'parks', of: 'caller', thread: 3 }, ['b'], 'now');
    await settled();
    expect(found().moment.timeNs).toBeGreaterThan(first);
  });

  it('Redis’ main thread has been busy for as long as was asked, without a pause', async () => {
    const limitNs = 30_000;
    await runUntil({ kind: 'serverBusy', limitNs }, ['b'], 'start');
    await settled();
    const { lane = -1, timeNs } = found().moment;
    const track = player().tracks.find(({ id }) => id === 'b');
    expect(track && lanesOf(track.layout, 'serverMain')).toEqual([lane]);
    // Whole chunks, of which the last one goes on after that.
    const stretch = await excerptBetween('b', 0, timeNs + 1, () => true);
    const pauses = Array.from({ length: stretch?.count ?? 0 }, (_, i) => i).flatMap((i) =>
      stretch?.lane[i] === lane &&
      threadStates[stretch.kind[i] ?? -1] === 'idle' &&
      (stretch.start[i] ?? 0) <= timeNs
        ? [[stretch.start[i] ?? 0, stretch.end[i] ?? 0] as const]
        : [],
    );
    expect(pauses.length).toBeGreaterThan(0);
    expect(Math.max(...pauses.map(([, to]) => to))).toBe(timeNs - limitNs);
    const work = pauses.slice(1).map(([from], i) => from - (pauses[i]?.[1] ?? 0));
    expect(Math.max(...work)).toBeLessThanOrEqual(limitNs);
  });

  it('a search that is called off says nothing and moves nothing', async () => {
    const searching = runUntil({ kind: 'slow', limitNs: 90_000_000 }, ['a', 'b'], 'start');
    expect(search.getState().search?.state).toBe('searching');
    callOff();
    await searching;
    expect(search.getState().search).toBeUndefined();
    expect(player().timeNs).toBe(0);
  });
});

it('a caller with a connection of its own never waits for one, however often it borrows it', async () => {
  await open('a=one-caller-jedis&b=one-caller-lettuce&run.warmupMs=1&run.measuredMs=20');
  await runUntil({ kind: 'waits' }, ['a', 'b'], 'start');
  expect(search.getState().search).toMatchObject({ state: 'never', afterNs: -1 });
});

it('finds the instant at which client and server have taken all cores of their machine', async () => {
  await open('a=s0-jedis-200&b=s0-lettuce-shared&run.warmupMs=1&run.measuredMs=20');
  await runUntil({ kind: 'busy' }, ['a'], 'start');
  await settled();
  const threads = frame('a')?.threads;
  const onCore = [...(threads?.state ?? [])].filter((state) => state <= 2).length;
  expect(onCore).toBe(8);
});

it('threads of every class that a run has can be waited for, and stand still where they are found', async () => {
  await open('a=rueidis&b=threaded-redis-8&run.warmupMs=1&run.measuredMs=20');
  const seen = new Set<string>();
  for (const { id: side, layout, frame: shown } of player().tracks)
    for (const of of threadClasses.filter((name) => lanesOf(layout, name).length > 0)) {
      await runUntil({ kind: 'parks', of }, [side], 'start');
      await settled();
      const { lane = -1, timeNs } = found().moment;
      expect(lanesOf(layout, of)).toContain(lane);
      expect(timeNs).toBeGreaterThan(0);
      expect(['waitConnection', 'waitReply', 'idle']).toContain(
        threadStates[shown.threads.state[lane] ?? -1],
      );
      seen.add(of);
    }
  expect([...seen].sort()).toEqual(
    ['caller', 'carrier', 'eventLoop', 'reader', 'serverIo', 'serverMain', 'sysmon', 'writer'].sort(),
  );
});
