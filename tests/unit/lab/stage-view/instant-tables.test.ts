/** The tables of an instant as files: every thread and every place, exact. */
import { expect, test } from 'vitest';
import { placesTable, threadsTable } from '../../../../src/lab/stage-view/instant-tables.ts';
import type { Track } from '../../../../src/model/playback/player.ts';
import { Recording } from '../../../../src/model/playback/recording.ts';
import type { Message } from '../../../../src/stage/message.ts';
import { chunksOf, layoutOf, request, thread } from '../../../support/chunks.ts';
import { frameAt, recordPreset } from '../../../support/scenes.ts';

const END = 1_000_000;

/** Caller 1 works on request 7 since 1 µs, caller 2 has been parked from the beginning. */
function trackAt(timeNs: number): Track {
  const layout = layoutOf({ callers: 2, endNs: END });
  const recording = new Recording(layout);
  const spans = [
    thread(0, 'kernel', 1000, END, { request: 7 }),
    thread(1, 'waitReply', 0, END),
    request(7, 0, 'wireOut', 1000, END, 0),
  ];
  for (const chunk of chunksOf(spans, [0, END])) recording.append(chunk);
  const frame = recording.createFrame();
  recording.frameAt(timeNs, frame);
  return { id: 'a', layout, frame } as unknown as Track;
}

const toText = ({ key, values }: Message): string =>
  [key, ...Object.values(values ?? {}).map((value) => (typeof value === 'object' ? '' : value))].join(' ');

test('lists every thread with the time it has been so, to the nanosecond, and its request by number', () => {
  const words = {
    ...{ caption: 'All threads', thread: 'Thread', side: 'Side', state: 'State', since: 'Since' },
    ...{ request: 'Request', where: 'Where', toText },
  };
  const { columns, rows } = threadsTable([trackAt(51_234)], words);
  expect(columns.map(({ unit }) => unit)).toEqual(['text', 'text', 'text', 'ns', 'number', 'text']);
  expect(rows.map((row) => [row[1], row[3], row[4]])).toEqual([
    ['A', 50_234, 7],
    ['A', 51_234, undefined],
    ['A', expect.anything(), undefined],
  ]);
  expect(rows[0]?.[5]).toContain('#7');
});

test('counts requests by place, and all that are in progress', () => {
  const words = { caption: 'Places', place: 'Place', total: 'In progress', parts: 'Parts', phase: String };
  const { columns, rows } = placesTable([trackAt(51_234)], words);
  expect(columns.map(({ title }) => title)).toEqual(['Place', 'A']);
  expect(rows.filter(([, count]) => count !== 0)).toEqual([
    ['phases.at.wireOut', 1],
    ['In progress', 1],
  ]);
});

test('of batches in parts the parts are told apart from what is in progress', async () => {
  const words = { caption: 'Places', place: 'Place', total: 'In progress', parts: 'Parts', phase: String };
  const recording = await recordPreset('cluster-spring-mget', 30e6);
  const frame = frameAt(recording, 20e6);
  const { rows } = placesTable([{ id: 'a', layout: recording.layout, frame }], words);
  const counts = new Map(rows.map(([name, count]) => [name, Number(count)]));
  const places = [...counts].filter(([name]) => name !== 'Parts' && name !== 'In progress');
  const sum = places.reduce((all, [, count]) => all + count, 0);
  expect(counts.get('Parts')).toBeGreaterThan(5);
  expect(counts.get('describe.untaken')).toBeGreaterThan(5);
  expect(counts.has('phases.at.waitCaller')).toBe(false);
  expect(sum).toBe((counts.get('Parts') ?? 0) + (counts.get('In progress') ?? 0));
});
