/** System calls begin with a connection that somebody uses: of a cluster's pools most are never taken. */
import { expect, test } from 'vitest';
import { connectionOf, nextInUse } from '../../../src/lab/stage-view/calls-view.ts';
import type { Recording } from '../../../src/model/playback/recording.ts';
import { frameAt, recordPreset } from '../../support/scenes.ts';

const trackOf = (recording: Recording) => ({ recording, layout: recording.layout });
const nobody = { request: -1, chosen: undefined } as const;

test('of 1,200 pooled connections the first is one that requests have now', async () => {
  const recording = await recordPreset('topology-first-node', 5e6);
  expect(recording.layout.connections).toBe(1_200);
  for (const timeNs of [4e5, 5e6]) {
    const frame = frameAt(recording, timeNs);
    const { connection, found } = connectionOf(trackOf(recording), frame, nobody);
    expect(frame.load[connection]).toBeGreaterThan(0);
    expect(found).toBe(connection);
    const next = nextInUse(frame, connection);
    expect(next).not.toBe(connection);
    expect(frame.load[next ?? -1]).toBeGreaterThan(0);
  }
  const chosen = connectionOf(trackOf(recording), frameAt(recording, 5e6), { request: -1, chosen: 0 });
  expect(chosen).toEqual({ connection: 0, isFollowed: false });
});

test('where none is in use now, it is the one that was used last; none before the first request', async () => {
  const recording = await recordPreset('topology-first-node', 5e6, {
    'workload.arrivals.callers': 1,
    'workload.arrivals.thinkUs': { kind: 'constant', value: 1_000 },
  });
  let before: number | undefined;
  let idle = 0;
  for (let timeNs = 0; timeNs < 5e6; timeNs += 20e3) {
    const frame = frameAt(recording, timeNs);
    const used = nextInUse(frame, -1);
    if (used === undefined && before !== undefined) {
      expect(connectionOf(trackOf(recording), frame, nobody).connection).toBe(before);
      idle++;
    }
    before = used ?? before;
  }
  expect(idle).toBeGreaterThan(10);
  expect(nextInUse(frameAt(recording, 5e6), before ?? -1)).toBeUndefined();
});
