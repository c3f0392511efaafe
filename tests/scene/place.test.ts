import { expect, test } from 'vitest';
import type { Frame } from '../../src/model/playback/frame.ts';
import { createDots } from '../../src/stage/dot-columns.ts';
import { nodeOf } from '../../src/stage/node-places.ts';
import { placeDots } from '../../src/stage/place.ts';
import type { Dots, SceneLayout } from '../../src/stage/places.ts';
import { PHASE, phaseName } from '../../src/stage/vocabulary.ts';
import { frameAt, recordPreset, sceneOf } from '../support/scenes.ts';

/** Callers that do not pause: batches follow each other. */
const busy = { 'workload.arrivals.thinkUs': { kind: 'constant', value: 0 } };

const runs = [
  ['jedis-pool-8', {}],
  ['lettuce-shared', {}],
  ['lettuce-multi-8', {}],
  ['linux-jedis-50', {}],
  ['linux-lettuce-shared', {}],
  ['jedis-pool-8', { 'workload.arrivals.callers': 900, 'client.connections.maxTotal': 400 }],
  ['lettuce-shared', { 'workload.arrivals.callers': 2000, 'client.connections.count': 40 }],
  ['cluster-spring-mget', busy],
  ['cluster-lettuce-mget', busy],
] as const;
const sizes = [
  { width: 1400, height: 320 },
  { width: 380, height: 480 },
];
const times = [20_000, 1e5, 1e6, 1.37e6, 2e6, 3.141e6];

const placed = (frame: Frame, layout: SceneLayout, glideNs = 0): Dots => {
  const dots = createDots(layout);
  placeDots(dots, frame, layout, glideNs);
  return dots;
};

test.each(runs)(
  '%s %o: every request is somewhere on the canvas, gliding or not',
  async (preset, changes) => {
    const recording = await recordPreset(preset, 4e6, changes);
    const outside: string[] = [];
    for (const size of sizes) {
      const { layout } = sceneOf(recording.layout, size);
      for (const time of times) {
        const frame = frameAt(recording, time);
        expect(frame.requests.count).toBeGreaterThan(0);
        for (const glideNs of [0, 30_000]) {
          const dots = placed(frame, layout, glideNs);
          for (let i = 0; i < frame.requests.count; i++) {
            const [x, y] = [dots.x[i] ?? -1, dots.y[i] ?? -1];
            if (x >= 0 && x <= layout.width && y >= 0 && y <= layout.height) continue;
            outside.push(`${phaseName(frame.requests.phase[i] ?? 0)} at ${time}: ${x}, ${y}`);
          }
        }
      }
    }
    expect(outside).toEqual([]);
  },
);

test('on the wire a dot is exactly as far as its request, out and back', async () => {
  const recording = await recordPreset('lettuce-shared', 4e6);
  const { layout } = sceneOf(recording.layout);
  const { area } = layout.pipes;
  const frame = frameAt(recording, 2.5e6);
  const dots = placed(frame, layout, 50_000);
  let seen = 0;
  for (let i = 0; i < frame.requests.count; i++) {
    const { phase, progress } = frame.requests;
    if (phase[i] !== PHASE.wireOut && phase[i] !== PHASE.wireBack) continue;
    seen++;
    const along = phase[i] === PHASE.wireOut ? (progress[i] ?? -1) : 1 - (progress[i] ?? -1);
    expect(dots.x[i]).toBeCloseTo(area.x + along * area.w, 2);
    const isUpper = (dots.y[i] ?? 0) < area.y + area.h / 2;
    expect(isUpper).toBe(phase[i] === PHASE.wireOut);
  }
  expect(seen).toBeGreaterThan(50);
});

test('replies that wait until the connection lets them go stand where they are sent from', async () => {
  const large = {
    'network.mbitPerSec': 10_000,
    'network.windowBytes': 65_536,
    'workload.command.replyBytes': 500_000,
  };
  const recording = await recordPreset('lettuce-shared', 4e6, large);
  const { layout } = sceneOf(recording.layout);
  const { area } = layout.pipes;
  const frame = frameAt(recording, 3e6);
  const dots = placed(frame, layout);
  const { count, phase, progress } = frame.requests;
  const back = Array.from({ length: count }, (_, i) => i).filter((i) => phase[i] === PHASE.wireBack);
  expect(back.filter((i) => progress[i] === 0).length).toBeGreaterThan(0);
  for (const i of back) {
    expect(dots.x[i]).toBeGreaterThanOrEqual(area.x - 0.01);
    expect(dots.x[i]).toBeLessThanOrEqual(area.x + area.w + 0.01);
  }
});

test('queues are in the order of waiting, the longest at the head', async () => {
  const recording = await recordPreset('jedis-pool-8', 4e6);
  const { layout } = sceneOf(recording.layout);
  const frame = frameAt(recording, 3e6);
  const dots = placed(frame, layout);
  const { requests } = frame;
  const waiting = Array.from({ length: requests.count }, (_, i) => i)
    .filter((i) => requests.phase[i] === PHASE.waitConnection)
    .sort((one, other) => (dots.rank[one] ?? 0) - (dots.rank[other] ?? 0));
  expect(waiting.length).toBeGreaterThan(150);
  expect(waiting.map((i) => dots.rank[i])).toEqual(waiting.map((_, rank) => rank));
  for (let n = 1; n < waiting.length; n++) {
    expect(requests.since[waiting[n] ?? 0]).toBeGreaterThanOrEqual(requests.since[waiting[n - 1] ?? 0] ?? 0);
  }
  const places = new Set(waiting.map((i) => `${dots.x[i]} ${dots.y[i]}`));
  expect(places.size).toBe(waiting.length);
});

test('each event loop has its own queue, beside its own connections', async () => {
  const recording = await recordPreset('linux-lettuce-shared', 3e6, { 'client.connections.count': 4 });
  const { layout } = sceneOf(recording.layout);
  let seen = 0;
  for (let time = 5e5; time < 3e6; time += 1e5) {
    const frame = frameAt(recording, time);
    const dots = placed(frame, layout);
    const { requests } = frame;
    for (let i = 0; i < requests.count; i++) {
      if (requests.phase[i] !== PHASE.taskQueue) continue;
      const loop = (requests.connection[i] ?? 0) % recording.layout.loops;
      const box = layout.loops?.boxes[loop];
      expect(box && (dots.y[i] ?? -1) >= box.y && (dots.y[i] ?? -1) <= box.y + box.h).toBe(true);
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(100);
});

test('more than three hundred in one place are bundled, fewer are single', async () => {
  const many = await recordPreset('lettuce-shared', 2e6, {
    'workload.arrivals.callers': 2000,
    'client.connections.count': 40,
  });
  const { layout } = sceneOf(many.layout);
  for (const time of times.slice(0, 4)) {
    const frame = frameAt(many, time);
    const dots = placed(frame, layout);
    for (const phase of [PHASE.wireOut, PHASE.wireBack, PHASE.serverQueue, PHASE.taskQueue]) {
      const count = frame.byPhase[phase] ?? 0;
      let single = 0;
      for (let i = 0; i < frame.requests.count; i++) {
        if (frame.requests.phase[i] === phase) single += dots.single[i] ?? 0;
      }
      if (count > 300) expect(single).toBe(0);
      else if (phase !== PHASE.taskQueue) expect(single).toBe(count);
    }
  }
});

test('a glide begins where the request was and ends in its place', async () => {
  const recording = await recordPreset('jedis-pool-8', 4e6);
  const { layout } = sceneOf(recording.layout);
  const frame = recording.createFrame();
  const { requests } = frame;
  const target = { id: -1, since: 0 };
  recording.frameAt(3e6, frame);
  for (let i = 0; i < requests.count; i++) {
    if (requests.phase[i] === PHASE.waitConnection && (requests.since[i] ?? 0) > target.since) {
      target.since = requests.since[i] ?? 0;
      target.id = requests.id[i] ?? -1;
    }
  }
  const positionAt = (time: number, glideNs: number) => {
    recording.frameAt(time, frame);
    const dots = placed(frame, layout, glideNs);
    const i =
      Array.from({ length: requests.count }, (_, n) => n).find((n) => requests.id[n] === target.id) ?? 0;
    return { x: dots.x[i] ?? 0, y: dots.y[i] ?? 0, caller: requests.caller[i] ?? 0 };
  };
  const start = positionAt(target.since, 1e5);
  const { grid } = layout.callers;
  expect(start.x).toBeLessThan(grid.rect.x + grid.rect.w);
  expect(positionAt(target.since + 1e5, 1e5).x).toBe(positionAt(target.since + 1e5, 0).x);
  expect(positionAt(target.since + 5e4, 1e5).x).toBeGreaterThan(start.x);
});

test('parts of a batch are at the node of their connection', async () => {
  const recording = await recordPreset('cluster-lettuce-mget', 4e6, busy);
  const { layout } = sceneOf(recording.layout);
  const { pipes, nodes, run } = layout;
  expect(nodes).toHaveLength(5);
  const seen = new Set<number>();
  const elsewhere: string[] = [];
  for (let time = 2e4; time < 4e6; time += 1.3e4) {
    const frame = frameAt(recording, time);
    const dots = placed(frame, layout);
    const { requests } = frame;
    for (let i = 0; i < requests.count; i++) {
      const phase = phaseName(requests.phase[i] ?? 0);
      if (requests.isPart[i] !== 1 || !/^server|^execute$|^reply|^wire/.test(phase)) continue;
      const node = nodeOf(run, 5, requests.connection[i] ?? -1);
      seen.add(node);
      const lane = Math.floor(((dots.y[i] ?? 0) - pipes.area.y) / pipes.step);
      if (lane !== pipes.laneOf[node]) elsewhere.push(`${phase} at ${time}: ${lane}`);
    }
  }
  expect(elsewhere).toEqual([]);
  expect(seen.size).toBe(5);
});

test('a frame has whole requests and their parts, which are counted apart', async () => {
  const recording = await recordPreset('cluster-spring-mget', 4e6, busy);
  const frame = frameAt(recording, 2e6);
  const { requests, byPhase, inProgress } = frame;
  expect(inProgress).toBe(4);
  const parts = requests.isPart.slice(0, requests.count).filter((isPart) => isPart === 1).length;
  expect(parts).toBe(requests.count - 4);
  expect(byPhase.reduce((sum, count) => sum + count)).toBe(requests.count);
  expect(byPhase[PHASE.fanOut]).toBe(4);
});

test('of callers that are counted none is drawn over the counts, on its way neither', async () => {
  const recording = await recordPreset('cluster-6', 4e6, { 'workload.arrivals.callers': 2000 });
  const over: string[] = [];
  for (const size of [...sizes, { width: 1868, height: 296, fontPx: 24 }]) {
    const { layout } = sceneOf(recording.layout, size);
    const { form, area } = layout.callers;
    expect(form).toBe('levels');
    for (const time of times) {
      const frame = frameAt(recording, time);
      const { x, y } = placed(frame, layout, 30_000);
      for (let i = 0; i < frame.requests.count; i++) {
        if (frame.requests.phase[i] === PHASE.waitCaller) continue;
        const isOver = layout.pipes.isTall ? (y[i] ?? 0) < area.y + area.h : (x[i] ?? 0) < area.x + area.w;
        if (isOver) over.push(`${phaseName(frame.requests.phase[i] ?? 0)} at ${time}`);
      }
    }
  }
  expect(over).toEqual([]);
});

test('an answer goes from the ring into its tray beside the names of the ring’s parts, not over them', async () => {
  const recording = await recordPreset('redis-one-thread', 4e6);
  const { layout } = sceneOf(recording.layout, { width: 790, height: 303 });
  const { ring } = layout.nodes[0] ?? {};
  const [first] = ring?.labels ?? [];
  expect(ring?.isList).toBe(true);
  const top = (first?.y ?? 0) - (first?.sizePx ?? 0);
  expect(top).toBeGreaterThan((ring?.y ?? 0) + (ring?.radius ?? 0));
  let onTheirWay = 0;
  for (let time = 1e6; time < 4e6; time += 7_000) {
    const frame = frameAt(recording, time);
    const { x, y } = placed(frame, layout, 60_000);
    for (let i = 0; i < frame.requests.count; i++) {
      if (frame.requests.phase[i] !== PHASE.replyQueue || (x[i] ?? 0) < (first?.x ?? 0)) continue;
      onTheirWay++;
      expect.soft((y[i] ?? 0) + layout.dot, `at ${time}`).toBeLessThan(top);
    }
  }
  expect(onTheirWay).toBeGreaterThan(5);
});

test.each([
  ['jedis-pool-8', PHASE.serverQueue],
  ['lettuce-shared', PHASE.serverQueue],
  ['lettuce-shared', PHASE.clientRead],
] as const)(
  'on a narrow stage what %s brings into a machine does not cross the counts before it',
  async (preset, phase) => {
    const recording = await recordPreset(preset, 4e6);
    const { layout } = sceneOf(recording.layout, { width: 360, height: 390 });
    const inbox = layout.nodes[0]?.inbox.area;
    if (!inbox) throw new Error('there is no server');
    let seen = 0;
    for (let time = 1e6; time < 4e6; time += 5_000) {
      const frame = frameAt(recording, time);
      const { y } = placed(frame, layout, 60_000);
      for (let i = 0; i < frame.requests.count; i++) {
        if (frame.requests.phase[i] !== phase) continue;
        seen++;
        if (phase === PHASE.serverQueue)
          expect.soft(y[i] ?? 0, `at ${time}`).toBeGreaterThanOrEqual(inbox.y - layout.dot);
        else
          expect.soft(y[i] ?? 0, `at ${time}`).toBeLessThanOrEqual(layout.clientBox.y + layout.clientBox.h);
      }
    }
    expect(seen).toBeGreaterThan(5);
  },
);
