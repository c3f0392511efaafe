/**
 * Causes of a caller's sleep while other threads act: extra round trips (connecting, connection test,
 * topology), or parts of its batch.
 */
import { noRequest, phases, threadStates } from '../engine/generated/abi.ts';
import { PART_KIND, WIRE_KIND } from '../playback/spans.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { type Excerpt, endOf, overlap } from './excerpt.ts';
import type { Journey, Leg } from './journey.ts';
import { partSpans } from './parts.ts';
import { lanesOf } from './threads.ts';

/** The reason for sleeping during an interval. */
export type AsyncWaits =
  /** A message is on the wire, or the TCP handshake, which has no spans of its own. */
  | 'way'
  /** Redis has the message. */
  | 'server'
  /** Parts of the batch are in flight. */
  | 'parts'
  /** No thread has taken the remaining parts. */
  | 'untaken'
  /** All parts have replies, but the caller has not polled yet. */
  | 'unseen';

export interface Stretch {
  readonly reason: AsyncWaits;
  readonly fromNs: number;
  readonly toNs: number;
  /** With `untaken`: the request that the part workers served instead, if any. */
  readonly request?: number;
  /** With `parts`: mean number in flight over the phase, while any was. */
  readonly atOnce?: number;
}

interface Interval {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Phases whose round trips start with the TCP handshake. */
const OPENING: readonly Leg['phase'][] = ['connect', 'giveBack'];
/** Phases of round trips before or after the request's own. */
const TRIPS: readonly Leg['phase'][] = ['topology', 'connect', 'testOnBorrow', 'testOnReturn'];
const WAIT_REPLY = threadStates.indexOf('waitReply');
const UNTAKEN = phases.indexOf('waitCaller') + PART_KIND;

/**
 * Whether a caller makes such round trips in a phase; also while it replaces a connection that it returns.
 */
export const makesTrips = (excerpt: Excerpt, { caller }: Journey, leg: Leg): boolean =>
  TRIPS.includes(leg.phase) ||
  (leg.phase === 'giveBack' &&
    (excerpt.ofLane.get(caller) ?? []).some(
      (span) => excerpt.kind[span] === WAIT_REPLY && overlap(excerpt, span, leg.fromNs, leg.toNs) > 0,
    ));

/** The causes of a caller's waits in a phase, as recorded: disjoint intervals in order. */
export function asyncWaits(excerpt: Excerpt, layout: RunLayout, journey: Journey, leg: Leg): Stretch[] {
  return leg.phase === 'fanOut' ? partsOf(excerpt, layout, journey, leg) : tripsOf(excerpt, journey, leg);
}

function tripsOf(excerpt: Excerpt, { id }: Journey, leg: Leg): Stretch[] {
  const found: Stretch[] = [];
  const add = (reason: AsyncWaits, fromNs: number, toNs: number) => {
    const from = Math.max(fromNs, found.at(-1)?.toNs ?? leg.fromNs);
    if (toNs > from) found.push({ reason, fromNs: from, toNs });
  };
  const isBack = (span: number) => excerpt.kind[span] !== WIRE_KIND;
  const visible = [...excerpt.ofWire.values()]
    .flat()
    .filter((span) => excerpt.request[span] === id && overlap(excerpt, span, leg.fromNs, leg.toNs) > 0)
    .sort((a, b) => (excerpt.start[a] as number) - (excerpt.start[b] as number));
  // An abandoned request may still be in flight; it is not a round trip of this phase.
  const isOwn = (span: number) => !isBack(span) && (excerpt.start[span] as number) >= leg.fromNs;
  const first = leg.phase === 'giveBack' ? visible.findIndex(isOwn) : 0;
  const messages = first < 0 ? [] : visible.slice(first);
  let isAtServer = false;
  messages.forEach((span, i) => {
    const start = excerpt.start[span] as number;
    if (i === 0 && OPENING.includes(leg.phase)) add('way', leg.fromNs, start);
    if (isAtServer && isBack(span)) add('server', leg.fromNs, start);
    add('way', start, Math.min(leg.toNs, endOf(excerpt, span)));
    isAtServer = !isBack(span);
  });
  return found;
}

function partsOf(excerpt: Excerpt, layout: RunLayout, { id }: Journey, leg: Leg): Stretch[] {
  const spans = partSpans(excerpt, id);
  const intervalsOf = (isUntaken: boolean) =>
    spans
      .filter((span) => (excerpt.kind[span] === UNTAKEN) === isUntaken)
      .map((span) => clipped(excerpt, span, leg.fromNs, leg.toNs));
  const inFlight = intervalsOf(false);
  const busy = union(inFlight);
  const left = without(union(intervalsOf(true)), busy);
  const atOnce = lengthOf(inFlight) / Math.max(1, lengthOf(busy));
  const lastNs = Math.max(...[...busy, ...left].map(({ toNs }) => toNs));
  const unseen = spans.length > 0 && lastNs < leg.toNs ? [{ fromNs: lastNs, toNs: leg.toNs }] : [];
  return [
    ...busy.map((interval) => ({ ...interval, reason: 'parts' as const, atOnce })),
    ...left.map((interval) => ({
      ...interval,
      reason: 'untaken' as const,
      ...takersWork(excerpt, layout, id, interval),
    })),
    ...unseen.map((interval) => ({ ...interval, reason: 'unseen' as const })),
  ].sort((a, b) => a.fromNs - b.fromNs);
}

/** The batch that the part workers served most in an interval. */
function takersWork(
  excerpt: Excerpt,
  layout: RunLayout,
  id: number,
  { fromNs, toNs }: Interval,
): { request?: number } {
  const sums = new Map<number, number>();
  for (const lane of lanesOf(layout, 'worker')) {
    for (const span of excerpt.ofLane.get(lane) ?? []) {
      const request = excerpt.request[span] as number;
      if (request === noRequest || request === id) continue;
      sums.set(request, (sums.get(request) ?? 0) + overlap(excerpt, span, fromNs, toNs));
    }
  }
  const [largest] = [...sums].filter(([, ns]) => ns > 0).sort(([, a], [, b]) => b - a);
  return largest ? { request: largest[0] } : {};
}

const clipped = (excerpt: Excerpt, span: number, fromNs: number, toNs: number): Interval => ({
  fromNs: Math.max(fromNs, excerpt.start[span] as number),
  toNs: Math.max(fromNs, Math.min(toNs, endOf(excerpt, span))),
});

const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0);

/** Merges overlapping intervals, in order. */
function union(intervals: readonly Interval[]): Interval[] {
  const found: { fromNs: number; toNs: number }[] = [];
  for (const { fromNs, toNs } of intervals.toSorted((a, b) => a.fromNs - b.fromNs)) {
    if (toNs <= fromNs) continue;
    const last = found.at(-1);
    if (last && fromNs <= last.toNs) last.toNs = Math.max(last.toNs, toNs);
    else found.push({ fromNs, toNs });
  }
  return found;
}

/** The intervals minus the others; both merged. */
function without(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  return intervals.flatMap((interval) => {
    const rest: Interval[] = [];
    let from = interval.fromNs;
    for (const { fromNs, toNs } of removed) {
      if (toNs <= from || fromNs >= interval.toNs) continue;
      if (fromNs > from) rest.push({ fromNs: from, toNs: fromNs });
      from = Math.max(from, toNs);
    }
    return from < interval.toNs ? [...rest, { fromNs: from, toNs: interval.toNs }] : rest;
  });
}
