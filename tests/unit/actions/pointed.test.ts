/** Tests hover highlights: a request that is highlighted everywhere, and an instant on the stage of a player with recordings written by hand. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actOf, KEY_COMMANDS } from '../../../src/lab/keyboard/keys.ts';
import { light, pointAt } from '../../../src/lab/marks/focus.ts';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { highlightSpan } from '../../../src/lab/marks/highlight.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { showPointed } from '../../../src/lab/stage-view/instant.ts';
import { stepOnLane } from '../../../src/lab/timeline/lane.ts';
import { extended } from '../../../src/lab/timeline/selected.ts';
import { chooseThread } from '../../../src/lab/timeline/thread.ts';
import type { RecordAt } from '../../../src/model/playback/fetcher.ts';
import { createPlayer, type Player } from '../../../src/model/playback/player.ts';
import { highlightFor } from '../../../src/stage/pick.ts';
import { layoutOf, request, ScriptedSource, thread } from '../../support/chunks.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const END = 1_000_000;
const spans = [
  thread(0, 'kernel', 0, 10_000, { request: 4 }),
  thread(0, 'waitReply', 10_000, 30_000, { request: 4 }),
  thread(0, 'user', 30_000, END),
  thread(1, 'waitConnection', 0, END),
  thread(2, 'idle', 0, END),
  request(4, 0, 'clientWrite', 0, 10_000, 0),
  request(4, 0, 'wireOut', 10_000, 30_000, 0),
  request(5, 1, 'waitConnection', 0, END),
];

/** @param asides what is not recorded is looked at in these, where there are some */
async function played(asides: readonly ScriptedSource[] = []): Promise<Player> {
  const sources = [new ScriptedSource(spans, END), new ScriptedSource(spans, END)];
  const layout = layoutOf({ endNs: END });
  const inputs = sources.map((source, i) => ({
    id: i === 0 ? ('a' as const) : ('b' as const),
    layout,
    source,
    ...(asides[i] ? { look: lookOf(asides[i]) } : {}),
  }));
  const player = createPlayer(inputs, { clock: new FakeClock(), speed: 100_000, startNs: 5_000 });
  for (let i = 0; i < 4; i++) for (const source of sources) await source.flush();
  run.setState({ player });
  return player;
}

/** Answers when the source is flushed, with what it has between two instants. */
const lookOf =
  (source: ScriptedSource): RecordAt =>
  async (fromNs, budgetMs, untilNs) => {
    await source.rewind(fromNs, budgetMs);
    return source.record(untilNs, budgetMs);
  };

afterEach(() => {
  run.setState({ player: undefined });
  focus.setState({ pointedNs: undefined, highlighted: undefined, instant: undefined });
});

describe('a request that is pointed at', () => {
  it('is told to those who listen once, however often it is pointed at', () => {
    const heard = vi.fn();
    const end = focus.subscribe(heard);
    light({ side: 'a', request: 4 });
    light({ side: 'a', request: 4 });
    light({ side: 'b', request: 4 });
    light(undefined);
    light(undefined);
    end();
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('is on the stage the request itself, or what a thread works for or waits with', async () => {
    const [track] = (await played()).tracks;
    if (!track) throw new Error('no track');
    expect(highlightFor(track, { kind: 'request', id: 4 })).toEqual({ side: 'a', request: 4 });
    expect(highlightFor(track, { kind: 'thread', lane: 1 })).toEqual({ side: 'a', lane: 1, request: 5 });
    expect(highlightFor(track, { kind: 'thread', lane: 2 })).toEqual({
      side: 'a',
      lane: 2,
      request: undefined,
    });
    expect(highlightFor(track, { kind: 'connection', connection: 0 })).toBeUndefined();
    expect(highlightFor(track, null)).toBeUndefined();
  });

  it('has the time that is recorded of it, or that whoever points at it knows', async () => {
    await played();
    expect(highlightSpan({ side: 'b', request: 4 })).toEqual({
      side: 'b',
      request: 4,
      fromNs: 0,
      toNs: 30_000,
      isWhole: true,
    });
    // It is still waiting where the recording ends.
    expect(highlightSpan({ side: 'a', request: 5 })).toMatchObject({ fromNs: 0, isWhole: false });
    expect(highlightSpan({ side: 'a', request: 99 })).toBeUndefined();
    expect(highlightSpan({ side: 'a', lane: 1 })).toBeUndefined();
    expect(highlightSpan({ side: 'a', request: 99, span: [7, 9] })).toMatchObject({
      fromNs: 7,
      toNs: 9,
      isWhole: true,
    });
  });
});

describe('an instant that is pointed at', () => {
  it('is on the stage while the show stands still, and not in the clock', async () => {
    const player = await played();
    const end = showPointed(player);
    expect(focus.getState().instant).toBeUndefined();
    pointAt(20_000);
    const { instant } = focus.getState();
    expect(instant?.a?.timeNs).toBe(20_000);
    expect(instant?.b?.inProgress).toBe(2);
    expect(player.timeNs).toBe(5_000);
    pointAt(40_000);
    expect(focus.getState().instant?.a?.inProgress).toBe(1);
    pointAt(undefined);
    expect(focus.getState().instant).toBeUndefined();
    end();
  });

  it('gives way to the playhead as soon as that goes somewhere, until another one is pointed at', async () => {
    const player = await played();
    const end = showPointed(player);
    pointAt(20_000);
    player.seek(30_000);
    expect(focus.getState().instant).toBeUndefined();
    pointAt(21_000);
    expect(focus.getState().instant?.a?.timeNs).toBe(21_000);
    player.play();
    expect(focus.getState().instant).toBeUndefined();
    pointAt(22_000);
    expect(focus.getState().instant).toBeUndefined();
    player.pause();
    pointAt(23_000);
    expect(focus.getState().instant?.a?.timeNs).toBe(23_000);
    end();
    expect(focus.getState().instant).toBeUndefined();
  });
});

describe('an instant that is not recorded', () => {
  const FAR = 6_000_000;
  const long = [thread(0, 'user', 0, FAR), thread(1, 'waitConnection', 0, FAR), thread(2, 'idle', 0, FAR)];
  const asides = () => [new ScriptedSource(long, FAR), new ScriptedSource(long, FAR)];
  const flush = async (sources: readonly ScriptedSource[]) => {
    for (let i = 0; i < 4; i++) for (const source of sources) await source.flush();
  };

  it('is looked at without the recorder, newest wish first, and stays until another is there', async () => {
    const looked = asides();
    const player = await played(looked);
    const [recorder] = player.tracks;
    const recorded = recorder?.recording.toNs;
    const end = showPointed(player);
    for (const ns of [3_000_000, 4_000_000, 5_000_000.4]) pointAt(ns);
    expect(focus.getState().instant).toBeUndefined();
    await flush(looked);
    expect(focus.getState().instant?.b?.timeNs).toBe(5_000_000.4);
    // The first wish was under way; of all others only the newest was carried out.
    expect(looked[0]?.calls.filter((call) => call.startsWith('rewind'))).toEqual([
      'rewind 2500000',
      'rewind 4500000',
    ]);
    pointAt(2_000_000);
    expect(focus.getState().instant?.a?.timeNs).toBe(5_000_000.4);
    await flush(looked);
    expect(focus.getState().instant?.a?.timeNs).toBe(2_000_000);
    // What was looked at before, and around it, is there at once.
    pointAt(5_200_000);
    expect(focus.getState().instant?.a?.timeNs).toBe(5_200_000);
    expect(recorder?.recording.toNs).toBe(recorded);
    end();
  });

  it('is not shown when nothing is pointed at any more, or somebody has gone elsewhere', async () => {
    const looked = asides();
    const player = await played(looked);
    const end = showPointed(player);
    pointAt(3_000_000);
    pointAt(undefined);
    await flush(looked);
    expect(focus.getState().instant).toBeUndefined();
    pointAt(4_000_000);
    player.seek(30_000);
    await flush(looked);
    expect(focus.getState().instant).toBeUndefined();
    end();
  });

  it('is not shown where it cannot be looked at, or that fails', async () => {
    const none = await played();
    const end = showPointed(none);
    pointAt(3_000_000);
    await Promise.resolve();
    expect(focus.getState().instant).toBeUndefined();
    end();
    pointAt(undefined);
    const player = createPlayer(
      none.tracks.map(({ id, layout, source }) => ({
        id,
        layout,
        source,
        look: () => Promise.reject(new Error('lost')),
      })),
      { clock: new FakeClock(), startNs: 0 },
    );
    const endToo = showPointed(player);
    pointAt(3_000_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(focus.getState().instant).toBeUndefined();
    endToo();
  });
});

describe('the thread that is chosen', () => {
  it('is so for all, and let go by Escape', () => {
    chooseThread({ side: 'b', lane: 3 });
    expect(focus.getState().thread).toEqual({ side: 'b', lane: 3 });
    const letGo = KEY_COMMANDS.find(({ id }) => id === 'letGo');
    if (!letGo) throw new Error('no such key');
    actOf(letGo)?.();
    expect(focus.getState().thread).toBeUndefined();
    expect(actOf(letGo)).toBeUndefined();
  });

  it('is stepped through from event to event, both ways, and to no further than the run', async () => {
    const player = await played();
    expect(await stepOnLane('a', 0, 1)).toBe(10_000);
    expect(player.timeNs).toBe(10_000);
    expect(await stepOnLane('a', 0, 1)).toBe(30_000);
    expect(await stepOnLane('a', 0, -1)).toBe(10_000);
    expect(await stepOnLane('a', 0, -1)).toBe(0);
    expect(await stepOnLane('a', 0, -1)).toBeUndefined();
    expect(player.timeNs).toBe(0);
  });
});

it('a range grows and shrinks at the end where one is, and begins anew elsewhere', () => {
  expect(extended(undefined, 5, 8)).toEqual([5, 8]);
  expect(extended([5, 8], 8, 6)).toEqual([5, 6]);
  expect(extended([5, 8], 5, 9)).toEqual([8, 9]);
  expect(extended([5, 8], 20, 22)).toEqual([20, 22]);
});
