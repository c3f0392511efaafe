/** Redis that waits is not Redis that has nothing to do. */
import { expect, test } from 'vitest';
import { counterValue } from '../../src/stage/counters.ts';
import { describeNow, describeServer, describeState } from '../../src/stage/describe.ts';
import { nodeLanes } from '../../src/stage/lanes.ts';
import { laneStateKey, legendKey } from '../../src/stage/state-words.ts';
import { threadWords } from '../../src/stage/threads.ts';
import { STATE } from '../../src/stage/vocabulary.ts';
import { frameAt, recordPreset, sceneOf } from '../support/scenes.ts';

test('Redis that sleeps for its disk awaits no reply and no request, and a command that blocks is told', async () => {
  const safe = await recordPreset('jedis-pool-8', 20e6, { 'server.appendOnly.kind': 'always' });
  const { layout } = safe;
  const [main] = nodeLanes(layout) as [number];
  const asleep = Array.from({ length: 100 }, (_, i) => frameAt(safe, 5e6 + i * 1e5)).filter(
    ({ threads }) => threads.state[main] === STATE.waitReply,
  );
  expect(asleep.length).toBeGreaterThan(50);
  for (const frame of asleep) {
    expect(describeState(frame, layout, main)).toEqual({ key: 'state.waitDisk' });
    expect(describeServer(frame, layout)).toEqual({ key: 'describe.server.disk' });
    const scene = sceneOf(layout, { language: 'en' });
    expect(threadWords(frame, scene, main, 1000)).toBe(
      `${scene.palette.states.waitReply.letter} waiting for the disk`,
    );
  }
  // Of all threads the legend says both; of nothing else.
  expect(legendKey('waitReply', [layout])).toBe('stage.legend.waitDisk');
  expect(legendKey('waitReply', [{ ...layout, waitsForDisk: false }])).toBe('state.waitReply');
  // Of a caller the same state is what it says.
  expect(laneStateKey(layout, 0, 'waitReply', true)).toBe('state.waitReply');
  const blocks = await recordPreset('jedis-pool-8', 40e6, {
    'workload.second.share': 0.1,
    'workload.second.blockMs': 5,
  });
  const told = Array.from({ length: 30 }, (_, i) =>
    describeNow(frameAt(blocks, 1e7 + i * 1e6), blocks.layout),
  );
  expect(told.flat().map(({ key }) => key)).toContain('describe.part.blocked');
});

test('who waits behind a command that blocks a shared connection is counted on the stage, like that command', async () => {
  const blocks = await recordPreset('lettuce-shared', 40e6, {
    'workload.second.share': 0.01,
    'workload.second.blockMs': 20,
  });
  for (const size of [{ width: 1400 }, { width: 390, height: 560 }]) {
    const { counters } = sceneOf(blocks.layout, size).layout;
    const keys = counters.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['serverQueue', 'serverBatch', 'blocked', 'replyQueue']));
    const held = Array.from({ length: 30 }, (_, i) => frameAt(blocks, 1e7 + i * 1e6)).filter(
      (frame) => counterValue('blocked', frame) > 0,
    );
    expect(held.length).toBeGreaterThan(0);
    // Nobody is on a core: all that is in progress is in one of the numbers.
    const frame = held.find((frame) => counterValue('serverBatch', frame) > 150);
    const sum = keys.reduce((all, key) => all + (frame ? counterValue(key, frame) : 0), 0);
    expect(sum).toBe(200);
  }
  // Where nothing can block there is no number for it.
  const { layout } = await recordPreset('lettuce-shared', 1e6);
  expect(sceneOf(layout).layout.counters.map(({ key }) => key)).not.toContain('blocked');
});
