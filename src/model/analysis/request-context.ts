/** The context of a request: other requests on its connection, and the activity of its threads. */
import { noRequest, threadStates } from '../engine/generated/abi.ts';
import { WIRE_KIND } from '../playback/spans.ts';
import { carryingSpans, soleRequest } from './carrying.ts';
import { activityOf, type Excerpt, endOf, overlap } from './excerpt.ts';
import { type Journey, journeyOf, type PhaseName, requestsOn } from './journey.ts';
import type { Recorded } from './wait-attribution.ts';

/**
 * Requests of the same connection in an interval: the nearest ones, the number of others, and the maximum in
 * flight.
 */
export function neighboursOf(
  excerpt: Excerpt,
  { id, connection }: Journey,
  fromNs: number,
  toNs: number,
  max: number,
): { journeys: Journey[]; omitted: number; maxInFlight: number } {
  if (connection < 0) return { journeys: [], omitted: 0, maxInFlight: 0 };
  const order = requestsOn(excerpt, connection);
  const at = order.indexOf(id);
  const inside = order
    .map((other, place) => ({ other, distance: Math.abs(place - at) }))
    .filter(({ other, distance }) => distance > 0 && isIn(excerpt, other, fromNs, toNs))
    .sort((a, b) => a.distance - b.distance);
  const journeys = inside.flatMap(({ other }) => journeyOf(excerpt, other) ?? []);
  const journey = journeyOf(excerpt, id);
  return {
    journeys: journeys.slice(0, max),
    omitted: Math.max(0, journeys.length - max),
    maxInFlight: maxInFlight(journey ? [journey, ...journeys] : journeys, connection),
  };
}

/**
 * The phases between sending and arrival; on a single machine there is no wire phase, so arrival follows from
 * a later phase.
 */
const AWAY: readonly PhaseName[] = [
  'wireOut',
  'serverQueue',
  'serverRead',
  'serverBatch',
  'execute',
  'blocked',
  'replyQueue',
  'serverWrite',
  'wireBack',
];

/** Intervals in which a request is in flight, per trip; optionally on one connection only. */
function tripsOf(legs: Journey['legs'], connection: number | undefined): [fromNs: number, toNs: number][] {
  const trips: [number, number][] = [];
  let last: { readonly connection: number; readonly step: number } | undefined;
  for (const { phase, fromNs, toNs, connection: own } of legs) {
    const step = AWAY.indexOf(phase);
    if (step < 0 || (connection !== undefined && own !== connection)) {
      last = undefined;
      continue;
    }
    const trip = trips.at(-1);
    // A redirected or retried request is sent once more.
    if (trip && last && last.connection === own && step >= last.step) trip[1] = toNs;
    else trips.push([fromNs, toNs]);
    last = { connection: own, step };
  }
  return trips;
}

/**
 * Maximum number of requests, or parts, between write() and the arrival of their replies.
 * @param connection restricts to one connection, from 0
 */
export function maxInFlight(journeys: readonly Pick<Journey, 'legs'>[], connection?: number): number {
  const moments = journeys.flatMap(({ legs }) =>
    tripsOf(legs, connection).flatMap(([fromNs, toNs]): [atNs: number, change: number][] => [
      [fromNs, 1],
      [toNs, -1],
    ]),
  );
  moments.sort(([a, up], [b, down]) => a - b || up - down);
  let now = 0;
  let max = 0;
  for (const [, change] of moments) {
    now += change;
    max = Math.max(max, now);
  }
  return max;
}

const isIn = (excerpt: Excerpt, id: number, fromNs: number, toNs: number): boolean =>
  (excerpt.ofRequest.get(id) ?? []).some((span) => overlap(excerpt, span, fromNs, toNs) > 0);

/** A thread's stay in one state. */
export interface ThreadSpan {
  readonly fromNs: number;
  readonly toNs: number;
  readonly state: (typeof threadStates)[number];
  /** Activity number. */
  readonly activity: number;
  /** Request it worked for or waited with, or undefined. */
  readonly request: number | undefined;
  /** Whether this is the followed request, or a system call that carries it, possibly with others. */
  readonly isOwn: boolean;
}

/** Lanes of the threads that worked for a request, by first work; its caller is first. */
export function lanesOf(recorded: Recorded, journey: Journey): number[] {
  const { excerpt } = recorded;
  const { id, caller } = journey;
  const first = new Map<number, number>([[caller, Number.NEGATIVE_INFINITY]]);
  for (const [lane, spans] of excerpt.ofLane) {
    if (lane === caller) continue;
    const carrying = carryingSpans(recorded, lane, journey);
    const begin = spans.find((span) => soleRequest(recorded, lane, span) === id || carrying.has(span));
    if (begin !== undefined) first.set(lane, excerpt.start[begin] as number);
  }
  return [...first].sort(([, a], [, b]) => a - b).map(([lane]) => lane);
}

/** A thread's spans in an interval. */
export function workOf(
  recorded: Recorded,
  lane: number,
  journey: Journey,
  fromNs: number,
  toNs: number,
): ThreadSpan[] {
  const { excerpt } = recorded;
  const carrying = carryingSpans(recorded, lane, journey);
  return (excerpt.ofLane.get(lane) ?? [])
    .filter((span) => overlap(excerpt, span, fromNs, toNs) > 0)
    .map((span) => {
      const request = soleRequest(recorded, lane, span);
      return {
        fromNs: excerpt.start[span] as number,
        toNs: endOf(excerpt, span),
        state: threadStates[excerpt.kind[span] as number] ?? 'idle',
        activity: activityOf(excerpt, span),
        request: request === noRequest ? undefined : request,
        isOwn: request === journey.id || carrying.has(span),
      };
    });
}

/** A segment on the wire. */
export interface SegmentSpan {
  readonly fromNs: number;
  readonly toNs: number;
  readonly isBack: boolean;
  readonly bytes: number;
  readonly isOwn: boolean;
}

/**
 * Segments of the request's connection in an interval; its own are those in flight during its wire phases.
 */
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
