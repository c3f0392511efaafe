import { expect, test } from 'vitest';
import { buffersOf, type Calls, callsOf } from '../../../../src/model/analysis/calls.ts';
import { activities, phases } from '../../../../src/model/engine/generated/abi.ts';
import type { Recording } from '../../../../src/model/playback/recording.ts';
import { frameAt, recordPreset } from '../../../support/scenes.ts';

const callsAt = (recording: Recording, connection: number, fromNs: number, toNs: number): Calls =>
  callsOf({
    run: recording.layout,
    connection,
    fromNs,
    toNs,
    chunks: recording.chunksBetween(fromNs, toNs),
  });

const nameOf = ({ activity }: { activity: number }) => activities[activity];

test('a blocking client writes its request and reads its reply; the server reads and writes the same bytes', async () => {
  const recording = await recordPreset('one-caller-jedis', 3e6);
  const { client, server, segments, clientLane, serverLane } = callsAt(recording, 0, 0, 3e6);
  expect([clientLane, serverLane]).toEqual([0, 1]);
  const withBytes = (calls: Calls['client'], name: string) =>
    calls.filter((call) => nameOf(call) === name && call.bytes !== undefined).map(({ bytes }) => bytes);
  const [out, back] = [false, true].map((isBack) =>
    segments.filter((segment) => segment.isBack === isBack).map(({ bytes }) => bytes),
  );
  expect(out?.length).toBeGreaterThan(1);
  expect(withBytes(client, 'write')).toEqual(out);
  // What is still on the wire has not been read.
  const read = withBytes(server, 'read');
  expect(read.length).toBeGreaterThan(0);
  expect(read).toEqual(out?.slice(0, read.length));
  expect(withBytes(client, 'read')).toEqual(back?.slice(0, withBytes(client, 'read').length));
});

test('every call of the client is on this connection or by the thread that holds it', async () => {
  const recording = await recordPreset('jedis-pool-8', 5e6);
  const { client, server, clientLane, serverLane } = callsAt(recording, 3, 2e6, 4.5e6);
  expect(client.length).toBeGreaterThan(5);
  expect(client.filter(({ isOwn, lane }) => !isOwn && lane !== clientLane)).toEqual([]);
  expect(server.every(({ lane }) => lane === serverLane)).toBe(true);
  expect(client.every((call, i) => i === 0 || call.fromNs >= (client[i - 1]?.fromNs ?? 0))).toBe(true);
});

test.each(['lettuce-shared', 'lettuce-pool-8', 'rueidis'])(
  '%s: where event loops make the calls, no caller makes any',
  async (preset) => {
    const recording = await recordPreset(preset, 3e6);
    const { callers } = recording.layout;
    for (let time = 1e6; time < 3e6; time += 25e3) {
      const { client, clientLane } = callsAt(recording, 0, time - 3e5, time);
      expect(clientLane).toBeGreaterThanOrEqual(callers);
      expect(client.filter(({ lane }) => lane < callers)).toEqual([]);
    }
  },
);

test('the calls in a cluster are those of the connection’s node', async () => {
  const recording = await recordPreset('cluster-lettuce-mget', 3e6, {
    'workload.arrivals.thinkUs': { kind: 'constant', value: 0 },
  });
  const { layout } = recording;
  const first = layout.callers + layout.loops;
  for (const connection of [0, 2, 4])
    expect(callsAt(recording, connection, 1e6, 2e6).serverLane).toBe(first + connection);
});

test('buffers contain the messages of the phases that lie in them', async () => {
  const recording = await recordPreset('lettuce-shared', 3e6);
  let seen = 0;
  for (let time = 6e5; time < 2.6e6; time += 5e4) {
    const frame = frameAt(recording, time);
    const buffers = buffersOf(frame, 0, callsAt(recording, 0, time - 5e5, time));
    const waiting = [...frame.requests.phase.slice(0, frame.requests.count)].length;
    expect(buffers.serverSocket.count).toBe(frame.byPhase[phases.indexOf('serverQueue')]);
    expect(buffers.serverSocket.count).toBeLessThanOrEqual(waiting);
    if (buffers.serverSocket.count > 0 && buffers.serverSocket.bytes !== undefined) {
      seen++;
      expect(buffers.serverSocket.bytes % 35).toBe(0);
    }
  }
  expect(seen).toBeGreaterThan(0);
});

test.each(['jedis-pool-8', 'lettuce-shared', 'rueidis'])(
  '%s: the bytes of calls equal those of a search through all segments',
  async (preset) => {
    const recording = await recordPreset(preset, 3e6);
    const { client, server, segments } = callsAt(recording, 0, 0, 3e6);
    for (const [calls, isServer] of [
      [client, false],
      [server, true],
    ] as const) {
      let since = Number.NEGATIVE_INFINITY;
      let seen = 0;
      for (const call of calls.filter(({ isOwn, activity }) => isOwn && activity > 0)) {
        if (nameOf(call) === 'write') {
          const sent = segments.filter(
            ({ isBack, fromNs }) => isBack === isServer && fromNs >= call.fromNs && fromNs <= call.toNs,
          );
          expect(call.bytes ?? 0).toBe(sent.reduce((sum, { bytes }) => sum + bytes, 0));
          seen += sent.length;
        } else if (nameOf(call) === 'read') {
          const from = since;
          since = call.fromNs;
          const taken = segments.filter(
            ({ isBack, toNs }) => isBack !== isServer && toNs > from && toNs <= call.fromNs,
          );
          expect(call.bytes ?? 0).toBe(taken.reduce((sum, { bytes }) => sum + bytes, 0));
        }
      }
      expect(seen).toBeGreaterThan(0);
    }
  },
);
