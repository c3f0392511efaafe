/** Tests the stage's texts on connections that are being opened, and on callers that wait for their loop. */
import { expect, test } from 'vitest';
import { openingOf } from '../../src/model/scenario/opening.ts';
import { counterValue } from '../../src/stage/counters.ts';
import { describeArea, describeNow, describeState } from '../../src/stage/describe.ts';
import { describeRegion } from '../../src/stage/describe-region.ts';
import type { Message } from '../../src/stage/message.ts';
import { regionAt, regionsIn } from '../../src/stage/regions.ts';
import { workWords } from '../../src/stage/threads.ts';
import { STATE } from '../../src/stage/vocabulary.ts';
import { layoutOf } from '../support/chunks.ts';
import { frameAt, recordPreset, sceneOf, translator } from '../support/scenes.ts';

const say = ({ key, values = {} }: Message) =>
  translator('en')(key, values as Record<string, string | number>);

const ownConnections = () =>
  recordPreset('jedis-pool-8', 5e6, { 'client.connections': { kind: 'perRequest' } });

test('connections are opened before a run, while a pool needs them, or for each request', () => {
  const pooled = (more = {}) =>
    openingOf({
      client: { connections: { kind: 'pooled', maxTotal: 8, maxIdle: 8, warm: true, ...more } },
      run: { warmupMs: 10, measuredMs: 90 },
    } as Parameters<typeof openingOf>[0]);
  expect(pooled()).toBe('before');
  expect(pooled({ warm: false })).toBe('whenNeeded');
  expect(pooled({ maxIdle: 7 })).toBe('whenNeeded');
  for (const time of ['idleTimeoutMs', 'maxLifetimeMs', 'timeBetweenEvictionRunsMs']) {
    expect(pooled({ [time]: 50 }), time).toBe('whenNeeded');
    for (const never of [0, 100]) expect(pooled({ [time]: never }), time).toBe('before');
  }
  expect(openingOf({ client: { connections: { kind: 'perRequest' } } } as never)).toBe('perRequest');
  expect(openingOf({ client: { connections: { kind: 'shared', count: 1 } } } as never)).toBe('before');
});

test('a connection for each request is no pool, and nobody queues for one', async () => {
  const recording = await ownConnections();
  const run = recording.layout;
  expect(regionsIn(run)).not.toContain('poolQueue');
  expect(regionsIn(run)).toContain('connections');
  expect(say(describeArea(run))).toContain('a separate connection for each request');
  for (const [width, height] of [
    [1080, 220],
    [390, 560],
  ] as const) {
    const { layout } = sceneOf(run, { width, height });
    const words = layout.captions.map(({ text }) => text).join(' · ');
    expect(words).toContain('A connection for each request');
    expect(words).not.toContain('Pool of');
    expect(layout.queue).toBeNull();
    expect(layout.counters.map(({ key }) => key)).not.toContain('waitConnection');
    const { area } = layout.slots ?? {};
    if (area) expect(regionAt(layout, area.x + area.w / 2, area.y + area.h / 2)).toBe('connections');
  }
  const frame = frameAt(recording, 0.5e6);
  const opening = counterValue('connect', frame);
  expect(opening).toBeGreaterThan(100);
  expect(describeNow(frame, run)).toContainEqual({
    key: 'describe.part.connect',
    values: { count: opening },
  });
});

test('a pool that opens connections when they are needed counts those, another pool has no such count', async () => {
  const keys = async (preset: string) =>
    sceneOf((await recordPreset(preset, 1e6)).layout).layout.counters.map(({ key }) => key);
  expect(await keys('pool-in-bursts')).toContain('connect');
  expect(await keys('jedis-pool-8')).not.toContain('connect');
  expect(sceneOf(layoutOf()).layout.counters.map(({ key }) => key)).not.toContain('connect');
});

test('callers that one event loop runs are ready while it is busy, whatever cores are free', async () => {
  const recording = await recordPreset('node-redis', 5e6);
  const run = recording.layout;
  const keys = sceneOf(run).layout.counters.map(({ key }) => key);
  expect(keys).toContain('waitLoop');
  expect(keys).not.toContain('ready');
  const instants = Array.from({ length: 50 }, (_, i) => i * 1e5);
  const timeNs = instants.find((ns) => counterValue('waitLoop', frameAt(recording, ns)) > 10) ?? 0;
  const frame = frameAt(recording, timeNs);
  const count = counterValue('waitLoop', frame);
  const lane = frame.threads.state.findIndex((state, at) => at < run.callers && state === STATE.runnable);
  expect(describeState(frame, run, lane)).toEqual({ key: 'describe.waitsForLoop' });
  const part = { key: 'describe.part.waitLoop', values: { count } };
  expect(describeNow(frame, run)).toContainEqual(part);
  expect(describeRegion(frame, run, 'callers')).toContainEqual(part);
  expect(say(part)).toContain('event loop is busy');
});

test('a caller that sleeps between two looks at its batch is not idle', async () => {
  const recording = await recordPreset('cluster-spring-mget', 700e6);
  const frame = frameAt(recording, 670e6);
  const run = recording.layout;
  const wordsIn = (language: 'en' | 'zh-CN') => {
    const scene = sceneOf(run, { language });
    return [0, 1, 2, 3].map((lane) => workWords(frame, scene, lane));
  };
  // Three of the four callers have a batch under way at this instant.
  const words = wordsIn('en');
  expect(words.toSorted()).toEqual(['asleep', 'asleep', 'asleep', 'idle']);
  const [asleep, idle] = [words.indexOf('asleep'), words.indexOf('idle')];
  expect(wordsIn('zh-CN')[asleep]).not.toBe(wordsIn('zh-CN')[idle]);
  expect(describeState(frame, run, asleep)).toEqual({ key: 'describe.asleep' });
});
