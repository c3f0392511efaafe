/** Conditions on traces written by hand: what counts, from when on, and over the cuts between chunks. */
import { describe, expect, it } from 'vitest';
import type { EventName } from '../../../../src/model/analysis/events.ts';
import {
  type Condition,
  type Moment,
  TAIL_ANSWERS,
  watcherOf,
  watchFrom,
} from '../../../../src/model/analysis/until.ts';
import { activities } from '../../../../src/model/engine/generated/abi.ts';
import { spansOf } from '../../../../src/model/playback/spans.ts';
import {
  chunksOf,
  failed,
  layoutOf,
  part,
  request,
  thread,
  type WholeSpan,
} from '../../../support/chunks.ts';

const END = 1000;
const layout = layoutOf({ callers: 2, clientCores: 2, endNs: END });
const REDIS = 2;

/** Requests 5 and 6, of callers 0 and 1: 6 waits for the connection that 5 has. */
const spans: readonly WholeSpan[] = [
  thread(0, 'user', 0, 100, { request: 5 }),
  thread(0, 'waitReply', 100, 600, { request: 5 }),
  thread(0, 'user', 600, 1200),
  thread(1, 'idle', 0, 300),
  thread(1, 'user', 300, 400, { request: 6 }),
  thread(1, 'waitConnection', 400, 620, { request: 6 }),
  thread(1, 'kernel', 620, 1200, { request: 6 }),
  thread(REDIS, 'user', 0, 350),
  thread(REDIS, 'idle', 350, 700),
  thread(REDIS, 'user', 700, 800),
  thread(REDIS, 'idle', 800, 1200),
  request(5, 0, 'clientWrite', 0, 100, 0),
  request(5, 0, 'serverQueue', 100, 600, 0),
  request(6, 1, 'prepare', 300, 400),
  request(6, 1, 'waitConnection', 400, 620),
  request(6, 1, 'clientWrite', 620, 900, 0),
];

/** The first answer for every way to cut the run; they must agree. */
function find(condition: Condition, afterNs = -1): Moment | undefined {
  const answers = [[END], [350, END], [400, 620, END], [100, 300, 500, 600, 700, 900, END]].map((cuts) => {
    const from = Math.max(0, watchFrom(condition, afterNs));
    const watcher = watcherOf(condition, layout, afterNs);
    for (const chunk of chunksOf(spans, [from, ...cuts.filter((cut) => cut > from)])) {
      const moment = watcher(spansOf(chunk));
      if (moment) return moment;
    }
    return undefined;
  });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  return answers[0];
}

describe('an event kind', () => {
  const CLIENT = 0;
  const call = (name: (typeof activities)[number]) => ({ arg: activities.indexOf(name) });
  const events: readonly WholeSpan[] = [
    thread(CLIENT, 'user', 0, 100),
    thread(CLIENT, 'kernel', 100, 200, { ...call('write'), request: 5 }),
    thread(CLIENT, 'runnable', 200, 250, call('write')),
    thread(REDIS, 'kernel', 50, 80, call('write')),
    thread(REDIS, 'kernel', 300, 340, call('read')),
    thread(CLIENT, 'switch', 400, 410),
    request(5, 0, 'wakeUp', 500, 600, 0),
    part(5, 0, 'giveBack', 700, 800, 0),
  ];
  const first = (of: EventName, afterNs = -1): Moment | undefined => {
    const watcher = watcherOf({ kind: 'event', of }, layout, afterNs);
    for (const chunk of chunksOf(events, [0, 150, 320, END])) {
      const moment = watcher(spansOf(chunk));
      if (moment) return moment;
    }
    return undefined;
  };

  it('is a call of the chosen process, a state of a thread, or a time of a request or of a part', () => {
    expect(first('write')).toEqual({ timeNs: 100, request: 5 });
    expect(first('serverWrite')).toEqual({ timeNs: 50, request: undefined });
    expect(first('serverRead')).toEqual({ timeNs: 300, request: undefined });
    expect(first('switch')).toEqual({ timeNs: 400, request: undefined });
    expect(first('wakeUp')).toEqual({ timeNs: 500, request: 5 });
    expect(first('giveBack')).toEqual({ timeNs: 700, request: 5 });
    expect(first('read')).toBeUndefined();
  });

  it('selects the next event, not the current one', () => {
    expect(first('write', 100)).toBeUndefined();
  });
});

describe('a wait for a connection', () => {
  it('is found at its start', () => {
    expect(find({ kind: 'waits' })).toEqual({ timeNs: 400, request: 6 });
    expect(find({ kind: 'waits' }, 399)).toEqual({ timeNs: 400, request: 6 });
  });
  it('does not start again while it lasts', () => {
    expect(find({ kind: 'waits' }, 400)).toBeUndefined();
  });
});

describe('a slow request', () => {
  it('is found when it passes the limit', () => {
    expect(find({ kind: 'slow', limitNs: 450 })).toEqual({ timeNs: 450, request: 5 });
    expect(find({ kind: 'slow', limitNs: 599 })).toEqual({ timeNs: 599, request: 5 });
    expect(find({ kind: 'slow', limitNs: 500 }, 500)).toEqual({ timeNs: 800, request: 6 });
  });
  it('takes longer than the limit, not exactly as long', () => {
    expect(find({ kind: 'slow', limitNs: 600 })).toBeUndefined();
  });
  it('that was over the limit before does not count', () => {
    expect(find({ kind: 'slow', limitNs: 250 }, 560)).toBeUndefined();
    expect(find({ kind: 'slow', limitNs: 250 }, 540)).toEqual({ timeNs: 550, request: 6 });
  });
});

it('a caller parks when it starts any wait', () => {
  expect(find({ kind: 'parks', of: 'caller', thread: 0 })).toEqual({ timeNs: 100, request: 5, lane: 0 });
  expect(find({ kind: 'parks', of: 'caller', thread: 1 })).toEqual({ timeNs: 400, request: 6, lane: 1 });
  expect(find({ kind: 'parks', of: 'caller', thread: 0 }, 100)).toBeUndefined();
  expect(find({ kind: 'parks', of: 'caller' }, 100)).toEqual({ timeNs: 400, request: 6, lane: 1 });
});

it('a request is completed at the end of its last phase', () => {
  expect(find({ kind: 'answered', request: 5 })).toEqual({ timeNs: 600, request: 5 });
  expect(find({ kind: 'answered', request: 6 })).toEqual({ timeNs: 900, request: 6 });
  expect(find({ kind: 'answered', request: 7 })).toBeUndefined();
});

it('a request that fails is never completed, and is reported', () => {
  const chunks = chunksOf([...spans, failed(6, 1, 'replyTimeout', 900)], [0, 350, END]).map(spansOf);
  const watcher = watcherOf({ kind: 'answered', request: 6 }, layout, -1);
  expect(chunks.map(watcher)).toEqual([undefined, { timeNs: 900, request: 6, hasFailed: true }]);
});

it('the cores are all busy when the last free one is taken, except those of Redis', () => {
  expect(find({ kind: 'busy' })).toEqual({ timeNs: 620, request: undefined });
  // They are, and stay so: it does not happen again.
  expect(find({ kind: 'busy' }, 620)).toBeUndefined();
});

describe('Redis’ main thread', () => {
  const lane = REDIS;
  const busy = (limitNs: number, afterNs?: number) => find({ kind: 'serverBusy', limitNs }, afterNs);
  it('is busy for too long when its uninterrupted work passes the limit', () => {
    expect(busy(349)).toEqual({ timeNs: 349, request: undefined, lane });
    expect(busy(60, 350)).toEqual({ timeNs: 760, request: undefined, lane });
    expect(busy(99, 720)).toEqual({ timeNs: 799, request: undefined, lane });
  });
  it('works for longer than the limit, not exactly as long, and two separate times do not add up', () => {
    expect(busy(350)).toBeUndefined();
    expect(busy(100, 350)).toBeUndefined();
  });
  it('that was over the limit before does not count', () => {
    expect(busy(60, 60)).toEqual({ timeNs: 760, request: undefined, lane });
    expect(busy(60, 760)).toBeUndefined();
  });
});

it('Redis parks when its main thread has nothing to do', () => {
  const lane = REDIS;
  expect(find({ kind: 'parks', of: 'serverMain' })).toEqual({ timeNs: 350, request: undefined, lane });
  expect(find({ kind: 'parks', of: 'serverMain' }, 350)).toEqual({ timeNs: 800, request: undefined, lane });
});

it('of a class is the first thread that parks; a thread that has not run cannot park', () => {
  const lanes = [
    { class: 'serverMain', count: 1 },
    { class: 'serverIo', count: 2 },
  ] as const;
  const watch = (of: 'serverIo' | 'eventLoop', afterNs: number) => {
    const watcher = watcherOf({ kind: 'parks', of }, layoutOf({ lanes, endNs: END }), afterNs);
    const [chunk] = chunksOf(spans, [0, END]);
    return chunk && watcher(spansOf(chunk));
  };
  expect(watch('serverIo', -1)).toEqual({ timeNs: 350, request: undefined, lane: 2 });
  expect(watch('serverIo', 350)).toEqual({ timeNs: 400, request: 6, lane: 1 });
  expect(watch('eventLoop', -1)).toBeUndefined();
});

describe('the p99 of the last completed requests', () => {
  /** Answers one after another, every 10 ns; each of these takes 8 instead of 2. */
  const answers = (slow: readonly number[], count = TAIL_ANSWERS + 200): WholeSpan[] =>
    Array.from({ length: count }, (_, id) =>
      request(id, 0, 'clientWrite', 10 * id, 10 * id + (slow.includes(id) ? 8 : 2), 0),
    );
  const findIn = (all: readonly WholeSpan[], cuts: readonly number[], afterNs = -1) => {
    const watcher = watcherOf({ kind: 'tail', limitNs: 5 }, layout, afterNs);
    for (const chunk of chunksOf(all, [0, ...cuts])) {
      const moment = watcher(spansOf(chunk));
      if (moment) return moment;
    }
    return undefined;
  };
  const eleven = Array.from({ length: 11 }, (_, i) => 100 + i);

  it('is above the limit with more than one in a hundred, once there are enough requests', () => {
    const at = { timeNs: 10 * (TAIL_ANSWERS - 1) + 2, request: TAIL_ANSWERS - 1 };
    for (const cuts of [[12_000], [1003, 1048, 5000, 9992, 12_000]])
      expect(findIn(answers(eleven), cuts)).toEqual(at);
    expect(findIn(answers(eleven.slice(1)), [12_000])).toBeUndefined();
    expect(findIn(answers(eleven, TAIL_ANSWERS - 1), [12_000])).toBeUndefined();
  });

  it('uses only the last requests: older slow ones are dropped', () => {
    const late = [...eleven.slice(1), 1100, 1150];
    expect(findIn(answers(late), [12_000])).toEqual({ timeNs: 11_008, request: 1100 });
    expect(findIn(answers([...eleven.slice(1), 1150]), [12_000])).toBeUndefined();
  });

  it('excludes failed requests, which have no response time', () => {
    const marks = eleven.map((id) => failed(id, 0, 'replyTimeout', 10 * id + 8));
    const all = [...answers(eleven), ...marks].sort((one, other) => one.end - other.end);
    expect(findIn(all, [12_000])).toBeUndefined();
  });

  it('includes only requests completed after the watch started', () => {
    expect(findIn(answers(eleven), [12_000], 1500)).toBeUndefined();
  });
});
