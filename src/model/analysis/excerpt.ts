/**
 * A stretch of a recorded run with every span once, and what is looked up in it. Chunks repeat what is open at their
 * ends; here those repetitions are gone.
 */
import { failures } from '../engine/generated/failures.ts';
import { FAILED_KIND, OPEN, PART_KIND, REQUEST_KIND, type Spans, WIRE_KIND } from '../playback/spans.ts';

/** Columns as in a chunk: every span that overlaps [fromNs, toNs] is in them. `kind` comes without the mark, which `isOpen` tells instead. */
export interface Excerpt extends Omit<Spans, 'bytes'> {
  /** 1 where the span goes on after `toNs`; its end is then the one known so far, except on the wire. */
  readonly isOpen: Uint8Array;
  /** Spans of each thread lane, of each connection's segments, and of each request's phases; all by start. Parts are in none. */
  readonly ofLane: ReadonlyMap<number, readonly number[]>;
  readonly ofWire: ReadonlyMap<number, readonly number[]>;
  readonly ofRequest: ReadonlyMap<number, readonly number[]>;
  /** Why requests have ended without an answer, by their numbers; of all others nothing. */
  readonly failureOf: ReadonlyMap<number, FailureName>;
}

export type FailureName = (typeof failures)[number];

/** Puts chunks together that follow each other without a gap. */
export function excerptOf(chunks: readonly Spans[]): Excerpt {
  const making = excerptInSlices(chunks);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}

/** The same in slices of one chunk, so that whoever makes it can do other things in between. */
export function* excerptInSlices(chunks: readonly Spans[]): Generator<void, Excerpt> {
  const last = chunks.at(-1);
  const isKept = (spans: Spans, i: number) => spans === last || ((spans.kind[i] as number) & OPEN) === 0;
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

/** The excerpt while it is being made. */
type Lists = Map<number, number[]>;
type Filling = Excerpt & {
  readonly ofLane: Lists;
  readonly ofWire: Lists;
  readonly ofRequest: Lists;
  readonly failureOf: Map<number, FailureName>;
};

/**
 * A chunk lists spans by their ends, and what is open last. Spans of a lane, of a request and of a connection's direction
 * do not overtake each other, so every list comes out by start.
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

/** What a thread does in a span of its lane: the activity's number. */
export const activityOf = ({ arg }: Excerpt, span: number): number => (arg[span] as number) & 0xff;

/** The connection a thread works on in a span of its lane, or −1. */
export const workConnection = ({ arg }: Excerpt, span: number): number => ((arg[span] as number) >>> 8) - 1;

/** The connection a request has in one of its phases, or −1. */
export const connectionOf = ({ arg }: Excerpt, span: number): number => (arg[span] as number) - 1;

/** The part of a span inside an interval, ns. */
export function overlap(excerpt: Excerpt, span: number, fromNs: number, toNs: number): number {
  const from = Math.max(fromNs, excerpt.start[span] as number);
  const to = Math.min(toNs, endOf(excerpt, span));
  return Math.max(0, to - from);
}

/** End of a span as far as it is known: of an open one the excerpt's. */
export const endOf = (excerpt: Excerpt, span: number): number =>
  excerpt.isOpen[span] === 1
    ? Math.max(excerpt.toNs, excerpt.end[span] as number)
    : (excerpt.end[span] as number);

/** Requests with at least one phase in the interval, in no particular order. */
export function requestsIn(excerpt: Excerpt, fromNs: number, toNs: number): number[] {
  return [...excerpt.ofRequest]
    .filter(([, spans]) => spans.some((span) => overlap(excerpt, span, fromNs, toNs) > 0))
    .map(([id]) => id);
}
