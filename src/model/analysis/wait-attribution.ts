/** Attributes the wait of a request in a phase to the work that occupied the needed resource. Shares sum to the phase exactly. */
import { noRequest, threadStates } from '../engine/generated/abi.ts';
import { WIRE_KIND } from '../playback/spans.ts';
import type { Course } from '../scenario/course.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { type AsyncWaits, asyncWaits, makesTrips, type Stretch } from './async-waits.ts';
import { blockersOf, overAt } from './blocked.ts';
import { carryingSpans, soleRequest } from './carrying.ts';
import { activityOf, connectionOf, type Excerpt, endOf, overlap } from './excerpt.ts';
import type { Journey, Leg, PhaseName } from './journey.ts';
import { PLACE_OF, type Place } from './phase-place.ts';
import { allInUse, hasSinglePool } from './pool.ts';
import { classOf, isOnServer, lanesOf, sharesMachine } from './threads.ts';
import { type Causes, type WireTime, wireDelay } from './wire-delay.ts';

/** The resource or event that the phase waits for. */
export type Needed =
  | { readonly kind: 'connection'; readonly connection: number }
  /** Any connection: the request has none yet. */
  | { readonly kind: 'anyConnection' }
  | { readonly kind: 'thread'; readonly lane: number }
  /** A caller, for a request in the backlog. */
  | { readonly kind: 'caller'; readonly lane: number }
  /** Extra round trips of its caller: connecting, connection test. */
  | { readonly kind: 'trips'; readonly lane: number }
  /** Replies to the parts of a batch. */
  | { readonly kind: 'parts'; readonly lane: number }
  /** The data that its blocking command waits for in Redis, or its timeout. */
  | { readonly kind: 'release' }
  | { readonly kind: 'wire'; readonly isBack: boolean };

export type Reason =
  /** The request itself was served. */
  | 'own'
  /** Another request was served, or held the connection. */
  | 'other'
  /** The thread did work for no specific request. */
  | 'chore'
  /** The thread was runnable without a core, or a core was switching to it. */
  | 'ready'
  | 'switch'
  /** The caller was ready, but its event loop was busy with other work. */
  | 'turn'
  /** The caller was idle when the request came, and was being woken. */
  | 'roused'
  /** The thread slept; with the cause, if known. */
  | 'asleep'
  | Exclude<AsyncWaits, 'way'>
  /** Redis' main thread slept until the disk had persisted the append-only file. */
  | 'disk'
  /** Its blocking command had timed out, but Redis had not noticed yet. */
  | 'blocked'
  | 'overdue'
  /** An earlier command on its connection blocked. */
  | 'blocker'
  /** All parts have replies, and the sleeping caller is being woken. */
  | 'answered'
  | WireTime
  /** All connections of the pool were in use. */
  | 'lent'
  /** Free, in transition between holders. For a pool: not all were in use. */
  | 'free'
  /** The wire itself, including delays of the message there. */
  | 'way'
  /** Not recorded. */
  | 'unknown';

export interface Share {
  readonly reason: Reason;
  /**
   * With `own`, `other` and `blocker`: the request. With `untaken`: the one that the part workers served.
   * With `behind`: the one of the segment before.
   */
  readonly request: number | undefined;
  /** Activity number of `chore`. */
  readonly activity: number;
  /** Mean number of concurrent parts; 0 for reasons other than `parts`. */
  readonly atOnce: number;
  readonly ns: number;
  /** Start and end. */
  readonly fromNs: number;
  readonly toNs: number;
}

export interface WaitAttribution {
  readonly phase: PhaseName;
  /** As in the stay. */
  readonly takes?: boolean | undefined;
  readonly fromNs: number;
  readonly toNs: number;
  readonly needed: Needed;
  /** Largest first. */
  readonly shares: readonly Share[];
  /** On the wire: possible causes in this network. */
  readonly causes: Causes | undefined;
}

/** The actor that can end each phase: the holder of the request, or the head of its queue. */
const SERVED_BY: Readonly<Record<PhaseName, Place | 'connection' | 'taker'>> = {
  ...PLACE_OF,
  waitCaller: 'taker',
  waitConnection: 'connection',
};

const stateOf = (name: (typeof threadStates)[number]): number => threadStates.indexOf(name);
const USER = stateOf('user');
const KERNEL = stateOf('kernel');
const SWITCH = stateOf('switch');
const IDLE = stateOf('idle');
const RUNNABLE = stateOf('runnable');
const WAIT_REPLY = stateOf('waitReply');
const CARRYING = stateOf('carrying');

/** A run as far as recorded. */
export interface Recorded {
  readonly excerpt: Excerpt;
  readonly layout: RunLayout;
  /** The configuration of the run; if absent, wire time is not divided. */
  readonly course?: Course | undefined;
}

/** The attribution of a phase, or of its part inside [fromNs, toNs]. */
export function attributeWait(
  recorded: Recorded,
  journey: Journey,
  leg: Leg,
  fromNs: number = leg.fromNs,
  toNs: number = leg.toNs,
): WaitAttribution {
  const { excerpt, layout, course } = recorded;
  const from = Math.max(fromNs, leg.fromNs);
  const to = Math.min(toNs, leg.toNs);
  const needed = neededFor({ excerpt, layout }, journey, leg);
  const shares = new Shares(from, to);
  const isOnePool = needed.kind === 'anyConnection' && hasSinglePool(layout);
  const delay = needed.kind === 'wire' && course ? wireDelay(excerpt, course, journey, leg) : undefined;
  if (needed.kind === 'connection') holders(excerpt, needed.connection, shares);
  else if (isOnePool)
    for (const span of allInUse(excerpt, layout.connections, from, to)) shares.addTime('lent', span);
  else if (needed.kind === 'caller') served(excerpt, needed.lane, shares);
  else if (needed.kind === 'release') {
    if (course) shares.addTime('overdue', { fromNs: overAt(course, leg), toNs: to });
  } else if (delay) for (const piece of delay.pieces) shares.addTime(piece.reason, piece, piece.request);
  else if (needed.kind !== 'anyConnection' && needed.kind !== 'wire') {
    const isAwaited = needed.kind === 'trips' || needed.kind === 'parts';
    const stretches = isAwaited ? asyncWaits(excerpt, layout, journey, leg) : [];
    let doneNs = from;
    for (const { request, ...time } of blockersOf(excerpt, journey, leg)) {
      shares.addTime('blocker', time, request);
      work({ excerpt, layout }, needed.lane, journey, stretches, shares.within(doneNs, time.fromNs));
      doneNs = Math.max(doneNs, time.toNs);
    }
    work({ excerpt, layout }, needed.lane, journey, stretches, shares.within(doneNs, to));
    if (carries(layout, needed.lane)) carried(excerpt, layout.callers, journey, shares);
  }
  const rest: Record<Needed['kind'], Reason> = {
    connection: 'free',
    anyConnection: isOnePool ? 'free' : 'unknown',
    caller: !wasIdle(excerpt, journey.caller, leg.fromNs)
      ? 'free'
      : isCallback(layout, journey.caller)
        ? 'turn'
        : 'roused',
    thread: 'unknown',
    parts: 'unknown',
    release: 'blocked',
    trips: 'unknown',
    wire: 'way',
  };
  return {
    phase: leg.phase,
    ...(leg.takes && { takes: true }),
    fromNs: from,
    toNs: to,
    needed,
    shares: shares.list(rest[needed.kind]),
    causes: delay?.causes,
  };
}

function neededFor({ excerpt, layout }: Recorded, journey: Journey, leg: Leg): Needed {
  const by = (leg.takes ? PLACE_OF : SERVED_BY)[leg.phase];
  if (by === 'wire') return { kind: 'wire', isBack: leg.phase === 'wireBack' };
  if (by === 'taker') return { kind: 'caller', lane: journey.caller };
  if (by === 'connection') {
    return journey.connection < 0
      ? { kind: 'anyConnection' }
      : { kind: 'connection', connection: journey.connection };
  }
  if (leg.phase === 'blocked') return { kind: 'release' };
  if (leg.phase === 'fanOut') return { kind: 'parts', lane: journey.caller };
  if (makesTrips(excerpt, journey, leg)) return { kind: 'trips', lane: journey.caller };
  if (by !== 'caller') return { kind: 'thread', lane: laneThatServes({ excerpt, layout }, journey, leg, by) };
  return {
    kind: 'thread',
    lane: lanesOf(layout, 'eventLoop').find((lane) => carries(layout, lane)) ?? journey.caller,
  };
}

/** The thread that serves the request at the end of a phase: the first to work for it from then on. */
function laneThatServes(
  { excerpt, layout }: Recorded,
  { id, caller, connection }: Journey,
  leg: Leg,
  by: 'io' | 'server',
): number {
  const isServer = by === 'server';
  let found = -1;
  let foundEnd = Number.POSITIVE_INFINITY;
  for (let i = 0; i < excerpt.count; i++) {
    if (excerpt.request[i] !== id || (excerpt.kind[i] as number) >= WIRE_KIND) continue;
    const lane = excerpt.lane[i] as number;
    const end = endOf(excerpt, i);
    if (lane === caller || end <= leg.fromNs || end >= foundEnd) continue;
    if (isOnServer(layout, lane) !== isServer) continue;
    found = lane;
    foundEnd = end;
  }
  if (found >= 0) return found;
  if (isServer) return lanesOf(layout, 'serverMain')[0] ?? caller;
  const loops = lanesOf(layout, 'eventLoop');
  return loops[Math.max(0, connection) % Math.max(1, loops.length)] ?? caller;
}

/** Requests that held the connection. */
function holders(excerpt: Excerpt, connection: number, shares: Shares): void {
  for (const [id, spans] of excerpt.ofRequest) {
    for (const span of spans) {
      if (connectionOf(excerpt, span) === connection) shares.add(excerpt, span, 'other', id);
    }
  }
}

/** Whether a thread was idle when work for it arrived. */
export function wasIdle(excerpt: Excerpt, lane: number, timeNs: number): boolean {
  const before = (excerpt.ofLane.get(lane) ?? []).findLast(
    (span) => (excerpt.start[span] as number) < timeNs,
  );
  return before === undefined || (excerpt.kind[before] === IDLE && endOf(excerpt, before) >= timeNs);
}

/** Requests that the caller had taken. */
function served(excerpt: Excerpt, lane: number, shares: Shares): void {
  for (const [id, spans] of excerpt.ofRequest) {
    for (const span of spans) if (excerpt.lane[span] === lane) shares.add(excerpt, span, 'other', id);
  }
}

/** Whether a thread runs the callers: in Node they are callbacks of the event loop, without threads. */
const carries = (layout: RunLayout, lane: number): boolean =>
  layout.runtime === 'eventLoop' && classOf(layout, lane) === 'eventLoop';

/** Work of callers on a loop: each has its own lane; one runs at a time, on the loop's core. */
function carried(excerpt: Excerpt, callers: number, { id }: Journey, shares: Shares): void {
  for (let caller = 0; caller < callers; caller++) {
    for (const span of excerpt.ofLane.get(caller) ?? []) {
      if (!isOnCore(excerpt.kind[span] as number)) continue;
      const request = excerpt.request[span] as number;
      if (request === noRequest) shares.add(excerpt, span, 'chore');
      else shares.add(excerpt, span, request === id ? 'own' : 'other', request);
    }
  }
}

const isOnCore = (state: number): boolean => state === USER || state === KERNEL;

/** Whether a lane is a callback caller. */
const isCallback = ({ runtime, callers }: RunLayout, lane: number): boolean =>
  runtime === 'eventLoop' && lane < callers;

/** Sleep of a thread, by cause if known. Only a timed sleeper polls; others are woken. */
function sleep(excerpt: Excerpt, span: number, stretches: readonly Stretch[], shares: Shares): void {
  let from = excerpt.start[span] as number;
  const end = endOf(excerpt, span);
  for (const { reason, fromNs, toNs, request, atOnce } of stretches) {
    if (toNs <= from || fromNs >= end) continue;
    const at = { fromNs: Math.max(from, fromNs), toNs: Math.min(end, toNs) };
    shares.addTime('asleep', { fromNs: from, toNs: at.fromNs });
    const isWoken = reason === 'unseen' && excerpt.kind[span] !== IDLE;
    shares.addTime(isWoken ? 'answered' : reason, at, request, 0, atOnce);
    from = at.toNs;
  }
  shares.addTime('asleep', { fromNs: from, toNs: end });
}

/** A thread's work for itself. */
function work(
  { excerpt, layout }: Recorded,
  lane: number,
  journey: Journey,
  stretches: readonly Stretch[],
  shares: Shares,
): void {
  const { id } = journey;
  const carrying = carryingSpans({ excerpt, layout }, lane, journey);
  for (const span of excerpt.ofLane.get(lane) ?? []) {
    const state = excerpt.kind[span] as number;
    const request = soleRequest({ excerpt, layout }, lane, span);
    if (state === CARRYING) continue;
    if (state === SWITCH) shares.add(excerpt, span, 'switch');
    else if (state === RUNNABLE) shares.add(excerpt, span, isCallback(layout, lane) ? 'turn' : 'ready');
    else if (state === WAIT_REPLY && classOf(layout, lane) === 'serverMain')
      shares.add(excerpt, span, 'disk');
    else if (!isOnCore(state)) sleep(excerpt, span, stretches, shares);
    else if (request !== noRequest) shares.add(excerpt, span, request === id ? 'own' : 'other', request);
    else if (carrying.has(span)) shares.add(excerpt, span, 'own', id);
    else shares.add(excerpt, span, 'chore');
  }
}

/** Users of the machine's cores while a thread was runnable: shares of core time, largest first. */
export function coreUsers(
  { excerpt, layout }: Recorded,
  lane: number,
  fromNs: number,
  toNs: number,
): Share[] {
  const shares = new Shares(fromNs, toNs);
  const waits = (excerpt.ofLane.get(lane) ?? []).filter(
    (span) => excerpt.kind[span] === RUNNABLE && overlap(excerpt, span, fromNs, toNs) > 0,
  );
  for (const [other, spans] of excerpt.ofLane) {
    if (other === lane || !sharesMachine(layout, lane, other)) continue;
    for (const span of spans) {
      if (!isOnCore(excerpt.kind[span] as number)) continue;
      const request = soleRequest({ excerpt, layout }, other, span);
      const isSole = request !== noRequest;
      for (const wait of waits) {
        const from = Math.max(excerpt.start[wait] as number, excerpt.start[span] as number);
        const to = Math.min(endOf(excerpt, wait), endOf(excerpt, span));
        if (isSole) shares.addTime('other', { fromNs: from, toNs: to }, request);
        else shares.addTime('chore', { fromNs: from, toNs: to }, undefined, activityOf(excerpt, span));
      }
    }
  }
  return shares.list(undefined);
}

/** Sums time inside an interval by reason and request. */
class Shares {
  private readonly byKey: Map<string, Share>;
  readonly fromNs: number;
  readonly toNs: number;

  constructor(fromNs: number, toNs: number, byKey = new Map<string, Share>()) {
    this.fromNs = fromNs;
    this.toNs = toNs;
    this.byKey = byKey;
  }

  /** The same sums, restricted to an interval. */
  within(fromNs: number, toNs: number): Shares {
    return new Shares(Math.max(this.fromNs, fromNs), Math.min(this.toNs, toNs), this.byKey);
  }

  add(excerpt: Excerpt, span: number, reason: Reason, request?: number): void {
    const activity = reason === 'chore' ? activityOf(excerpt, span) : 0;
    this.addTime(
      reason,
      { fromNs: excerpt.start[span] as number, toNs: endOf(excerpt, span) },
      request,
      activity,
    );
  }

  addTime(
    reason: Reason,
    time: { readonly fromNs: number; readonly toNs: number },
    request?: number,
    activity = 0,
    atOnce = 0,
  ): void {
    const fromNs = Math.max(this.fromNs, time.fromNs);
    const toNs = Math.min(this.toNs, time.toNs);
    if (toNs <= fromNs) return;
    const key = `${reason} ${request} ${activity}`;
    const old = this.byKey.get(key);
    this.byKey.set(key, {
      reason,
      request,
      activity,
      atOnce,
      ns: (old?.ns ?? 0) + toNs - fromNs,
      fromNs: Math.min(old?.fromNs ?? fromNs, fromNs),
      toNs: Math.max(old?.toNs ?? toNs, toNs),
    });
  }

  /** The shares; unattributed time counts as `rest`. */
  list(rest: Reason | undefined): Share[] {
    const { fromNs, toNs } = this;
    const shares = [...this.byKey.values()];
    const left = toNs - fromNs - shares.reduce((sum, { ns }) => sum + ns, 0);
    if (rest !== undefined && left > 0)
      shares.push({ reason: rest, request: undefined, activity: 0, atOnce: 0, ns: left, fromNs, toNs });
    return shares.sort((a, b) => b.ns - a.ns);
  }
}
