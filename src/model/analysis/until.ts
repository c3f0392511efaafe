/**
 * "Run until …": the first instant after a given one at which a condition holds. A watcher takes the run's
 * chunks in order and returns the instant from the chunk that contains it.
 */
import { phases, threadStates } from '../engine/generated/abi.ts';
import {
  FAILED_KIND,
  NO_REQUEST,
  OPEN,
  PART_KIND,
  REQUEST_KIND,
  type Spans,
  WIRE_KIND,
} from '../playback/spans.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { beginsWith, type EventName } from './events.ts';
import { isOnServer, lanesOf, type ThreadClassName } from './threads.ts';

/** The condition to wait for. */
export type Condition =
  /** An event of this kind starts. */
  | { readonly kind: 'event'; readonly of: EventName }
  /** A request starts to wait for a connection: its caller blocks until it gets one. */
  | { readonly kind: 'waits' }
  /** A request has been in progress for longer than this, ns. */
  | { readonly kind: 'slow'; readonly limitNs: number }
  /**
   * The p99 of the last {@link TAIL_ANSWERS} completions is above this, ns: more than one in a hundred took
   * longer.
   */
  | { readonly kind: 'tail'; readonly limitNs: number }
  /** A thread gives up its core to wait: any of its class, or the one with this number, from 0. */
  | { readonly kind: 'parks'; readonly of: ThreadClassName; readonly thread?: number }
  /** This request is completed; an earlier completion counts. */
  | { readonly kind: 'answered'; readonly request: number }
  /** All cores of the client's machine are busy. */
  | { readonly kind: 'busy' }
  /** A main thread of Redis has worked for longer than this without a pause, ns. */
  | { readonly kind: 'serverBusy'; readonly limitNs: number };

/** Window of the p99, completions. */
export const TAIL_ANSWERS = 1000;

/** The instant, with the affected request or thread. */
export interface Moment {
  readonly timeNs: number;
  readonly request: number | undefined;
  /** The thread that parks. */
  readonly lane?: number;
  /** Whether the request ends without a reply. */
  readonly hasFailed?: boolean;
}

/** Takes the next chunk; returns the instant if the chunk contains it. */
export type Watcher = (spans: Spans) => Moment | undefined;

/**
 * A watcher for a condition after `afterNs`. Its first chunk must begin at {@link watchFrom} at the latest;
 * the others must be contiguous.
 */
export function watcherOf(condition: Condition, layout: RunLayout, afterNs: number): Watcher {
  switch (condition.kind) {
    case 'event':
      return firstEvent(condition.of, layout, afterNs);
    case 'waits':
      return (spans) => {
        const isMatch = (kind: number, span: number) => kind === STANDS && isAtPool(spans, span);
        const span = firstStart(spans, afterNs, isMatch);
        return span === undefined ? undefined : startOf(spans, span);
      };
    case 'slow':
      return slowRequest(condition.limitNs, afterNs);
    case 'tail':
      return slowTail(condition.limitNs, afterNs);
    case 'parks':
      return firstParked(lanesOf(layout, condition.of), condition.thread, afterNs);
    case 'answered':
      return completion(condition.request);
    case 'busy':
      return fullCores(layout, afterNs);
    case 'serverBusy':
      return unpaused(lanesOf(layout, 'serverMain'), condition.limitNs, afterNs);
  }
}

/** The first span that starts such an event. */
function firstEvent(name: EventName, layout: RunLayout, afterNs: number): Watcher {
  const begins = beginsWith(name);
  const lanes = layout.lanes.reduce((sum, { count }) => sum + count, 0);
  const onServer = Array.from({ length: lanes }, (_, lane) => isOnServer(layout, lane));
  return (spans) => {
    const span = firstStart(spans, afterNs, (kind, at) =>
      begins(kind, spans.arg[at] as number, onServer[spans.lane[at] as number] === true),
    );
    return span === undefined ? undefined : startOf(spans, span);
  };
}

/**
 * One of these lanes, or the one with this index, waits. A thread that has not run yet cannot give up its
 * core.
 */
function firstParked(lanes: readonly number[], thread: number | undefined, afterNs: number): Watcher {
  const laneSet = new Set(thread === undefined ? lanes : lanes.slice(thread, thread + 1));
  const laneOf = (spans: Spans, span: number) => spans.lane[span] as number;
  return (spans) => {
    const isMatch = (kind: number, span: number) => PARKED.includes(kind) && laneSet.has(laneOf(spans, span));
    const span = firstStart(spans, Math.max(0, afterNs), isMatch);
    return span === undefined ? undefined : { ...startOf(spans, span), lane: laneOf(spans, span) };
  };
}

/** Where to start watching. A request or work that began earlier is over the limit at `afterNs` already. */
export const watchFrom = (condition: Condition, afterNs: number): number =>
  condition.kind === 'slow' || condition.kind === 'serverBusy'
    ? Math.max(0, afterNs - condition.limitNs)
    : afterNs;

const state = (name: (typeof threadStates)[number]): number => threadStates.indexOf(name);
const STANDS = state('waitConnection');
const AT_POOL = [REQUEST_KIND, PART_KIND].map((family) => family + phases.indexOf('waitConnection'));
const PARKED: readonly number[] = [STANDS, state('waitReply'), state('idle')];
const ON_CORE: readonly number[] = [state('user'), state('kernel'), state('switch')];

/** The earliest matching span that starts after `afterNs`. */
function firstStart(
  spans: Spans,
  afterNs: number,
  isMatch: (kind: number, span: number) => boolean,
): number | undefined {
  let found: number | undefined;
  let earliest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < spans.count; i++) {
    const start = spans.start[i] as number;
    if (start <= afterNs || start >= earliest || !isMatch((spans.kind[i] as number) & ~OPEN, i)) continue;
    earliest = start;
    found = i;
  }
  return found;
}

/** Whether the request for which a thread blocks is at its pool, rather than at a topology query. */
function isAtPool(spans: Spans, stand: number): boolean {
  const atNs = spans.start[stand] as number;
  for (let i = 0; i < spans.count; i++) {
    const marked = spans.kind[i] as number;
    const isIts = spans.request[i] === spans.request[stand] && spans.lane[i] === spans.lane[stand];
    if (!isIts || !AT_POOL.includes(marked & ~OPEN)) continue;
    if ((spans.start[i] as number) <= atNs && (marked & OPEN || (spans.end[i] as number) > atNs)) return true;
  }
  return false;
}

/** The start of a span, with its request. */
function startOf(spans: Spans, span: number): Moment {
  const request = spans.request[span] as number;
  return { timeNs: spans.start[span] as number, request: request === NO_REQUEST ? undefined : request };
}

/** Records each request's start; returns the first still in progress after the limit. */
function slowRequest(limitNs: number, afterNs: number): Watcher {
  const lives = new Lives();
  return (spans) => {
    let moment: Moment | undefined;
    for (const { id, begin, end } of lives.in(spans)) {
      const timeNs = begin + limitNs;
      const isInChunk = timeNs > afterNs && timeNs <= spans.toNs && end > timeNs;
      if (isInChunk && !(moment && moment.timeNs <= timeNs)) moment = { timeNs, request: id };
    }
    return moment;
  };
}

/**
 * Counts the slow ones of the last completions; returns the one that makes them more than one in a hundred.
 */
function slowTail(limitNs: number, afterNs: number): Watcher {
  const lives = new Lives();
  /** Ring buffer: 1 = slow. */
  const last = new Uint8Array(TAIL_ANSWERS);
  let answers = 0;
  let slow = 0;
  return (spans) => {
    const answered = lives
      .in(spans)
      .filter(({ hasFailed }) => !hasFailed)
      // Requests that began before the watch have unknown response times.
      .filter(({ begin, end }) => Number.isFinite(begin) && end > afterNs && end <= spans.toNs)
      .sort((a, b) => a.end - b.end || a.id - b.id);
    for (const { id, begin, end } of answered) {
      const isSlow = end - begin > limitNs ? 1 : 0;
      const at = answers % TAIL_ANSWERS;
      slow += isSlow - (last[at] as number);
      last[at] = isSlow;
      answers++;
      if (answers >= TAIL_ANSWERS && slow > TAIL_ANSWERS / 100) return { timeNs: end, request: id };
    }
    return undefined;
  };
}

interface Life {
  readonly id: number;
  /** −∞ if before the watch. */
  readonly begin: number;
  /** ∞ while in progress. */
  readonly end: number;
  readonly hasFailed: boolean;
}

/** Starts and ends of requests, chunk by chunk. */
class Lives {
  /** Of requests in progress. */
  readonly #begins = new Map<number, number>();
  #isFirst = true;

  /** The requests in progress somewhere in the next chunk. */
  in(spans: Spans): Life[] {
    const begins = this.#begins;
    const ends = new Map<number, number>();
    const failed = new Set<number>();
    for (let i = 0; i < spans.count; i++) {
      const marked = spans.kind[i] as number;
      if ((marked & ~OPEN) < REQUEST_KIND) continue;
      const id = spans.request[i] as number;
      const start = spans.start[i] as number;
      const isKnown = !this.#isFirst || spans.fromNs === 0 || start > spans.fromNs;
      begins.set(id, Math.min(begins.get(id) ?? start, isKnown ? start : Number.NEGATIVE_INFINITY));
      if ((marked & ~OPEN) >= FAILED_KIND) failed.add(id);
      const end = marked & OPEN ? Number.POSITIVE_INFINITY : (spans.end[i] as number);
      ends.set(id, Math.max(ends.get(id) ?? 0, end));
    }
    this.#isFirst = false;
    const lives = [...ends].map(([id, end]) => ({
      id,
      begin: begins.get(id) as number,
      end,
      hasFailed: failed.has(id),
    }));
    for (const { id, end } of lives) if (end !== Number.POSITIVE_INFINITY) begins.delete(id);
    return lives;
  }
}

/** The first chunk that has the request, but not open at its end, has its completion. */
function completion(request: number): Watcher {
  return (spans) => {
    let timeNs = Number.NaN;
    let hasFailed = false;
    for (let i = 0; i < spans.count; i++) {
      const marked = spans.kind[i] as number;
      if (spans.request[i] !== request || (marked & ~OPEN) < REQUEST_KIND) continue;
      if (marked & OPEN) return undefined;
      hasFailed ||= marked >= FAILED_KIND;
      const end = spans.end[i] as number;
      if (!(end <= timeNs)) timeNs = end;
    }
    return Number.isNaN(timeNs) ? undefined : { timeNs, request, ...(hasFailed && { hasFailed }) };
  };
}

/** Counts the threads on cores at each boundary. */
function fullCores(layout: RunLayout, afterNs: number): Watcher {
  const isShared = layout.serverCores === 0;
  const isOnClient = layout.lanes.flatMap(({ class: name, count }) =>
    Array<boolean>(count).fill(isShared || !name.startsWith('server')),
  );
  // A state that already holds at the start of the watch is no event; at the start of a run all cores are
  // idle.
  let wasFull = afterNs >= 0;
  return (spans) => {
    const changes: [atNs: number, change: number][] = [];
    for (let i = 0; i < spans.count; i++) {
      const marked = spans.kind[i] as number;
      const kind = marked & ~OPEN;
      if (kind >= WIRE_KIND || !ON_CORE.includes(kind) || !isOnClient[spans.lane[i] as number]) continue;
      changes.push([Math.max(spans.fromNs, spans.start[i] as number), 1]);
      if ((marked & OPEN) === 0) changes.push([spans.end[i] as number, -1]);
    }
    changes.sort(([a], [b]) => a - b);
    let level = 0;
    for (let i = 0; i < changes.length; ) {
      const atNs = (changes[i] as [number, number])[0];
      // The last instant of a chunk is complete only in the next chunk.
      if (atNs >= spans.toNs) break;
      for (; changes[i]?.[0] === atNs; i++) level += (changes[i] as [number, number])[1];
      const isFull = level >= layout.clientCores;
      if (isFull && !wasFull && atNs > afterNs) return { timeNs: atNs, request: undefined };
      wasFull = isFull;
    }
    return undefined;
  };
}

/** Records each lane's last pause; returns the first still at work after the limit. */
function unpaused(lanes: readonly number[], limitNs: number, afterNs: number): Watcher {
  /** Start of work by lane; −∞ if before the watch, ∞ during a pause. */
  const since = new Map<number, number>();
  return (spans) => {
    const pauses = pausesOf(spans, lanes);
    let moment: Moment | undefined;
    for (const lane of lanes) {
      let begin = since.get(lane) ?? (spans.fromNs === 0 ? 0 : Number.NEGATIVE_INFINITY);
      const check = (workedTo: number) => {
        const timeNs = begin + limitNs;
        if (timeNs <= afterNs || timeNs >= workedTo || (moment && moment.timeNs <= timeNs)) return;
        moment = { timeNs, request: undefined, lane };
      };
      for (const [from, to] of pauses.get(lane) ?? []) {
        check(from);
        begin = to;
      }
      // The last instant of a chunk is complete only in the next chunk.
      check(spans.toNs);
      since.set(lane, begin);
    }
    return moment;
  };
}

/** Idle intervals of these lanes, in order; to ∞ if ongoing. */
function pausesOf(spans: Spans, lanes: readonly number[]): Map<number, [fromNs: number, toNs: number][]> {
  const pauses = new Map<number, [number, number][]>(lanes.map((lane) => [lane, []]));
  for (let i = 0; i < spans.count; i++) {
    const marked = spans.kind[i] as number;
    if (!PARKED.includes(marked & ~OPEN)) continue;
    const to = marked & OPEN ? Number.POSITIVE_INFINITY : (spans.end[i] as number);
    pauses.get(spans.lane[i] as number)?.push([spans.start[i] as number, to]);
  }
  for (const list of pauses.values()) list.sort(([a], [b]) => a - b);
  return pauses;
}
