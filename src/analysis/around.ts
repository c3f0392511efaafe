/** What is around a request: the others on its connection, and what the threads it meets did meanwhile. */
import { noRequest, threadStates } from '../engine/generated/abi.ts';
import { WIRE_KIND } from '../playback/spans.ts';
import { activityOf, type Excerpt, endOf, overlap, workConnection } from './excerpt.ts';
import { type Journey, journeyOf, requestsOn } from './journey.ts';
import type { Recorded } from './meanwhile.ts';

/** Requests of the same connection in an interval: the nearest ones, how many there are besides, and how many were under way at once. */
export function neighboursOf(
  excerpt: Excerpt,
  { id, connection }: Journey,
  fromNs: number,
  toNs: number,
  most: number,
): { journeys: Journey[]; omitted: number; mostAtOnce: number } {
  if (connection < 0) return { journeys: [], omitted: 0, mostAtOnce: 0 };
  const order = requestsOn(excerpt, connection);
  const at = order.indexOf(id);
  const inside = order
    .map((other, place) => ({ other, distance: Math.abs(place - at) }))
    .filter(({ other, distance }) => distance > 0 && isIn(excerpt, other, fromNs, toNs))
    .sort((one, other) => one.distance - other.distance);
  const journeys = inside.flatMap(({ other }) => journeyOf(excerpt, other) ?? []);
  const own = journeyOf(excerpt, id);
  return {
    journeys: journeys.slice(0, most),
    omitted: Math.max(0, journeys.length - most),
    mostAtOnce: mostAtOnce(own ? [own, ...journeys] : journeys),
  };
}

/** Most requests, or parts, between write() and the arrival of their replies at one moment. */
export function mostAtOnce(journeys: readonly Pick<Journey, 'legs' | 'endNs'>[]): number {
  const moments = journeys.flatMap(({ legs, endNs }): [atNs: number, change: number][] => {
    const out = legs.find(({ phase }) => phase === 'wireOut');
    const back = legs.findLast(({ phase }) => phase === 'wireBack');
    return out
      ? [
          [out.fromNs, 1],
          [back?.toNs ?? endNs, -1],
        ]
      : [];
  });
  moments.sort(([one, up], [other, down]) => one - other || up - down);
  let now = 0;
  let most = 0;
  for (const [, change] of moments) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

const isIn = (excerpt: Excerpt, id: number, fromNs: number, toNs: number): boolean =>
  (excerpt.ofRequest.get(id) ?? []).some((span) => overlap(excerpt, span, fromNs, toNs) > 0);

/** A stay of a thread in a state. */
export interface ThreadSpan {
  readonly fromNs: number;
  readonly toNs: number;
  readonly state: (typeof threadStates)[number];
  /** Number of the activity. */
  readonly activity: number;
  /** Request it worked for or waited with, or undefined. */
  readonly request: number | undefined;
  /** Whether that is the request, or a system call on its connection while it was there to be read or written. */
  readonly isOwn: boolean;
}

/** Lanes of the threads that worked for a request, in the order in which they began to. Its caller is the first. */
export function lanesOf({ excerpt }: Recorded, { id, caller }: Journey): number[] {
  const first = new Map<number, number>([[caller, Number.NEGATIVE_INFINITY]]);
  for (const [lane, spans] of excerpt.ofLane) {
    if (lane === caller) continue;
    const begin = spans.find((span) => excerpt.request[span] === id);
    if (begin !== undefined) first.set(lane, excerpt.start[begin] as number);
  }
  return [...first].sort(([, one], [, other]) => one - other).map(([lane]) => lane);
}

/** What a thread did in an interval. */
export function workOf(
  { excerpt }: Recorded,
  lane: number,
  journey: Journey,
  fromNs: number,
  toNs: number,
): ThreadSpan[] {
  return (excerpt.ofLane.get(lane) ?? [])
    .filter((span) => overlap(excerpt, span, fromNs, toNs) > 0)
    .map((span) => {
      const request = excerpt.request[span] as number;
      return {
        fromNs: excerpt.start[span] as number,
        toNs: endOf(excerpt, span),
        state: threadStates[excerpt.kind[span] as number] ?? 'idle',
        activity: activityOf(excerpt, span),
        request: request === noRequest ? undefined : request,
        isOwn: request === journey.id || isItsCall(excerpt, span, journey),
      };
    });
}

/** Calls that carry several requests are nobody's alone: they are this request's while it is being read or written. */
function isItsCall(excerpt: Excerpt, span: number, { legs, connection }: Journey): boolean {
  if (excerpt.request[span] !== noRequest || connection < 0 || workConnection(excerpt, span) !== connection)
    return false;
  const [from, to] = [excerpt.start[span] as number, endOf(excerpt, span)];
  return legs.some(
    ({ phase, fromNs, toNs }) =>
      ['serverRead', 'serverWrite', 'clientRead', 'clientWrite'].includes(phase) &&
      fromNs < to &&
      toNs > from,
  );
}

/** A segment on the wire. */
export interface SegmentSpan {
  readonly fromNs: number;
  readonly toNs: number;
  readonly isBack: boolean;
  readonly bytes: number;
  readonly isOwn: boolean;
}

/** Segments of the request's connection in an interval; its own are those that travel while it does. */
export function segmentsOf(
  { excerpt }: Recorded,
  { legs, connection }: Journey,
  fromNs: number,
  toNs: number,
): SegmentSpan[] {
  const travels = legs.filter(({ phase }) => phase === 'wireOut' || phase === 'wireBack');
  return (excerpt.ofWire.get(connection & 0xffff) ?? [])
    .filter((span) => overlap(excerpt, span, fromNs, toNs) > 0)
    .map((span) => {
      const isBack = excerpt.kind[span] === WIRE_KIND + 1;
      const [from, to] = [excerpt.start[span] as number, excerpt.end[span] as number];
      const isOwn = travels.some((leg) => (leg.phase === 'wireBack') === isBack && leg.toNs === to);
      return { fromNs: from, toNs: to, isBack, bytes: excerpt.arg[span] as number, isOwn };
    });
}
