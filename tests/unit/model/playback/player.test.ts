import { expect, test, vi } from 'vitest';
import { DENSE_FROM, UNLIMITED_SPEED } from '../../../../src/lib/speed.ts';
import { createPlayer, type Player } from '../../../../src/model/playback/player.ts';
import {
  layoutOf,
  request,
  ScriptedSource,
  settled,
  thread,
  type WholeSpan,
} from '../../../support/chunks.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const END = 10_000_000;
const every = (lane: number, lengthNs: number): WholeSpan[] =>
  Array.from({ length: END / lengthNs }, (_, i) =>
    thread(lane, i % 2 ? 'kernel' : 'user', i * lengthNs, i * lengthNs + lengthNs),
  );

const setUp = async (
  options: { speed?: number; startNs?: number; sides?: number; isNewest?: boolean } = {},
) => {
  const clock = new FakeClock();
  const sources = [new ScriptedSource(every(0, 20_000), END), new ScriptedSource(every(0, 50_000), END)];
  const layout = layoutOf({ callers: 1, endNs: END });
  const ids = ['a', 'b'] as const;
  const inputs = sources
    .slice(0, options.sides ?? 2)
    .map((source, i) => ({ id: ids[i] ?? 'a', layout, source }));
  const player = createPlayer(inputs, { clock, startNs: 0, ...options });
  const flush = async () => {
    for (let i = 0; i < 200 && sources.some((source) => source.open > 0); i++) {
      for (const source of sources) await source.flush();
      await settled();
    }
  };
  const [a, b] = sources as [ScriptedSource, ScriptedSource];
  return { clock, player, a, b, flush };
};

const shown = (player: Player) => player.tracks.map(({ frame }) => [frame.timeNs, frame.threads.state[0]]);

test('plays at its speed: model time per wall time', async () => {
  const { clock, player, flush } = await setUp({ speed: 100_000 });
  await flush();
  player.play();
  for (let i = 0; i < 10; i++) {
    clock.frame(100);
    await flush();
  }
  expect(player.timeNs).toBe(100_000);
  expect(shown(player)).toEqual([
    [100_000, 1],
    [100_000, 0],
  ]);
});

test('a long gap between frames does not move the clock', async () => {
  const { clock, player, flush } = await setUp();
  await flush();
  player.play();
  clock.frame(100);
  clock.frame(30_000);
  expect(player.timeNs).toBe(10_000);
  clock.frame(100);
  expect(player.timeNs).toBe(20_000);
});

test('never passes the slower recording, and continues when it has caught up', async () => {
  const { clock, player, a, b, flush } = await setUp({ speed: 1_000_000 });
  b.sliceNs = 150_000;
  await a.flush();
  await b.flush(1);
  player.play();
  clock.run(1000, 100);
  expect(player.timeNs).toBe(150_000);
  expect(player.playhead.starved).toBe(true);
  expect(a.open + b.open).toBeLessThanOrEqual(2);
  await flush();
  clock.run(1000, 100);
  expect(player.timeNs).toBeGreaterThan(1_000_000);
  expect(player.playhead.starved).toBe(false);
});

test('requests about two seconds ahead, one call at a time per side', async () => {
  const { clock, player, a, flush } = await setUp({ speed: 1_000_000 });
  expect(a.open).toBe(1);
  await flush();
  expect(player.playhead.recordedToNs || player.tracks[0]?.recording.toNs).toBeGreaterThanOrEqual(2_000_000);
  const calls = a.calls.length;
  player.play();
  clock.run(400, 100);
  expect(a.calls.length).toBe(calls);
  for (let i = 0; i < 40; i++) {
    clock.frame(100);
    expect(a.open).toBeLessThanOrEqual(1);
    if (i % 3 === 0) await flush();
  }
  expect(a.calls.length).toBeGreaterThan(calls);
});

test('stops at the end; playing again starts at zero', async () => {
  const { clock, player, flush } = await setUp({ speed: 1_000_000_000 });
  await flush();
  player.play();
  for (let i = 0; i < 5; i++) {
    clock.frame(100);
    await flush();
  }
  expect(player.playhead).toMatchObject({ timeNs: END, playing: false, atEnd: true, cause: 'end' });
  player.play();
  clock.frame(0);
  expect(player.timeNs).toBe(0);
  expect(player.playhead.playing).toBe(true);
});

test('short states are held at legible speeds, not for levels, nor at the end', async () => {
  const isHeld = async (speed: number, frames: number) => {
    const { clock, player, flush } = await setUp({ speed });
    await flush();
    player.play();
    for (let i = 0; i < frames; i++) {
      clock.frame(16);
      await flush();
    }
    return [player.playhead.playing, player.tracks[0]?.frame.threads.shown.isHeld[0] === 1];
  };
  expect(await isHeld(DENSE_FROM / 2, 4)).toEqual([true, true]);
  expect(await isHeld(DENSE_FROM, 4)).toEqual([true, false]);
  expect(await isHeld(DENSE_FROM / 2, 60)).toEqual([false, false]);
});

test('steps go from event to event of both sides, back to the same picture, at any speed', async () => {
  for (const speed of [0, 10_000, 50_000_000]) {
    const { player, flush } = await setUp({ speed });
    await flush();
    const forward: unknown[] = [];
    for (let i = 0; i < 12; i++) {
      forward.push(shown(player));
      player.step(1);
      await flush();
    }
    expect(forward.map((entry) => (entry as number[][])[0]?.[0])).toEqual([
      0, 20_000, 40_000, 50_000, 60_000, 80_000, 100_000, 120_000, 140_000, 150_000, 160_000, 180_000,
    ]);
    const back: unknown[] = [];
    for (let i = 0; i < 12; i++) {
      player.step(-1);
      await flush();
      back.unshift(shown(player));
    }
    expect(back).toEqual(forward);
    player.step(-1);
    await flush();
    expect(player.timeNs).toBe(0);
  }
});

test('a seek shows the same picture from either direction; far ahead and back it rewinds', async () => {
  const { player, a, flush } = await setUp({ speed: 10_000 });
  await flush();
  const pictures: unknown[] = [];
  for (const timeNs of [9_000_000, 1_234_567, 9_000_000, 1_234_567]) {
    player.seek(timeNs);
    await flush();
    expect(player.timeNs).toBe(timeNs);
    pictures.push(shown(player));
  }
  expect(pictures[0]).toEqual(pictures[2]);
  expect(pictures[1]).toEqual(pictures[3]);
  player.seek(99 * END);
  expect(player.playhead.seekingNs).toBe(END);
  await flush();
  expect(player.timeNs).toBe(END);
  expect(a.calls.some((call) => call.startsWith('record'))).toBe(true);
});

test('starts in the middle by rewinding there, then returns to what was never recorded', async () => {
  const { player, a, flush } = await setUp({ startNs: 5_000_000 });
  expect(player.tracks[0]?.frame.known).toBe(false);
  await flush();
  expect(a.calls[0]).toMatch(/^rewind/);
  expect(shown(player)[0]).toEqual([5_000_000, 0]);
  player.seek(100_000);
  expect(player.timeNs).toBe(5_000_000);
  expect(player.playhead.seekingNs).toBe(100_000);
  await flush();
  expect(shown(player)[0]).toEqual([100_000, 1]);
});

test('a step that needs more recording waits for it', async () => {
  const clock = new FakeClock();
  const source = new ScriptedSource(
    [thread(0, 'user', 0, 3_000_000), thread(0, 'kernel', 3_000_000, END)],
    END,
  );
  const layout = layoutOf({ callers: 1, endNs: END });
  const player = createPlayer([{ id: 'a', layout, source }], { clock, startNs: 0, speed: 10_000 });
  await source.flush();
  player.step(1);
  expect(player.playhead.seekingNs).toBe(0);
  await source.flush(200);
  expect(player.timeNs).toBe(3_000_000);
  player.step(1);
  await source.flush(200);
  expect(player.timeNs).toBe(END);
});

test('notifies listeners at once of actions, and at most five times a second of the time', async () => {
  const { clock, player, flush } = await setUp();
  await flush();
  const causes: string[] = [];
  player.subscribe(() => causes.push(player.playhead.cause));
  player.play();
  clock.run(2000, 20);
  player.pause();
  player.seek(50_000);
  player.step(1);
  player.setSpeed(10_000);
  expect(causes.filter((cause) => cause === 'tick').length).toBeLessThanOrEqual(10);
  expect(causes.filter((cause) => cause === 'tick').length).toBeGreaterThanOrEqual(8);
  expect(causes.filter((cause) => cause !== 'tick')).toEqual(['play', 'pause', 'seek', 'step', 'speed']);
});

test('paints on movement or request, and rests otherwise', async () => {
  const { clock, player, flush } = await setUp();
  await flush();
  const paint = vi.fn();
  const remove = player.addPainter(paint);
  clock.frame();
  expect(paint).toHaveBeenCalledTimes(1);
  clock.run(1000);
  expect(paint).toHaveBeenCalledTimes(1);
  expect(clock.pending).toBe(0);
  player.repaint();
  player.repaint();
  clock.run(100);
  expect(paint).toHaveBeenCalledTimes(2);
  remove();
  player.seek(1000);
  clock.run(100);
  expect(paint).toHaveBeenCalledTimes(2);
});

test('without a clock, playing is one event per press', async () => {
  const { clock, player, flush } = await setUp({ speed: 0 });
  await flush();
  player.toggle();
  clock.run(1000);
  expect([player.timeNs, player.playhead.playing]).toEqual([20_000, false]);
});

test('another speed after steps resumes if it played before, and stays paused otherwise', async () => {
  const { clock, player, flush } = await setUp({ speed: 10_000 });
  await flush();
  player.play();
  player.setSpeed(0);
  player.setSpeed(0);
  player.step(1);
  expect([player.timeNs, player.playhead.playing]).toEqual([20_000, false]);
  player.setSpeed(100_000);
  expect(player.playhead).toMatchObject({ playing: true, cause: 'speed' });
  clock.frame(0);
  clock.frame(100);
  expect(player.timeNs).toBe(30_000);
  player.setSpeed(0);
  player.pause();
  player.setSpeed(10_000);
  expect(player.playhead.playing).toBe(false);
  player.setSpeed(0);
  player.setSpeed(10_000);
  expect(player.playhead.playing).toBe(false);
});

test('a failing engine stops the player with its error', async () => {
  const clock = new FakeClock();
  const failure = new Error('index out of bounds');
  const source = { record: () => Promise.reject(failure), rewind: () => Promise.reject(failure) };
  const player = createPlayer([{ id: 'a', layout: layoutOf(), source }], { clock });
  player.play();
  await settled();
  expect(player.playhead).toMatchObject({ error: failure, playing: false, cause: 'error' });
});

test('after close, late replies change nothing and no frame is requested', async () => {
  const { clock, player, a, flush } = await setUp();
  player.play();
  player.close();
  await flush();
  expect(player.tracks[0]?.recording.bytes).toBe(0);
  expect(clock.pending).toBe(0);
  expect(a.calls.length).toBe(1);
});

test('starts at the first request of any track, and replays from there', async () => {
  const clock = new FakeClock();
  const late = (atNs: number) => [...every(0, 50_000), request(1, 0, 'execute', atNs, atNs + 10_000)];
  const sources = [new ScriptedSource(late(7_000_000), END), new ScriptedSource(late(6_400_000), END)];
  const layout = layoutOf({ callers: 1, endNs: END });
  const player = createPlayer(
    sources.map((source, i) => ({ id: i === 0 ? 'a' : 'b', layout, source })),
    { clock },
  );
  const flush = async () => {
    for (let i = 0; i < 200 && sources.some((source) => source.open > 0); i++) {
      for (const source of sources) await source.flush();
      await settled();
    }
  };
  await flush();
  expect(player.timeNs).toBe(6_400_000);
  player.seek(9_000_000);
  await flush();
  player.start();
  await flush();
  expect(player.timeNs).toBe(6_400_000);
});

test('a run without requests starts at its beginning', async () => {
  const clock = new FakeClock();
  const source = new ScriptedSource(every(0, 50_000), END);
  const layout = layoutOf({ callers: 1, endNs: END });
  const player = createPlayer([{ id: 'a', layout, source }], { clock });
  for (let i = 0; i < 200 && source.open > 0; i++) await source.flush();
  expect(player.timeNs).toBe(0);
  expect(player.playhead.seekingNs).toBeNull();
});

test('at full speed it shows all that is recorded, never waits, and draws the end', async () => {
  const { clock, player, flush } = await setUp({ speed: UNLIMITED_SPEED });
  await flush();
  const causes: string[] = [];
  player.subscribe(() => causes.push(player.playhead.cause));
  const painted: [timeNs: number, playing: boolean][] = [];
  player.addPainter(() => painted.push([player.timeNs, player.playhead.playing]));
  player.play();
  for (let i = 0; i < 40 && player.playhead.playing; i++) {
    clock.frame(16);
    expect(player.playhead.starved).toBe(false);
    await flush();
  }
  expect(causes.at(-1)).toBe('end');
  expect(player.timeNs).toBe(END);
  clock.frame(16);
  expect(painted.at(-1)).toEqual([END, false]);
});

test('knows whether playback has reached its position, with nothing later shown', async () => {
  const { clock, player, flush } = await setUp({ speed: 100_000 });
  const playFor = async (frames: number) => {
    player.play();
    for (let i = 0; i < frames; i++) {
      clock.frame(100);
      await flush();
    }
    player.pause();
  };
  await flush();
  expect(player.playhead.isNewest, 'nothing has moved').toBe(false);
  await playFor(4);
  expect(player.playhead).toMatchObject({ timeNs: 40_000, isNewest: true });
  // Back, and on again: there is a future that has been seen, until play has passed it.
  player.seek(10_000);
  await flush();
  expect(player.playhead.isNewest).toBe(false);
  await playFor(2);
  expect(player.playhead).toMatchObject({ timeNs: 30_000, isNewest: false });
  await playFor(2);
  expect(player.playhead).toMatchObject({ timeNs: 50_000, isNewest: true });
  // Who steps or goes there has chosen the instant, even a new one.
  player.step(1);
  await flush();
  expect(player.playhead.isNewest).toBe(false);
  player.seek(200_000);
  await flush();
  expect(player.playhead.isNewest).toBe(false);
});

test('replaces a player that playback has brought there', async () => {
  const { player, flush } = await setUp({ startNs: 40_000, isNewest: true });
  await flush();
  expect(player.playhead).toMatchObject({ timeNs: 40_000, isNewest: true });
  player.seek(60_000, undefined, true);
  await flush();
  expect(player.playhead.isNewest).toBe(true);
});
