import fc from 'fast-check';
import { expect, test } from 'vitest';
import { families, noRequest, phases, threadStates } from '../../../../src/model/engine/generated/abi.ts';
import { Completions } from '../../../../src/model/playback/completions.ts';
import { UNKNOWN_STATE } from '../../../../src/model/playback/frame.ts';
import { Recording } from '../../../../src/model/playback/recording.ts';
import { spansOf } from '../../../../src/model/playback/spans.ts';
import {
  chunkOf,
  chunksOf,
  failed,
  layoutOf,
  request,
  thread,
  type WholeSpan,
} from '../../../support/chunks.ts';

const STATE_COUNT = threadStates.length;
const PHASE_COUNT = phases.length;

/** Lanes tiled by states, callers with requests that are tiled by phases: what the engine promises of its traces. */
const traces = fc
  .record({
    callers: fc.integer({ min: 1, max: 5 }),
    steps: fc.array(
      fc.record({
        lane: fc.nat(5),
        length: fc.integer({ min: 1, max: 40 }),
        word: fc.nat(100),
        ends: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    ),
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 299 }), { maxLength: 8 }),
    at: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ callers, steps, cuts, at }) => {
    const clocks = new Array<number>(callers + 1).fill(0);
    const requests = new Array<number>(callers).fill(0).map((_, i) => i);
    const spans: WholeSpan[] = [];
    for (const { lane: raw, length, word, ends } of steps) {
      const lane = raw % (callers + 1);
      const start = clocks[lane] ?? 0;
      const end = start + length;
      clocks[lane] = end;
      spans.push(thread(lane, threadStates[word % STATE_COUNT] ?? 'user', start, end, { arg: word % 19 }));
      if (lane >= callers) continue;
      const id = requests[lane] ?? 0;
      spans.push(request(id, lane, phases[word % PHASE_COUNT] ?? 'execute', start, end, (word % 4) - 1));
      if (ends) requests[lane] = id + callers;
    }
    return { callers, spans, cuts: [0, ...cuts.sort((a, b) => a - b), 300], at };
  });

const covers = (span: WholeSpan, at: number) => span.start <= at && at < span.end;

test('a frame equals a scan over all spans, for any cut of the trace into chunks', () => {
  fc.assert(
    fc.property(traces, ({ callers, spans, cuts, at }) => {
      const recording = new Recording(layoutOf({ callers, connections: 3, endNs: 300 }));
      for (const chunk of chunksOf(spans, cuts)) recording.append(chunk);
      const frame = recording.createFrame();
      recording.frameAt(at, frame);

      const visible = spans.filter((span) => covers(span, at));
      const threads = visible.filter((span) => span.kind < 16);
      for (let lane = 0; lane <= callers; lane++) {
        const span = threads.find((candidate) => candidate.lane === lane);
        expect(frame.threads.state[lane]).toBe(span ? span.kind : UNKNOWN_STATE);
        if (span) expect(frame.threads.since[lane]).toBe(span.start);
      }
      const inProgress = visible.filter((span) => span.kind >= families.request);
      const shown = Array.from({ length: frame.requests.count }, (_, i) => ({
        request: frame.requests.id[i],
        kind: families.request + (frame.requests.phase[i] ?? 0),
        start: frame.requests.since[i],
        lane: frame.requests.caller[i],
        arg: (frame.requests.connection[i] ?? 0) + 1,
      }));
      const order = (one: { request?: number | undefined }, other: { request?: number | undefined }) =>
        (one.request ?? 0) - (other.request ?? 0);
      expect(shown.sort(order)).toEqual(
        inProgress
          .map(({ request: id, kind, start, lane, arg }) => ({ request: id, kind, start, lane, arg }))
          .sort(order),
      );
      for (let i = 0; i < PHASE_COUNT; i++) {
        expect(frame.byPhase[i]).toBe(inProgress.filter((span) => span.kind === families.request + i).length);
      }
      for (let i = 0; i < STATE_COUNT; i++) {
        expect(frame.callersByState[i]).toBe(
          threads.filter((span) => span.lane < callers && span.kind === i).length,
        );
      }
    }),
  );
});

test('events are the boundaries of spans, in both directions, for any cut of the trace', () => {
  fc.assert(
    fc.property(traces, ({ callers, spans, cuts, at }) => {
      const recording = new Recording(layoutOf({ callers, endNs: 300 }));
      for (const chunk of chunksOf(spans, cuts)) recording.append(chunk);
      const events = [...new Set(spans.flatMap(({ start, end }) => [start, end]))]
        .filter((time) => time <= 300)
        .sort((a, b) => a - b);
      expect(recording.nextEvent(at)).toBe(events.find((time) => time > at) ?? Number.NaN);
      expect(recording.previousEvent(at)).toBe(events.findLast((time) => time < at) ?? Number.NaN);
    }),
  );
});

test('completions have their time and response time, for any cut of the trace', () => {
  fc.assert(
    fc.property(traces, ({ callers, spans, cuts }) => {
      const recording = new Recording(layoutOf({ callers, connections: 3, endNs: 300 }));
      const chunks = chunksOf(spans, cuts);
      // Recorded twice, as after a rewind: nothing is counted twice.
      for (const chunk of [...chunks, ...chunks]) recording.append(chunk);
      const lives = new Map<number, { begin: number; end: number }>();
      for (const span of spans.filter(({ kind }) => kind >= families.request)) {
        const life = lives.get(span.request) ?? { begin: span.start, end: span.end };
        lives.set(span.request, {
          begin: Math.min(life.begin, span.start),
          end: Math.max(life.end, span.end),
        });
      }
      const expected = [...lives.values()]
        .filter(({ end }) => end <= 300)
        .map(({ begin, end }) => [end, end - begin])
        .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
      const [segment, ...others] = recording.completions.segments;
      expect(others).toEqual([]);
      const found = Array.from({ length: segment?.count ?? 0 }, (_, i) => [
        segment?.timeNs[i] ?? 0,
        segment?.responseNs[i] ?? 0,
      ]).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
      expect(found).toEqual(expected);
      expect(recording.completions.countBetween(0, 300)).toBe(expected.length);
    }),
  );
});

test('a failed request is not a completion', () => {
  const spans = [
    request(1, 0, 'wireOut', 0, 40),
    request(2, 1, 'wireOut', 10, 60),
    failed(2, 1, 'replyTimeout', 60),
    request(3, 1, 'waitConnection', 60, 90),
    failed(3, 1, 'poolTimeout', 90),
  ];
  for (const cuts of [
    [0, 100],
    [0, 20, 60, 80, 100],
  ]) {
    const recording = new Recording(layoutOf());
    for (const chunk of chunksOf(spans, cuts)) recording.append(chunk);
    expect(recording.completions.countBetween(0, 100)).toBe(1);
    expect(recording.completions.segments[0]?.request[0]).toBe(1);
  }
});

test('a skipped interval stays a gap in the completions until it is recorded', () => {
  const spans = [0, 1, 2, 3].map((i) => request(i, 0, 'execute', i * 100, i * 100 + 100));
  const recording = new Recording(layoutOf({ callers: 1, endNs: 400 }));
  recording.append(chunkOf(spans, 0, 100));
  recording.append(chunkOf(spans, 250, 400));
  const { completions } = recording;
  expect(completions.segments.map(({ fromNs, toNs, count }) => [fromNs, toNs, count])).toEqual([
    [0, 100, 1],
    [250, 400, 2],
  ]);
  // The one that began in the gap has an end but no response time.
  expect([...(completions.segments[1]?.responseNs.subarray(0, 2) ?? [])]).toEqual([Number.NaN, 100]);
  recording.append(chunkOf(spans, 50, 300));
  expect(completions.countBetween(0, 400)).toBe(4);
  expect(completions.segments.map(({ fromNs, toNs }) => [fromNs, toNs])).toEqual([
    [0, 250],
    [250, 400],
  ]);
});

test('a completion exactly between two chunks is counted once', () => {
  const recording = new Recording(layoutOf({ callers: 1, endNs: 400 }));
  const life = [request(0, 0, 'execute', 10, 100)];
  // The engine cuts between two events of the same instant: open in the first chunk, ended in the second.
  const first = chunkOf([request(0, 0, 'execute', 10, 101)], 0, 100);
  const second = chunkOf(life, 99, 200);
  recording.append(first);
  recording.append({ ...second, fromNs: 100 });
  expect(recording.completions.countBetween(0, 200)).toBe(1);
  expect(recording.completions.segments[0]?.responseNs[0]).toBe(90);
});

test('the oldest of very many completions are dropped, and the segment says so', () => {
  const spans = Array.from({ length: 60 }, (_, i) => request(i, 0, 'execute', i * 10, i * 10 + 10));
  const completions = new Completions(40);
  for (const chunk of chunksOf(spans, [0, 150, 300, 450, 600])) completions.add(spansOf(chunk));
  const kept = completions.segments.reduce((sum, { count }) => sum + count, 0);
  expect(kept).toBeLessThanOrEqual(40);
  const [first] = completions.segments;
  expect(first?.timeNs[0]).toBe((first?.fromNs ?? 0) + 10);
  expect(completions.countBetween(first?.fromNs ?? 0, 600)).toBe(kept);
});

test('the oldest chunks are dropped beyond the limit, never those at the playhead', () => {
  const spans = Array.from({ length: 40 }, (_, i) => thread(0, 'user', i * 10, i * 10 + 10));
  const recording = new Recording(layoutOf({ callers: 1, endNs: 400 }));
  for (const chunk of chunksOf(spans, [0, 100, 200, 300, 400])) recording.append(chunk);
  const { bytes } = recording;
  recording.evict(bytes / 2, 250);
  expect(recording.fromNs).toBe(200);
  expect(recording.covers(150)).toBe(false);
  recording.evict(0, 250);
  expect(recording.fromNs).toBe(200);
  expect(recording.bytes).toBeLessThan(bytes);
});

test('outside the recording nothing is shown', () => {
  const recording = new Recording(layoutOf({ callers: 1 }));
  const frame = recording.createFrame();
  recording.append(chunkOf([thread(0, 'user', 0, 100), request(0, 0, 'prepare', 0, 100)], 0, 50));
  recording.frameAt(50, frame);
  expect([frame.known, frame.requests.count, frame.threads.state[0]]).toEqual([true, 1, 0]);
  // Its end is not known at the end of what is recorded.
  expect(frame.requests.progress[0]).toBe(0);
  recording.frameAt(51, frame);
  expect([frame.known, frame.requests.count, frame.threads.state[0]]).toEqual([false, 0, UNKNOWN_STATE]);
  expect(frame.threads.request[0]).toBe(noRequest);
});

test('progress on the wire is exact although the arrival lies beyond the chunk', () => {
  const recording = new Recording(layoutOf({ callers: 1 }));
  recording.append(chunkOf([request(7, 0, 'wireOut', 20, 120, 0)], 0, 50));
  const frame = recording.createFrame();
  recording.frameAt(45, frame);
  expect(frame.requests.progress[0]).toBeCloseTo(0.25);
  expect([frame.load[0], frame.holder[0]]).toEqual([1, 0]);
});

test('a held segment stays at its sender until it travels, with a known or unknown arrival', () => {
  const progressAt = (timeNs: number, toNs: number) => {
    const recording = new Recording({ ...layoutOf({ callers: 1 }), wireNs: 20 });
    recording.append(chunkOf([request(7, 0, 'wireBack', 0, 100, 0)], 0, toNs));
    const frame = recording.createFrame();
    recording.frameAt(timeNs, frame);
    return frame.requests.progress[0];
  };
  for (const toNs of [60, 150]) expect(progressAt(60, toNs)).toBe(0);
  expect(progressAt(80, 150)).toBe(0);
  expect(progressAt(95, 150)).toBeCloseTo(0.75);
});

test('a truncated chunk is refused', () => {
  const recording = new Recording(layoutOf());
  expect(() => recording.append({ fromNs: 0, toNs: 1, count: 2, buffer: new ArrayBuffer(10) })).toThrow(
    /cut short/,
  );
});
