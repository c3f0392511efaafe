import { beforeAll, describe, expect, test } from 'vitest';
import type { Recording } from '../../src/model/playback/recording.ts';
import { paintBackdrop } from '../../src/stage/backdrop.ts';
import { counterValue } from '../../src/stage/counters.ts';
import { loopPart, loopParts } from '../../src/stage/loops.ts';
import { paintFrame } from '../../src/stage/paint.ts';
import type { Scene } from '../../src/stage/places.ts';
import { ringPart } from '../../src/stage/server.ts';
import { ACTIVITY, STATE } from '../../src/stage/vocabulary.ts';
import { drawLog } from '../support/draw-log.ts';
import { frameAt, recordPreset, sceneOf } from '../support/scenes.ts';

const still = { speed: 0, request: -1 };

let pool: Recording;
let shared: Recording;
let paired: Recording;
beforeAll(async () => {
  pool = await recordPreset('jedis-pool-8', 5e6);
  shared = await recordPreset('lettuce-shared', 5e6);
  paired = await recordPreset('rueidis', 5e6);
});

const logAt = (recording: Recording, scene: Scene, timeNs: number, moment = still) => {
  const log = drawLog();
  const frame = frameAt(recording, timeNs);
  paintFrame(log.ctx, frame, scene, moment);
  return { log, frame };
};

describe.each(['pool', 'shared', 'paired'] as const)('%s', (name) => {
  const recording = () => ({ pool, shared, paired })[name];

  test('every request is one dot, every caller one cell, every count its number', () => {
    const scene = sceneOf(recording().layout);
    for (const time of [0, 1e6, 2.2e6, 4.9e6]) {
      const { log, frame } = logAt(recording(), scene, time);
      const radius = scene.layout.dot;
      expect(log.calls('arc').filter((args) => args[2] === radius)).toHaveLength(frame.requests.count);
      const { grid } = scene.layout.callers;
      const inGrid = log.calls('rect').filter(([x]) => (x as number) < grid.rect.x + grid.rect.w);
      expect(inGrid).toHaveLength(recording().layout.callers);
      const numbers = log.calls('fillText').map(([text]) => text);
      for (const { key } of scene.layout.counters) {
        expect(numbers).toContain(scene.text.count(counterValue(key, frame)));
      }
    }
  });

  test('the rims of a crowd lie below its dots; above them they are opaque and of their own colour: translucent ones add up and cover it', () => {
    const scene = sceneOf(recording().layout);
    const { entries } = logAt(recording(), scene, 2.2e6).log;
    const radius = (entry: string) => Number(/^arc\(([^)]*)\)/.exec(entry)?.[1]?.split(',')[2]);
    const lastRim = entries.findLastIndex((entry) => radius(entry) === scene.layout.dot);
    const dots = entries
      .slice(lastRim)
      .filter((entry) => /^(stroke|fill)\(|^strokeStyle|^globalAlpha/.test(entry));
    const { paper, rim } = scene.palette;
    expect(dots.slice(0, 5)).toEqual([
      ...[`strokeStyle=${paper}`, 'stroke()', 'fill()'],
      ...[`strokeStyle=${rim[scene.side]}`, 'stroke()'],
    ]);
  });

  test('the same instant is the same picture, whatever was painted before', () => {
    const scene = sceneOf(recording().layout);
    const picture = (time: number) =>
      logAt(recording(), scene, time, { ...still, speed: 300_000 }).log.entries;
    const forward = [1e6, 2e6, 3e6].map(picture);
    const back = [3e6, 2e6, 1e6].map(picture).reverse();
    expect(back).toEqual(forward);
    expect(forward[0]).not.toEqual(forward[1]);
  });

  test('reduced motion shows levels and strips, and the same numbers', () => {
    const scene = sceneOf(recording().layout, { isReduced: true });
    const full = sceneOf(recording().layout);
    for (const time of [1e6, 2.2e6]) {
      const { log, frame } = logAt(recording(), scene, time);
      expect(log.calls('arc').filter((args) => args[2] === scene.layout.dot)).toEqual([]);
      // What is not drawn cannot be pointed at.
      expect(scene.dots.single.every((single) => single === 0)).toBe(true);
      expect(log.calls('fillRect').length).toBeGreaterThanOrEqual(3);
      const onWire = counterValue('wireOut', frame);
      const { pipes } = scene.layout;
      const strips = log.calls('rect').filter(([x]) => (x as number) >= pipes.area.x);
      if (onWire > 0) expect(strips.length).toBeGreaterThan(0);
      const numbers = (entries: readonly string[]) =>
        entries.filter((entry) => /fillText\([\d,]+,/.test(entry));
      expect(numbers(log.entries)).toEqual(numbers(logAt(recording(), full, time).log.entries));
    }
  });
});

test('an instant that is not recorded is not drawn', () => {
  const { log } = logAt(pool, sceneOf(pool.layout), 9e9);
  expect(log.entries).toHaveLength(1);
  expect(log.calls('clearRect')).toHaveLength(1);
});

test('what is pointed out has a ring, on its thread as well', () => {
  const scene = sceneOf(pool.layout);
  const { frame } = logAt(pool, scene, 2e6);
  const id = frame.requests.id[0] ?? 0;
  const { log } = logAt(pool, scene, 2e6, { ...still, request: id });
  expect(log.calls('arc').some((args) => args[2] === scene.layout.dot + 3.5)).toBe(true);
  expect(log.calls('strokeRect')).toHaveLength(1);
});

test('the backdrop names machines and places, once', () => {
  const log = drawLog();
  const scene = sceneOf(shared.layout);
  paintBackdrop(log.ctx, scene);
  const words = log.calls('fillText').map(([text]) => text);
  for (const word of [
    'Client machine · 8 cores',
    '200 caller threads',
    '8 event loops, 7 unused',
    'Redis main thread',
  ]) {
    expect(words.filter((text) => text === word)).toHaveLength(1);
  }
});

test('the ring lights the part of the loop the main thread is at', () => {
  expect(ringPart(STATE.kernel, ACTIVITY.read)).toBe('read');
  expect(ringPart(STATE.kernel, ACTIVITY.readEmpty)).toBe('read');
  expect(ringPart(STATE.user, ACTIVITY.execute)).toBe('execute');
  expect(ringPart(STATE.kernel, ACTIVITY.write)).toBe('write');
  expect(ringPart(STATE.kernel, ACTIVITY.epollWait)).toBe('wait');
  expect(ringPart(STATE.idle, ACTIVITY.none)).toBe('wait');
  expect(ringPart(STATE.runnable, ACTIVITY.execute)).toBeNull();
});

test('the wheel of an event loop lights the part its thread is at', () => {
  expect(loopPart(STATE.idle, ACTIVITY.none)).toBe('wait');
  expect(loopPart(STATE.kernel, ACTIVITY.epollWait)).toBe('wait');
  expect(loopPart(STATE.kernel, ACTIVITY.read)).toBe('read');
  expect(loopPart(STATE.user, ACTIVITY.decode)).toBe('read');
  expect(loopPart(STATE.kernel, ACTIVITY.futexWake)).toBe('read');
  expect(loopPart(STATE.user, ACTIVITY.task)).toBe('tasks');
  expect(loopPart(STATE.kernel, ACTIVITY.write)).toBe('tasks');
  expect(loopPart(STATE.runnable, ACTIVITY.task)).toBeNull();
});

test('an event loop is drawn as a wheel: a third of a circle lit, a thin whole one without a core', () => {
  const scene = sceneOf(shared.layout);
  const [core] = scene.layout.loops?.cores ?? [];
  if (!core) throw new Error('there is no loop');
  const { wheel } = loopParts(scene, core, 1);
  if (!wheel) throw new Error('there is no room for a wheel');
  const seen = new Set<number>();
  for (let time = 2e6; time < 4e6; time += 20_000) {
    const { log } = logAt(shared, scene, time);
    const [arc] = log
      .calls('arc')
      .filter(([x, y, radius]) => x === wheel.x && y === wheel.y && radius === wheel.radius);
    seen.add(Math.round((((arc?.[4] as number) - (arc?.[3] as number)) * 180) / Math.PI));
  }
  expect([...seen].every((degrees) => degrees === 114 || degrees === 360)).toBe(true);
  expect(seen).toContain(114);
});

test('painting a frame of 200 threads makes few calls', () => {
  const { log } = logAt(shared, sceneOf(shared.layout), 3e6, { ...still, speed: 300_000 });
  expect(log.calls('fill').length + log.calls('stroke').length).toBeLessThan(40);
  expect(log.calls('fillText').length).toBeLessThan(40);
});

test('batches of a cluster: every part is a dot, those of one batch look alike, the last one has a ring', async () => {
  const recording = await recordPreset('cluster-lettuce-mget', 6e6, {
    'workload.arrivals.thinkUs': { kind: 'constant', value: 0 },
  });
  const scene = sceneOf(recording.layout);
  const { dot } = scene.layout;
  let withRing = 0;
  for (let time = 1e5; time < 6e6; time += 2.1e4) {
    const { log, frame } = logAt(recording, scene, time);
    const { requests } = frame;
    const arcs = (radius: number) =>
      log.calls('arc').filter((args) => Math.abs((args[2] as number) - radius) < 1e-6);
    // Halves begin at the top.
    const whole = (args: readonly unknown[]) => args[3] === 0;
    const left = new Map<number, number>();
    let shown = 0;
    for (let i = 0; i < requests.count; i++) {
      if (requests.isPart[i] === 0) continue;
      left.set(requests.id[i] ?? 0, (left.get(requests.id[i] ?? 0) ?? 0) + 1);
      shown += scene.dots.single[i] ?? 0;
    }
    expect(arcs(dot).filter(whole)).toHaveLength(frame.inProgress);
    expect(arcs(dot * 0.75).filter(whole)).toHaveLength(shown);
    const last = [...left.values()].filter((count) => count === 1).length;
    expect(arcs(dot * 0.75 + 3)).toHaveLength(last);
    withRing += last;
  }
  expect(withRing).toBeGreaterThan(5);
});

test('who points at a batch sees its caller and all of its parts', async () => {
  const recording = await recordPreset('cluster-spring-mget', 3e6, {
    'workload.arrivals.thinkUs': { kind: 'constant', value: 0 },
  });
  const scene = sceneOf(recording.layout);
  const { requests } = frameAt(recording, 2.5e6);
  const id = requests.id[0] ?? 0;
  const { log } = logAt(recording, scene, 2.5e6, { ...still, request: id });
  let single = 0;
  for (let i = 0; i < requests.count; i++) if (requests.id[i] === id && scene.dots.single[i] === 1) single++;
  const rings = log.calls('arc').filter((args) => args[2] === scene.layout.dot + 3.5);
  expect(rings).toHaveLength(single);
  expect(single).toBeGreaterThan(1);
});

test('event loops have one form on both sides of a projected comparison of clusters', async () => {
  for (const preset of ['cluster-3', 'cluster-6']) {
    const { layout } = await recordPreset(preset, 1e6);
    const scene = sceneOf(layout, { width: 1868, height: 295, fontPx: 24 });
    const cores = scene.layout.loops?.cores ?? [];
    expect(cores.length).toBe(preset === 'cluster-3' ? 3 : 6);
    for (const core of cores) {
      const { wheel } = loopParts(scene, core, 1);
      expect(wheel, preset).not.toBeNull();
      expect(2 * (wheel?.radius ?? 0) + (wheel?.band ?? 0)).toBeLessThanOrEqual(core.h);
    }
  }
});

test('a writer and a reader are bars at the ways of their connection, as high as their states are', () => {
  const scene = sceneOf(paired.layout);
  const { loops } = scene.layout;
  if (!loops) throw new Error('writers and readers have no place');
  const heights = new Set<number>();
  for (let time = 2e6; time < 4e6; time += 20_000) {
    const { log, frame } = logAt(paired, scene, time);
    const drawn = log.calls('rect');
    loops.lanes.forEach((lanes, pair) => {
      const core = loops.cores[pair];
      const bars = core ? loopParts(scene, core, lanes.length).bars : [];
      expect(bars).toHaveLength(2);
      bars.forEach(({ x, y, w, h }, i) => {
        const [own] = drawn.filter(
          ([left, top, width]) =>
            left === x && width === w && (top as number) >= y - 1 && (top as number) < y + h,
        );
        expect(own, `pair ${pair}, thread ${i}`).toBeDefined();
        if (frame.threads.shown.state[lanes[i] as number] === STATE.user) expect(own?.[3]).toBe(h);
        heights.add(own?.[3] as number);
      });
    });
  }
  expect(heights.size).toBeGreaterThan(1);
});

test('in a cluster the strips of a connection stay in its lane', async () => {
  const recording = await recordPreset('cluster-lettuce-mget', 3.2e6, {
    'server.nodes': 6,
    'workload.arrivals.callers': 1000,
  });
  const scene = sceneOf(recording.layout, { isReduced: true });
  const { pipes } = scene.layout;
  expect(pipes.lanes).toBe(6);
  const { log, frame } = logAt(recording, scene, 3e6);
  const onWire = counterValue('wireOut', frame) + counterValue('wireBack', frame);
  expect(onWire).toBeGreaterThan(0);
  const { area, step } = pipes;
  const bars = log
    .calls('rect')
    .map((args) => args.map(Number) as [number, number, number, number])
    .filter(([x, y, w]) => x >= area.x - 1 && x + w <= area.x + area.w + 1 && y >= area.y && w < area.w / 50);
  expect(bars.length).toBeGreaterThan(0);
  for (const [, y, , h] of bars) {
    const lane = Math.floor((y - area.y) / step);
    expect.soft(y + h).toBeLessThanOrEqual(area.y + (lane + 1) * step);
    expect.soft(h).toBeLessThanOrEqual(step / 2);
  }
});

test('callers that are only counted are counted in words on a phone, with a bar for each that occurs', async () => {
  const crowd = await recordPreset('jedis-pool-8', 4e6, { 'workload.arrivals.callers': 800 });
  for (const [language, words] of [
    ['en', ['B waiting for a connect', 'P waiting for a rep', 'Q waiting for a ']],
    ['zh-CN', ['B 等待连接', 'P 挂起等响应', 'Q 就绪，等 CPU']],
  ] as const) {
    const scene = sceneOf(crowd.layout, { language, width: 358, height: 388, fontPx: 13 });
    const { area, form } = scene.layout.callers;
    expect(form).toBe('levels');
    const { log, frame } = logAt(crowd, scene, 2e6);
    const said = log.calls('fillText').map(([text]) => String(text));
    for (const word of words) expect(said.some((text) => text.startsWith(word))).toBe(true);
    const bars = log.calls('rect').filter(([x, y]) => Number(y) < area.y + area.h && Number(x) >= area.x);
    expect(bars).toHaveLength(frame.callersByState.filter((count) => count > 0).length);
    for (const [, y, , h] of bars) expect(Number(y) + Number(h)).toBeLessThanOrEqual(area.y + area.h);
  }
});
