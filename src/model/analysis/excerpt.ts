/**
 * An interval of a recorded run with each span once, indexed for lookup. Chunks repeat spans that are open at
 * their ends; an excerpt merges them.
 */
import { failures } from '../engine/generated/failures.ts';
import {
  FAILED_KIND,
  isAboutProcesses,
  OPEN,
  PART_KIND,
  REQUEST_KIND,
  type Spans,
  WIRE_KIND,
} from '../playback/spans.ts';

/**
 * Columns as in a chunk, with every span that overlaps [fromNs, toNs]. `kind` is without the open mark;
 * `isOpen` has it.
 */
export interface Excerpt extends Omit<Spans, 'bytes'> {
  /** 1 if the span continues after `toNs`; its end is then provisional, except on the wire. */
  readonly isOpen: Uint8Array;
  /**
   * Spans by thread lane, by connection (segments) and by request (phases), each sorted by start. Parts are
   * excluded.
   */
  readonly ofLane: ReadonlyMap<number, readonly number[]>;
  readonly ofWire: ReadonlyMap<number, readonly number[]>;
  readonly ofRequest: ReadonlyMap<number, readonly number[]>;
  /** Failure by request number; absent for others. */
  readonly failureOf: ReadonlyMap<number, FailureName>;
}

export type FailureName = (typeof failures)[number];

/** Joins contiguous chunks. */
export function excerptOf(chunks: readonly Spans[]): Excerpt {
  const making = excerptInSlices(chunks);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}

/** The same in slices of one chunk, so that the caller can yield between them. */
export function* excerptInSlices(chunks: readonly Spans[]): Generator<void, Excerpt> {
  const last = chunks.at(-1);
  const isKept = (spans: Spans, i: number) => {
    const kind = spans.kind[i] as number;
    return (spans === last || (kind & OPEN) === 0) && !isAboutProcesses(kind & ~OPEN);
  };
  let n = 0;
  for (const spans of chunks) for (let i = 0; i < spans.count; i++) if (isKept(spans, i)) n++;
  const excerpt: Filling = {
    fromNs: chunks[0]?.fromNs ?? 0,
    toNs: last?.toNs ?? 0,
    count: n,
    start: new Float64Array(n),
    end: new Float64Array(n),
    request: new Uint32Array(n),
    arg: new Uint32Array(n),
    lane: new Uint16Array(n),
    kind: new Uint8Array(n),
    isOpen: new Uint8Array(n),
    ofLane: new Map(),
    ofWire: new Map(),
    ofRequest: new Map(),
    failureOf: new Map(),
  };
  let to = 0;
  for (const spans of chunks) {
    for (let i = 0; i < spans.count; i++) if (isKept(spans, i)) copy(spans, i, excerpt, to++);
    yield;
  }
  return excerpt;
}

/** The excerpt under construction. */
type Lists = Map<number, number[]>;
type Filling = Excerpt & {
  readonly ofLane: Lists;
  readonly ofWire: Lists;
  readonly ofRequest: Lists;
  readonly failureOf: Map<number, FailureName>;
};

/**
 * A chunk lists spans by end, open ones last. Spans of a lane, a request and a connection's direction never
 * overtake each other, so every list is sorted by start.
 */
function copy(spans: Spans, from: number, excerpt: Filling, to: number): void {
  const marked = spans.kind[from] as number;
  const kind = marked & ~OPEN;
  const lane = spans.lane[from] as number;
  const request = spans.request[from] as number;
  excerpt.start[to] = spans.start[from] as number;
  excerpt.end[to] = spans.end[from] as number;
  excerpt.request[to] = request;
  excerpt.arg[to] = spans.arg[from] as number;
  excerpt.lane[to] = lane;
  excerpt.kind[to] = kind;
  excerpt.isOpen[to] = marked & OPEN ? 1 : 0;
  if (kind >= FAILED_KIND) excerpt.failureOf.set(request, failures[kind - FAILED_KIND] as FailureName);
  else if (kind >= REQUEST_KIND) addTo(excerpt.ofRequest, request, to);
  else if (kind < WIRE_KIND) addTo(excerpt.ofLane, lane, to);
  else if (kind < PART_KIND) addTo(excerpt.ofWire, lane, to);
}

function addTo(lists: Map<number, number[]>, key: number, span: number): void {
  const list = lists.get(key);
  if (list) list.push(span);
  else lists.set(key, [span]);
}

/** Activity number of a thread's span. */
export const activityOf = ({ arg }: Excerpt, span: number): number => (arg[span] as number) & 0xff;

/** Connection of a thread's span, or −1. */
export const workConnection = ({ arg }: Excerpt, span: number): number => ((arg[span] as number) >>> 8) - 1;

/** Connection of a request's phase, or −1. */
export const connectionOf = ({ arg }: Excerpt, span: number): number => (arg[span] as number) - 1;

/** Length of a span inside an interval, ns. */
export function overlap(excerpt: Excerpt, span: number, fromNs: number, toNs: number): number {
  const from = Math.max(fromNs, excerpt.start[span] as number);
  const to = Math.min(toNs, endOf(excerpt, span));
  return Math.max(0, to - from);
}

/** End of a span; for an open one, the excerpt's end. */
export const endOf = (excerpt: Excerpt, span: number): number =>
  excerpt.isOpen[span] === 1
    ? Math.max(excerpt.toNs, excerpt.end[span] as number)
    : (excerpt.end[span] as number);

/** Requests with at least one phase in the interval, unordered. */
export function requestsIn(excerpt: Excerpt, fromNs: number, toNs: number): number[] {
  return [...excerpt.ofRequest]
    .filter(([, spans]) => spans.some((span) => overlap(excerpt, span, fromNs, toNs) > 0))
    .map(([id]) => id);
}
