/** Servers with I/O threads: a row for each thread, what it is at, and for whom. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Frame } from '../../src/model/playback/frame.ts';
import type { Recording } from '../../src/model/playback/recording.ts';
import { describeNow, describeServer, describeThread } from '../../src/stage/describe.ts';
import { describeRegion } from '../../src/stage/describe-region.ts';
import { createDots } from '../../src/stage/dot-columns.ts';
import { contains, overlap } from '../../src/stage/geometry.ts';
import { nodeLanes, serverIoLanes } from '../../src/stage/lanes.ts';
import { systemLayout } from '../../src/stage/layout-system.ts';
import { paintFrame } from '../../src/stage/paint.ts';
import { pick } from '../../src/stage/pick.ts';
import { placeDots } from '../../src/stage/place.ts';
import type { SceneLayout } from '../../src/stage/places.ts';
import { areasOf, regionsIn } from '../../src/stage/regions.ts';
import { appearancesIn } from '../../src/stage/state-words.ts';
import { ACTIVITY, PHASE, STATE } from '../../src/stage/vocabulary.ts';
import { drawLog, wordsOf } from '../support/draw-log.ts';
import { frameAt, LANGUAGES, recordPreset, sceneOf, sceneText } from '../support/scenes.ts';

let six: Recording;
let eight: Recording;
let none: Recording;
beforeAll(async () => {
  six = await recordPreset('redis6-io-threads-4', 4e6);
  eight = await recordPreset('threaded-redis-8', 4e6);
  none = await recordPreset('redis-one-thread', 1e6);
});

const sizes = [
  { width: 1125, height: 165, fontPx: 13 },
  { width: 1420, height: 192, fontPx: 13 },
  { width: 1868, height: 295, fontPx: 24 },
  { width: 360, height: 390, fontPx: 13 },
];

/** Instants at which all threads read, the main thread waits for the others, all write, and all I/O threads wait for something to do. */
function findInstants(recording: Recording) {
  const lanes = [...nodeLanes(recording.layout), ...serverIoLanes(recording.layout)];
  const frames: Frame[] = [];
  const first = (is: (threads: Frame['threads']) => boolean): Frame => {
    for (let i = 0; i < 4000; i++) {
      frames[i] ??= frameAt(recording, 2e6 + i * 500);
      const frame = frames[i];
      if (frame && is(frame.threads)) return frame;
    }
    throw new Error('there is no such instant');
  };
  const allAt = (activity: number, of = lanes) =>
    first((threads) => of.every((lane) => threads.activity[lane] === activity));
  const [main, ...io] = lanes as [number, ...number[]];
  return {
    reading: allAt(ACTIVITY.read),
    writing: allAt(ACTIVITY.write),
    spinning: first(
      (threads) =>
        io.every((lane) => threads.activity[lane] === ACTIVITY.spin) &&
        threads.activity[main] === ACTIVITY.execute,
    ),
    barrier: first(
      (threads) =>
        threads.activity[main] === ACTIVITY.spin &&
        io.some((lane) => threads.activity[lane] === ACTIVITY.clientTurn),
    ),
    main,
    io,
  };
}

const found = new Map<Recording, ReturnType<typeof findInstants>>();
/** Several tests look at the same instants. */
function instants(recording: Recording) {
  const known = found.get(recording) ?? findInstants(recording);
  found.set(recording, known);
  return known;
}

describe.each(LANGUAGES)('%s', (language) => {
  test.each(sizes)('every thread has a row or a bar in the server, none over another: %o', (size) => {
    for (const { layout: run } of [six, eight]) {
      for (const layout of [
        sceneOf(run, { ...size, language }).layout,
        systemLayout(run, size.width, size.height, sceneText(language), size.fontPx),
      ]) {
        const { others, serverBox, nodes } = layout;
        expect(others.map(({ lane }) => lane)).toEqual([...nodeLanes(run), ...serverIoLanes(run)]);
        others.forEach(({ box, words }, i) => {
          expect(contains(serverBox, box.x, box.y)).toBe(true);
          expect(box.y + box.h).toBeLessThan(serverBox.y + serverBox.h);
          if (words) expect(words.x + words.w).toBeLessThanOrEqual(serverBox.x + serverBox.w);
          for (const other of others.slice(i + 1)) expect(overlap(box, other.box, 0)).toBe(false);
          const { inbox, outbox, ring } = nodes[0] as SceneLayout['nodes'][number];
          for (const { area } of [inbox, outbox]) expect(overlap(box, area, 0)).toBe(false);
          expect(ring.x + ring.radius).toBeLessThan(box.x);
        });
      }
    }
  });

  test.each(sizes)('threads are named, and a letter at least says what they are at: %o', (size) => {
    for (const { layout: run } of [six, eight]) {
      const { layout, text } = sceneOf(run, { ...size, language });
      const said = layout.captions.map((caption) => caption.text);
      const names = ['main', 'mainShort'].map((key) => text.message(`stage.thread.${key}`));
      expect(names.some((name) => said.includes(name))).toBe(true);
      for (const { words } of layout.others) expect(words?.w).toBeGreaterThan(words?.sizePx ?? 0);
    }
  });
});

const paintedAt = (recording: Recording, frame: ReturnType<typeof frameAt>, size = sizes[1]) => {
  const log = drawLog();
  const scene = sceneOf(recording.layout, { ...size, width: 1600 });
  paintFrame(log.ctx, frame, scene, { speed: 0, request: -1 });
  const rows = scene.layout.others.flatMap(({ words }) => words?.x ?? []);
  const said = wordsOf(log).filter(({ x }) => rows.some((row) => Math.abs(row - x) < 1));
  return { scene, log, said: said.map(({ words }) => words) };
};

test('rows say what is read from and written to, and for which connection', () => {
  const { reading, writing, main, io } = instants(six);
  for (const [frame, activity] of [
    [reading, 'read()'],
    [writing, 'write()'],
  ] as const) {
    const { said } = paintedAt(six, frame);
    const own = [main, ...io].map(
      (lane) => `K ${activity} conn. ${(frame.threads.connection[lane] ?? 0) + 1}`,
    );
    expect(said).toEqual(own);
  }
});

test('a connection is named only beside what is done for it', () => {
  const frame = instants(six).reading;
  const { scene } = paintedAt(six, frame);
  const others = scene.layout.others.map((bar) =>
    bar.words ? { ...bar, words: { ...bar.words, w: bar.words.sizePx * 4 } } : bar,
  );
  const log = drawLog();
  scene.layout.paintRowWords?.(log.ctx, frame, { ...scene, layout: { ...scene.layout, others } });
  expect(log.calls('fillText').map(([words]) => words)).toEqual(['K', 'K', 'K', 'K']);
});

test('busy waiting has a letter and a fill of its own, and a main thread says that it waits for the others', () => {
  const { spinning, barrier } = instants(six);
  const idle = paintedAt(six, spinning);
  expect(idle.said).toEqual([
    expect.stringMatching(/^R execute conn\. \d+$/),
    ...Array(3).fill('L busy-waiting'),
  ]);
  expect(paintedAt(six, barrier).said[0]).toBe('L waits for the other threads');
  // Its fill is a pattern in the colour of running: the tests have plain colours.
  const { fills, palette } = idle.scene;
  expect(palette.states.spin.fill).toBe(palette.states.user.fill);
  expect(palette.states.spin.pattern).not.toBe(palette.states.user.pattern);
  const marked = { ...idle.scene, fills: { ...fills, spin: '#spin' } };
  const log = drawLog();
  paintFrame(log.ctx, spinning, marked, { speed: 0, request: -1 });
  expect(log.entries.filter((entry) => entry === 'fillStyle=#spin')).toHaveLength(3);
});

test('a request that is read or written is at the bar of the thread that does it', () => {
  const { reading, writing } = instants(six);
  for (const [frame, phase] of [
    [reading, PHASE.serverRead],
    [writing, PHASE.serverWrite],
  ] as const) {
    const { layout } = sceneOf(six.layout, sizes[0]);
    const dots = createDots(layout);
    placeDots(dots, frame, layout, 0);
    let seen = 0;
    for (let i = 0; i < frame.requests.count; i++) {
      if (frame.requests.phase[i] !== phase) continue;
      seen++;
      const own = layout.others.find(
        ({ lane }) => frame.threads.connection[lane] === frame.requests.connection[i],
      );
      if (!own) throw new Error('nobody serves the connection');
      expect(contains(own.box, dots.x[i] ?? 0, dots.y[i] ?? 0)).toBe(true);
    }
    expect(seen).toBe(4);
  }
});

test('a bar is picked as its thread, the room beside it is the server’s', () => {
  const scene = sceneOf(six.layout, sizes[0]);
  const frame = instants(six).spinning;
  placeDots(scene.dots, frame, scene.layout, 0);
  for (const { lane, box } of scene.layout.others)
    expect(pick(frame, scene, box.x + box.w / 2, box.y + box.h / 2)).toEqual({ kind: 'thread', lane });
  expect(areasOf(scene.layout, 'serverThreads')).toHaveLength(4);
  expect(regionsIn(six.layout)).toContain('serverThreads');
  expect(regionsIn(none.layout)).not.toContain('serverThreads');
});

test('in words: who reads, who waits busily, and for whom the main thread waits', () => {
  const { reading, spinning, barrier, main, io } = instants(six);
  const run = six.layout;
  const told = (frame: typeof reading) =>
    describeNow(frame, run).filter(({ key }) => key.startsWith('describe.io'));
  expect(told(reading)).toEqual([{ key: 'describe.io.read', values: { count: 3 } }]);
  expect(told(spinning)).toEqual([{ key: 'describe.io.spin', values: { count: 3 } }]);
  expect(describeServer(barrier, run)).toEqual({ key: 'describe.server.barrier' });
  const [first = 0] = io;
  expect(describeThread(reading, run, first)).toMatchObject({
    key: 'describe.threadServes',
    values: { connection: (reading.threads.connection[first] ?? 0) + 1 },
  });
  const parsing = io.filter((lane) => barrier.threads.activity[lane] !== ACTIVITY.spin).length;
  expect(describeThread(barrier, run, main)).toMatchObject({
    key: 'describe.threadAwaits',
    values: { count: parsing },
  });
});

test('of many threads those that wait busily are not counted as at work', () => {
  const frame = frameAt(eight, 3e6);
  const lanes = serverIoLanes(eight.layout);
  lanes.forEach((lane, i) => {
    frame.threads.state[lane] = i < 2 ? STATE.user : STATE.idle;
    frame.threads.activity[lane] = i < 2 ? ACTIVITY.spin : ACTIVITY.none;
  });
  frame.threads.state[lanes[2] ?? 0] = STATE.kernel;
  expect(describeRegion(frame, eight.layout, 'serverThreads')).toEqual([
    { key: 'describe.busy', values: { count: 1, threads: 7, spinning: 2 } },
  ]);
});

test('both sides have one arrangement where one of them has I/O threads', () => {
  const size = { width: 1420, height: 192 };
  const alone = sceneOf(none.layout, size).layout;
  const beside = sceneOf(none.layout, { ...size, beside: [six.layout] }).layout;
  const threaded = sceneOf(six.layout, { ...size, beside: [none.layout] }).layout;
  expect(beside.serverBox).toEqual(threaded.serverBox);
  expect(beside.serverBox.w).toBeGreaterThan(alone.serverBox.w);
});

test('a legend names busy waiting where threads of Redis may do it', () => {
  expect(appearancesIn([none.layout])).not.toContain('spin');
  expect(appearancesIn([none.layout, six.layout]).slice(0, 2)).toEqual(['user', 'spin']);
});
