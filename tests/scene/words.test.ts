import { beforeAll, expect, test } from 'vitest';
import { PHASE_GROUPS } from '../../src/charts/phase-groups.ts';
import { hasConnectionSince } from '../../src/model/analysis/lending.ts';
import { activities, phases, threadClasses, threadStates } from '../../src/model/engine/generated/abi.ts';
import type { Recording } from '../../src/model/playback/recording.ts';
import { counterValue } from '../../src/stage/counters.ts';
import {
  describeArea,
  describeConnection,
  describeNow,
  describePhase,
  describePicked,
  describeRequest,
  describeState,
  describeThread,
} from '../../src/stage/describe.ts';
import { describeRegion } from '../../src/stage/describe-region.ts';
import type { Message } from '../../src/stage/message.ts';
import { paintFrame } from '../../src/stage/paint.ts';
import { pick, requestOfLane, requestsOfLanes } from '../../src/stage/pick.ts';
import { RING_PARTS } from '../../src/stage/places.ts';
import type { Picked } from '../../src/stage/regions.ts';
import { areasOf, regionOf } from '../../src/stage/regions.ts';
import { laneStateKey, legendKey } from '../../src/stage/state-words.ts';
import { STOPS } from '../../src/stage/stations.ts';
import { threadWords } from '../../src/stage/threads.ts';
import { PHASE, STATE } from '../../src/stage/vocabulary.ts';
import { layoutOf } from '../support/chunks.ts';
import { drawLog } from '../support/draw-log.ts';
import {
  frameAt,
  LANGUAGES,
  recordPreset,
  sceneOf,
  type TestLanguage,
  translator,
} from '../support/scenes.ts';

let pool: Recording;
let shared: Recording;
beforeAll(async () => {
  pool = await recordPreset('jedis-pool-8', 5e6);
  shared = await recordPreset('lettuce-shared', 5e6);
});

const sayIn = (language: TestLanguage) => {
  const translate = translator(language);
  const say = ({ key, values = {} }: Message): string =>
    translate(
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          if (typeof value !== 'object') return [name, value];
          return [name, 'ns' in value ? `${Math.round(value.ns)} ns` : say(value)];
        }),
      ),
    );
  return say;
};

test('every phase of the engine has its place on the stage and its kind in the chart', () => {
  expect(phases.filter((phase) => !STOPS[phase])).toEqual([]);
  expect(phases.filter((phase) => !PHASE_GROUPS[phase])).toEqual([]);
});

test.each(LANGUAGES)('%s has a word for everything the engine can say', (language) => {
  const say = sayIn(language);
  const keys = [
    ...threadStates.map((state) => `state.${state}`),
    ...phases.map((phase) => `phases.at.${phase}`),
    ...activities.map((activity) => `activity.${activity}`),
    ...threadClasses.map((name) => `describe.lane.${name}`),
    ...RING_PARTS.map((part) => `stage.ring.${part}`),
    ...[...RING_PARTS, 'ready'].map((part) => `describe.server.${part}`),
  ];
  const missing = keys.filter((key) => {
    try {
      return say({ key, values: { number: 1 } }) === '';
    } catch {
      return true;
    }
  });
  expect(missing).toEqual([]);
});

test.each(LANGUAGES)('%s describes every thread, request and connection of real runs', (language) => {
  const say = sayIn(language);
  for (const recording of [pool, shared]) {
    const { layout } = recording;
    for (const time of [0, 1.1e6, 3e6]) {
      const frame = frameAt(recording, time);
      const messages = [describeArea(layout), ...describeNow(frame, layout)];
      for (let lane = 0; lane < frame.threads.count; lane++)
        messages.push(describeThread(frame, layout, lane));
      for (let i = 0; i < frame.requests.count; i++) {
        messages.push(describeRequest(frame, frame.requests.id[i] ?? 0));
        messages.push(describePhase(frame, frame.requests.id[i] ?? 0));
      }
      for (let c = 0; c < layout.connections; c++) messages.push(describeConnection(frame, layout, c));
      for (const message of messages) expect(say(message)).not.toMatch(/[{}]|undefined|NaN/);
    }
  }
});

test('callers are called what they are: threads, goroutines, or just callers where one thread runs all of them', async () => {
  const titles = async (preset: string, language: TestLanguage) => {
    const { layout } = await recordPreset(preset, 1e6);
    const { captions } = sceneOf(layout, { language }).layout;
    return [captions.map(({ text }) => text).join(' · '), sayIn(language)(describeArea(layout))];
  };
  for (const text of await titles('jedis-pool-8', 'en')) expect(text).toContain('200 caller threads');
  for (const text of await titles('rueidis', 'en'))
    expect(text).toMatch(/200 goroutines.*[Ww]riters? and (a )?reader/);
  for (const text of await titles('go-redis', 'zh-CN')) expect(text).toMatch(/200 个 goroutine/);
  for (const text of await titles('node-redis', 'en')) expect(text).toMatch(/200 callers.*1 event loop/);
  for (const text of await titles('node-redis', 'zh-CN')) expect(text).toContain('200 个调用方');
});

test('sentences read as they should', () => {
  const say = sayIn('en');
  const frame = frameAt(pool, 3e6);
  expect(say(describeArea(pool.layout))).toBe(
    'Left, 200 caller threads. Middle, a pool of 8 connections. Right, one Redis main thread.',
  );
  expect(describeNow(frame, pool.layout).map(say)).toContain('192 requests waiting for a connection');
  // In the beginning eight are on their cores to take one that is free.
  const beginning = describeNow(frameAt(pool, 5500), pool.layout).map(say);
  expect(beginning).toContain('8 requests taking a connection');
  expect(beginning.join()).not.toContain('waiting for a connection');
  const i = Array.from({ length: frame.requests.count }, (_, n) => n).find(
    (n) => frame.requests.phase[n] === PHASE.wireOut || frame.requests.phase[n] === PHASE.wireBack,
  );
  const text = say(describeRequest(frame, frame.requests.id[i ?? 0] ?? 0));
  expect(text).toMatch(/^Request #\d+ of caller \d+: .*on the wire.*, connection [1-8], for \d+ ns$/);
  expect(say(describeRequest(frame, 4_000_000_000))).toMatch(/not in progress/);
  expect(say(describePicked(frame, pool.layout, { kind: 'connection', connection: 0 }))).toMatch(
    /^Connection 1: held by Caller \d+, request #\d+/,
  );
});

test('what waits for a connection, and what has one, says who has it and for how long', () => {
  const frame = frameAt(pool, 3e6);
  const { layout } = pool;
  const hasSince = (request: number, connection: number) =>
    hasConnectionSince(pool, request, connection, frame.timeNs);
  const since = Array.from({ length: layout.connections }, (_, connection) => {
    const holder = frame.holder[connection] ?? -1;
    return hasSince(frame.requests.id[holder] ?? 0, connection) ?? Number.NaN;
  });
  for (const [connection, from] of since.entries()) {
    const holder = frame.holder[connection] ?? -1;
    const request = frame.requests.id[holder] ?? 0;
    // A microsecond before it had none, or another one.
    expect(from).toBeLessThanOrEqual(frame.requests.since[holder] ?? 0);
    const before = frameAt(pool, from - 1);
    const i = Array.from({ length: before.requests.count }, (_, n) => n).find(
      (n) => before.requests.id[n] === request,
    );
    expect(i === undefined ? -1 : before.requests.connection[i]).not.toBe(connection);
    expect(hasSince(request, (connection + 1) % layout.connections)).toBeUndefined();
  }
  const oldest = since.indexOf(Math.min(...since));
  const waiting = frame.threads.state.indexOf(STATE.waitConnection);
  const about = (picked: Picked) => describePicked(frame, layout, picked, hasSince);
  const say = sayIn('en');
  expect(say(about({ kind: 'connection', connection: 0 }))).toMatch(
    /^Connection 1 of 8: held by Caller \d+ for \d+ ns, request #\d+, .*; 192 callers wait for a connection$/,
  );
  expect(say(about({ kind: 'thread', lane: waiting }))).toMatch(
    new RegExp(
      `^Caller ${waiting + 1}: .*for \\d+ ns\\. All 8 connections are in use; Caller \\d+ has held connection ${oldest + 1} the longest`,
    ),
  );
  const chinese = sayIn('zh-CN');
  const dot = frame.requests.phase.indexOf(PHASE.waitConnection);
  const request = { kind: 'request', id: frame.requests.id[dot] ?? 0 } as const;
  expect(say(about(request))).toMatch(
    new RegExp(
      `^Request #\\d+ of caller \\d+: .*for \\d+ ns\\. All 8 connections are in use; Caller \\d+ has held connection ${oldest + 1} the longest`,
    ),
  );
  expect(chinese(about(request))).toMatch(/8 条连接全部借出。连接 \d 借出最久/);
  expect(chinese(about({ kind: 'thread', lane: waiting }))).toMatch(/8 条连接全部借出。连接 \d 借出最久/);
  expect(chinese(about({ kind: 'connection', connection: 0 }))).toMatch(/192 个调用方在等连接$/);
});

test('a request that waits for the only loop or the only Redis says what that does meanwhile', () => {
  const waits: readonly (number | undefined)[] = [
    PHASE.taskQueue,
    PHASE.serverQueue,
    PHASE.serverBatch,
    PHASE.replyQueue,
  ];
  const told = Array.from({ length: 40 }, (_, i) => frameAt(shared, (i + 1) * 75_000)).flatMap((frame) =>
    Array.from(frame.requests.phase.slice(0, frame.requests.count)).flatMap((phase, i) =>
      waits.includes(phase)
        ? [
            sayIn('en')(
              describePicked(frame, shared.layout, { kind: 'request', id: frame.requests.id[i] ?? 0 }),
            ),
          ]
        : [],
    ),
  );
  expect(told.length).toBeGreaterThan(0);
  for (const text of told) expect(text).toMatch(/for .*\. At this time, (Event loop|Redis).*: ./);
});

test('before anything is recorded, that is what is said', () => {
  const frame = frameAt(pool, 9e9);
  expect(describeNow(frame, pool.layout)).toEqual([{ key: 'describe.unknown' }]);
});

test('the pointer finds what is drawn under it', () => {
  for (const recording of [pool, shared]) {
    const scene = sceneOf(recording.layout);
    const frame = frameAt(recording, 3e6);
    paintFrame(drawLog().ctx, frame, scene, { speed: 0, request: -1 });
    const { dots, layout } = scene;
    for (let i = 0; i < frame.requests.count; i++) {
      const found = pick(frame, scene, dots.x[i] ?? 0, dots.y[i] ?? 0);
      expect(found?.kind).toBe('request');
    }
    const { grid } = layout.callers;
    const found = pick(frame, scene, grid.rect.x + grid.stepX * 2.5, grid.rect.y + grid.stepY * 1.05);
    expect(found).toEqual({ kind: 'thread', lane: grid.cols + 2 });
    const { x = 0, y = 0 } = layout.nodes[0]?.ring ?? {};
    expect(pick(frame, scene, x, y)).toEqual({
      kind: 'thread',
      lane: recording.layout.callers + recording.layout.loops,
    });
    expect(pick(frame, scene, layout.width / 2, 2)).toMatchObject({ kind: 'region' });
  }
  const scene = sceneOf(pool.layout);
  const frame = frameAt(pool, 3e6);
  const slots = scene.layout.slots?.area;
  expect(pick(frame, scene, (slots?.x ?? 0) + 4, (slots?.y ?? 0) + scene.layout.pipes.step / 2)?.kind).toBe(
    'connection',
  );
});

test('threads of a pool on event loops are named by their kind', () => {
  const run = layoutOf({ callers: 3, loops: 2, connections: 2 });
  const say = sayIn('en');
  const recording = pool;
  const frame = frameAt(recording, 1e6);
  expect(say(describeThread(frame, run, 1))).toMatch(/^Caller 2: /);
  expect(say(describeThread(frame, run, 4))).toMatch(/^Event loop 2: /);
  expect(say(describeThread(frame, run, 5))).toMatch(/^Redis thread 1: /);
});

test('a ready callback waits for its event loop, a ready thread for a core; a column of both says so', () => {
  const node = layoutOf({ callers: 3, loops: 1, runtime: 'eventLoop' });
  const java = layoutOf({ callers: 3, loops: 1 });
  expect([0, 2, 3].map((lane) => laneStateKey(node, lane, 'runnable', true))).toEqual([
    'stage.count.waitLoop',
    'stage.count.waitLoop',
    'state.runnable',
  ]);
  expect(laneStateKey(java, 0, 'runnable', true)).toBe('state.runnable');
  expect(legendKey('runnable', [java])).toBe('state.runnable');
  expect(legendKey('runnable', [java, node])).toBe('stage.legend.runnable');
  expect(legendKey('kernel', [node])).toBe('state.kernel');
});

test('a caller that sleeps while its batch is under way is not idle', async () => {
  const spring = await recordPreset('cluster-spring-mget', 300e6);
  const { layout } = spring;
  const said = new Set<string>();
  for (let ms = 5; ms < 300; ms += 5) {
    const frame = frameAt(spring, ms * 1e6);
    const { requests, threads } = frame;
    const atBatch = new Set(requests.caller.slice(0, requests.count).filter((_, i) => !requests.isPart[i]));
    for (let lane = 0; lane < layout.callers; lane++) {
      if (threads.state[lane] !== STATE.idle) continue;
      const { key } = describeState(frame, layout, lane);
      expect(key).toBe(atBatch.has(lane) ? 'describe.asleep' : 'state.idle');
      // Its row, the timeline and its letter in the legend say the same.
      expect(laneStateKey(layout, lane, 'idle', atBatch.has(lane))).toBe(
        atBatch.has(lane) ? 'state.asleep' : 'state.idle',
      );
      for (const language of LANGUAGES) {
        const scene = sceneOf(layout, { language });
        const { palette, text } = scene;
        const words = threadWords(frame, scene, lane, 1000);
        expect(words).toBe(
          `${palette.states.idle.letter} ${text.message(atBatch.has(lane) ? 'state.asleep' : 'state.idle')}`,
        );
        expect(text.message(legendKey('idle', [layout]))).toContain(words.slice(2));
      }
      said.add(key);
    }
  }
  expect([...said].sort()).toEqual(['describe.asleep', 'state.idle']);
});

test.each(LANGUAGES)(
  '%s says of every count on the stage what it counts, where it is pointed at',
  (language) => {
    const say = sayIn(language);
    for (const run of [pool, shared])
      for (const [width, height] of [
        [1400, 320],
        [390, 560],
      ] as const) {
        const frame = frameAt(run, 3e6);
        const scene = sceneOf(run.layout, { language, width, height });
        for (const { key, numberX, textX, y, isOptional } of scene.layout.counters) {
          const value = counterValue(key, frame);
          const isShown = value > 0 || !isOptional;
          for (const x of [numberX - 2, textX + 2]) {
            const picked = pick(frame, scene, x, y - 3);
            if (!isShown) {
              expect(picked?.kind).not.toBe('count');
              continue;
            }
            expect(picked).toEqual({ kind: 'count', count: key });
            const words = say(describePicked(frame, run.layout, picked as Picked));
            const label = scene.text.message(`stage.count.${key}`);
            expect(words).toContain(language === 'en' ? `${value} ${label}: ` : `${label} ${value}：`);
            expect(areasOf(scene.layout, regionOf(run.layout, picked as Picked))).not.toEqual([]);
          }
        }
      }
  },
);

test('the requests of all lanes at once are those of each lane', async () => {
  const spring = await recordPreset('cluster-spring-mget', 300e6);
  for (const [recording, timeNs] of [
    [pool, 1e6],
    [shared, 3e6],
    [spring, 50e6],
    [spring, 250e6],
  ] as const) {
    const frame = frameAt(recording, timeNs);
    const { layout } = recording;
    const each = Array.from({ length: frame.threads.count }, (_, lane) => requestOfLane(frame, layout, lane));
    expect(requestsOfLanes(frame, layout)).toEqual(each);
    expect(each.some((request) => request !== null)).toBe(true);
  }
});

test.each(LANGUAGES)(
  '%s tells parts of batches as parts, and no request waits for a caller in a closed load',
  async (language) => {
    const say = sayIn(language);
    const recording = await recordPreset('cluster-spring-mget', 30e6);
    const { layout } = recording;
    const frame = frameAt(recording, 20e6);
    const messages = describeNow(frame, layout);
    const told = new Map(messages.map(({ key, values }) => [key, values]));
    expect(told.get('describe.parts')?.batches).toBe(frame.inProgress);
    expect(told.get('describe.parts')?.parts).toBe(frame.requests.count - frame.inProgress);
    expect(told.has('describe.part.waitCaller')).toBe(false);
    expect(told.get('describe.part.notAskedFor')?.count).toBe(frame.byPhase[PHASE.waitCaller]);
    expect(describeRegion(frame, layout, 'backlog').map(({ key }) => key)).toEqual([
      'describe.part.notAskedFor',
    ]);
    for (let i = 0; i < frame.requests.count; i++) {
      if (frame.requests.isPart[i] === 0 || frame.requests.phase[i] !== PHASE.waitCaller) continue;
      const [id, caller, connection] = [frame.requests.id, frame.requests.caller, frame.requests.connection];
      const part = {
        kind: 'part',
        id: id[i] ?? 0,
        caller: caller[i] ?? 0,
        connection: connection[i] ?? 0,
      } as const;
      expect(describePicked(frame, layout, part).values?.phase).toEqual({ key: 'describe.untaken' });
    }
    for (const message of messages) expect(say(message)).not.toMatch(/[{}]|undefined|NaN/);
  },
);

test('replies that wait to be decoded, and requests that wait to be executed, are told too', async () => {
  const one = await recordPreset('s0-lettuce-shared', 8e6);
  const seen = new Set<string>();
  for (let timeNs = 2e6; timeNs < 8e6; timeNs += 1e5) {
    const frame = frameAt(one, timeNs);
    for (const { key, values } of describeNow(frame, one.layout)) {
      seen.add(key);
      if (key === 'describe.part.decode') expect(values?.count).toBe(frame.byPhase[PHASE.decode]);
    }
  }
  expect(seen).toContain('describe.part.decode');
  const io = await recordPreset('redis6-io-threads-4', 4e6);
  const told = Array.from({ length: 30 }, (_, i) => describeNow(frameAt(io, 2e6 + i * 5e4), io.layout));
  expect(told.flat().map(({ key }) => key)).toContain('describe.part.serverBatch');
});
