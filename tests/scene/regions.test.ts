/** Every part of the stage has a name, an explanation and something to say about the moment. */
import { beforeAll, expect, test } from 'vitest';
import enGuide from '../../src/i18n/en/guide.json' with { type: 'json' };
import zhGuide from '../../src/i18n/zh-CN/guide.json' with { type: 'json' };
import type { Recording } from '../../src/model/playback/recording.ts';
import { STAGE_PARTS } from '../../src/model/scenario/stage-parts.ts';
import { describeRegion } from '../../src/stage/describe-region.ts';
import { areasOf, regionAt, regionOf, regionsIn } from '../../src/stage/regions.ts';
import { frameAt, LANGUAGES, recordPreset, sceneOf, translator } from '../support/scenes.ts';
import { deep } from '../support/tier.ts';

/** Distance of the points that are tried: each part has one of them. */
const STEP_PX = deep ? 3 : 7;
const PRESETS = ['jedis-pool-8', 'lettuce-shared', 's0-jedis-50', 'lettuce-multi-8'];
let recordings: Recording[];
beforeAll(async () => {
  recordings = await Promise.all(PRESETS.map((preset) => recordPreset(preset, 4e6)));
});

test('every part is explained in both languages, and nothing else is', () => {
  for (const { is, waitsFor } of [enGuide, zhGuide])
    for (const texts of [is, waitsFor]) expect(Object.keys(texts).sort()).toEqual([...STAGE_PARTS].sort());
});

test.each([
  [1400, 320],
  [390, 560],
])('at %d by %d, every point belongs to a part that the run has', (width, height) => {
  for (const { layout: run } of recordings) {
    const { layout } = sceneOf(run, { width, height });
    const found = new Set<string>();
    for (let x = 1; x < width; x += STEP_PX)
      for (let y = 1; y < height; y += STEP_PX) found.add(regionAt(layout, x, y));
    expect(regionsIn(run)).toEqual(expect.arrayContaining([...found]));
    // Whatever has an area can be pointed at, and what the run has is somewhere.
    const missing = regionsIn(run).filter(
      (name) => name !== 'request' && (areasOf(layout, name).length === 0 || !found.has(name)),
    );
    expect(missing).toEqual([]);
  }
});

test('things belong to the part they are drawn in', () => {
  for (const { layout: run } of recordings) {
    const { layout } = sceneOf(run);
    const { x = 0, y = 0 } = layout.nodes[0]?.ring ?? {};
    expect(regionAt(layout, x, y)).toBe('mainThread');
    expect(regionOf(run, { kind: 'thread', lane: run.callers + run.loops })).toBe('mainThread');
    expect(regionOf(run, { kind: 'thread', lane: 0 })).toBe('callers');
    expect(regionOf(run, { kind: 'request', id: 1 })).toBe('request');
  }
});

test.each(LANGUAGES)('%s says of every part what is there now', (language) => {
  const translate = translator(language);
  for (const recording of recordings) {
    for (const timeNs of [0, 1e6, 3.3e6]) {
      const frame = frameAt(recording, timeNs);
      for (const name of regionsIn(recording.layout)) {
        const messages = describeRegion(frame, recording.layout, name);
        expect(messages.length).toBeGreaterThan(0);
        for (const { key, values = {} } of messages) {
          const plain = Object.fromEntries(
            Object.entries(values).map(([own, value]) => [own, typeof value === 'object' ? '…' : value]),
          );
          expect(translate(key, plain)).not.toBe('');
        }
      }
    }
  }
});

test('counts agree with the frame', () => {
  const [pool] = recordings;
  if (!pool) throw new Error('there is no pool');
  const frame = frameAt(pool, 3e6);
  const waiting = describeRegion(frame, pool.layout, 'poolQueue')[0];
  expect(waiting).toEqual({ key: 'describe.part.waitConnection', values: { count: 192 } });
  expect(describeRegion(frame, pool.layout, 'connections')).toEqual([
    { key: 'describe.inUse', values: { count: 8, connections: 8 } },
  ]);
});
