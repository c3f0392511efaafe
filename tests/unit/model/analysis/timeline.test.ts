/** Threads over time and core time by class, on traces of the real engine: nothing is lost, nothing counted twice. */
import { describe, expect, it } from 'vitest';
import { frame, pan, turnPage, zoom } from '../../../../src/lab/timeline/time-view.ts';
import { CpuTimes } from '../../../../src/model/analysis/cpu.ts';
import { type Excerpt, endOf, excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { journeyOf } from '../../../../src/model/analysis/journey.ts';
import {
  countsOver,
  eventOnLane,
  rowsOfRequest,
  spanAt,
  stretchesOf,
  timeByState,
  timelineRows,
} from '../../../../src/model/analysis/timeline.ts';
import { threadStates } from '../../../../src/model/engine/generated/abi.ts';
import { spansOf } from '../../../../src/model/playback/spans.ts';
import { chunksOf, layoutOf, request, thread } from '../../../support/chunks.ts';
import { recordPreset } from '../../../support/scenes.ts';

const UNTIL_NS = 6_000_000;

describe('the rows of a run', () => {
  it('show few threads individually, group the others, and always include the requested one', () => {
    const layout = layoutOf({ callers: 200, loops: 3 });
    const rows = timelineRows(layout, 8, 16, [120]);
    const lanes = rows.flatMap((row) => (row.kind === 'lane' ? [row.lane] : row.lanes));
    expect([...lanes].sort((one, other) => one - other)).toEqual(Array.from({ length: 204 }, (_, i) => i));
    expect(rows[0]).toEqual({ kind: 'lane', class: 'caller', lane: 120 });
    expect(rows.filter(({ class: name }) => name === 'eventLoop').length).toBe(3);
    expect(rows.find(({ kind }) => kind === 'others')).toMatchObject({ class: 'caller' });
  });

  it('show a single remaining thread instead of a group of one', () => {
    expect(timelineRows(layoutOf({ callers: 9 }), 8, 0, []).every(({ kind }) => kind === 'lane')).toBe(true);
  });
});

describe('the rows of a request', () => {
  it.each([
    ['jedis-pool-8', ['caller', 'serverMain']],
    ['lettuce-shared', ['caller', 'eventLoop', 'serverMain']],
  ])('of %s are its caller and the threads that worked for it, each once', async (preset, classes) => {
    const recording = await recordPreset(preset, UNTIL_NS);
    const { layout } = recording;
    const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
    const journeys = [...excerpt.ofRequest.keys()]
      .flatMap((id) => journeyOf(excerpt, id) ?? [])
      .filter(({ isWhole }) => isWhole);
    expect(journeys.length).toBeGreaterThan(10);
    for (const journey of journeys) {
      const rows = rowsOfRequest({ excerpt, layout }, journey);
      expect(rows.map((row) => row.class)).toEqual(classes);
      expect(rows[0]).toMatchObject({ kind: 'lane', lane: journey.caller });
    }
  });
});

describe.each(['jedis-pool-8', 'lettuce-shared'])('the threads of %s', (preset) => {
  it('are in exactly one state at any time, in any grouping', async () => {
    const recording = await recordPreset(preset, UNTIL_NS);
    const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
    const rows = timelineRows(recording.layout, 8, 0, []);
    const [from, to] = [1_000_000, 5_000_000];
    for (const row of rows) {
      const lanes = row.kind === 'lane' ? 1 : row.lanes.length;
      const total = timeByState(excerpt, row, from, to).reduce((sum, time) => sum + time, 0);
      expect(total / (to - from)).toBeCloseTo(lanes, 6);
      const counts = countsOver(excerpt, row, from, to, 50);
      for (let i = 0; i < 50; i++) {
        const own = counts.slice(i * threadStates.length, (i + 1) * threadStates.length);
        expect(own.reduce((sum, count) => sum + count, 0)).toBeCloseTo(lanes, 6);
      }
    }
  });

  it('use the core time of the spans, for any cut of the trace', async () => {
    const recording = await recordPreset(preset, UNTIL_NS);
    const chunks = recording.chunksBetween(0, recording.toNs);
    const times = new CpuTimes(recording.layout);
    for (const chunk of chunks) times.add(chunk);
    const whole = excerptOf(chunks);
    const sum = times.list().reduce((total, { ns }) => total + ns, 0);
    expect(sum).toBe(coreTime(whole));
    expect(times.requests).toBe(recording.completions.countBetween(0, recording.toNs));
    expect(times.list().map(({ class: name }) => name)).toContain('serverMain');
  });
});

function coreTime(excerpt: Excerpt): number {
  let sum = 0;
  for (const spans of excerpt.ofLane.values()) {
    for (const span of spans) {
      const state = threadStates[excerpt.kind[span] as number] ?? 'idle';
      if (['user', 'kernel', 'switch'].includes(state))
        sum += endOf(excerpt, span) - (excerpt.start[span] as number);
    }
  }
  return sum;
}

it('the span of a lane at a time is the one that contains it', () => {
  const spans = [thread(0, 'user', 0, 100), thread(0, 'waitReply', 100, 900), thread(1, 'idle', 0, 1000)];
  const excerpt = excerptOf(chunksOf(spans, [0, 500, 1000]).map(spansOf));
  const at = (lane: number, timeNs: number) => {
    const span = spanAt(excerpt, lane, timeNs);
    return span < 0 ? undefined : threadStates[excerpt.kind[span] as number];
  };
  expect([at(0, 0), at(0, 99), at(0, 100), at(0, 899), at(0, 950), at(1, 500), at(7, 0)]).toEqual([
    'user',
    'user',
    'waitReply',
    'waitReply',
    undefined,
    'idle',
    undefined,
  ]);
});

describe('the events of a lane', () => {
  const spans = [thread(0, 'user', 0, 100), thread(0, 'waitReply', 100, 900), thread(0, 'idle', 950, 1000)];
  const excerpt = excerptOf(chunksOf([...spans, thread(1, 'idle', 0, 1000)], [0, 500, 990]).map(spansOf));
  const walk = (from: number, direction: 1 | -1) => {
    const moments: number[] = [];
    let at: number | undefined = from;
    for (let left = 10; left > 0; left--) {
      at = eventOnLane(excerpt, 0, at, direction);
      if (at === undefined) break;
      moments.push(at);
    }
    return moments;
  };

  it('are the starts and ends of its spans, the same forwards and backwards, in any chunk', () => {
    expect(walk(0, 1)).toEqual([100, 900, 950]);
    expect(walk(990, -1)).toEqual([950, 900, 100, 0]);
    expect(walk(99, 1)).toEqual([100, 900, 950]);
    expect(walk(920, -1)).toEqual([900, 100, 0]);
  });

  it('end where the recording ends: an open span has no end', () => {
    expect(eventOnLane(excerpt, 0, 960, 1)).toBeUndefined();
    expect(eventOnLane(excerpt, 1, 100, 1)).toBeUndefined();
    expect(eventOnLane(excerpt, 7, 100, -1)).toBeUndefined();
  });
});

it('a request is shown by its caller from start to end, and by the work of others for it', () => {
  const spans = [
    request(5, 1, 'clientWrite', 100, 200, 0),
    request(5, 1, 'wireOut', 200, 700, 0),
    thread(1, 'kernel', 100, 200, { request: 5 }),
    thread(1, 'waitReply', 200, 700, { request: 5 }),
    thread(2, 'user', 400, 450, { request: 5 }),
    thread(2, 'user', 450, 500, { request: 6 }),
  ];
  const excerpt = excerptOf(chunksOf(spans, [0, 1000]).map(spansOf));
  const [caller, server] = [
    { kind: 'others', class: 'caller', lanes: [0, 1] },
    { kind: 'lane', class: 'serverMain', lane: 2 },
  ] as const;
  expect(stretchesOf(excerpt, [caller, server], 5)).toEqual([
    { row: caller, fromNs: 100, toNs: 700 },
    { row: server, fromNs: 400, toNs: 450 },
  ]);
  expect(stretchesOf(excerpt, [caller, server], 99)).toEqual([]);
});

it('core time of an interval is additive: two halves are the whole', () => {
  const spans = [
    thread(0, 'user', 0, 600),
    thread(0, 'kernel', 600, 1000),
    thread(2, 'user', 450, 550),
    request(1, 0, 'execute', 100, 500, 0),
    request(2, 0, 'execute', 500, 900, 0),
  ];
  const chunks = chunksOf(spans, [0, 300, 1000]).map(spansOf);
  const within = (span?: readonly [number, number]) => {
    const times = new CpuTimes(layoutOf(), span);
    for (const chunk of chunks) times.add(chunk);
    return { ns: times.list().reduce((sum, { ns }) => sum + ns, 0), requests: times.requests };
  };
  expect(within()).toEqual({ ns: 1100, requests: 2 });
  expect(within([0, 500])).toEqual({ ns: 550, requests: 1 });
  expect(within([500, 1000])).toEqual({ ns: 550, requests: 1 });
});

describe('the visible interval', () => {
  const limits = { endNs: 1_000_000, mostNs: 400_000 };
  const view = { fromNs: 100_000, toNs: 200_000 };

  it('keeps the centre of a zoom in place', () => {
    const closer = zoom(view, 0.5, 150_000, limits);
    expect(closer).toEqual({ fromNs: 125_000, toNs: 175_000 });
    expect(zoom(closer, 2, 150_000, limits)).toEqual(view);
  });

  it('stays within the run and the zoom limits', () => {
    expect(zoom(view, 1000, 150_000, limits)).toEqual({ fromNs: 0, toNs: 400_000 });
    expect(pan(view, -50, limits)).toEqual({ fromNs: 0, toNs: 100_000 });
    expect(pan(view, 50, limits)).toEqual({ fromNs: 900_000, toNs: 1_000_000 });
    expect(zoom(view, 1e-9, 150_000, limits).toNs - zoom(view, 1e-9, 150_000, limits).fromNs).toBeCloseTo(
      200,
      6,
    );
    expect(frame(300_000, 400_000, limits)).toEqual({ fromNs: 292_000, toNs: 408_000 });
  });

  it('moves on when the playhead leaves it', () => {
    expect(turnPage(view, 150_000, limits)).toBe(view);
    expect(turnPage(view, 300_000, limits)).toEqual({ fromNs: 290_000, toNs: 390_000 });
  });
});
