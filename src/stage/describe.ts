/**
 * Describes a frame as message keys with values, for tooltips, tables and screen readers. Callers, loops and
 * connections are numbered from 1, as on the canvas.
 */
import type { Frame } from '../model/playback/frame.ts';
import type { RunLayout } from '../model/playback/player.ts';
import { type Counted, counterValue, readyCounter, waitsForConnection, waitsForLoop } from './counters.ts';
import { awaitedAtBarrier, describeIo, isSpinning, servedBy } from './describe-io.ts';
import { hasPairs, ioPlace } from './io.ts';
import { firstLane, nodeLanes, threadOf } from './lanes.ts';
import type { Message } from './message.ts';
import { nodeOf } from './node-places.ts';
import { indexOfRequest, requestOfLane } from './pick.ts';
import { clientsOf, requestsOf } from './processes.ts';
import type { Picked } from './regions.ts';
import { mainLane, ringPart } from './server.ts';
import { laneStateKey } from './state-words.ts';
import { ACTIVITY, activityName, PHASE, phaseName, STATE, stateWord } from './vocabulary.ts';

/** When a request got the connection that it holds at the frame's instant, ns; undefined if not recorded. */
export type HasConnectionSince = (request: number, connection: number) => number | undefined;

/** A frame alone has only the start of a request's current phase. */
const unseen: HasConnectionSince = () => undefined;

/** The participants from left to right. */
export function describeArea(run: RunLayout): Message {
  const { callers, runtime, connections, loops } = run;
  const place = ioPlace(run);
  return {
    key: `describe.area.${place === 'pools' ? 'pool' : place}`,
    values: { callers, runtime, connections, loops, nodes: nodeLanes(run).length },
  };
}

/** Quantities without a counter, or with one only where commands block: they appear only in descriptions. */
export const DESCRIBED_ONLY: readonly Counted[] = [
  'backoff',
  'topology',
  'testOnBorrow',
  'flushWait',
  'decode',
  'testOnReturn',
  'serverBatch',
  'blocked',
];

/**
 * Counted quantities in order of description; a client with writers has ring buffers instead of task queues.
 */
const partsOf = (run: RunLayout): readonly Counted[] => [
  'waitCaller',
  'onCore',
  readyCounter(run),
  'waitConnection',
  'takeConnection',
  'connect',
  hasPairs(run) ? 'ring' : 'taskQueue',
  'wireOut',
  'proxyQueue',
  'proxyWork',
  'wireBack',
  'clientRead',
  'serverQueue',
  'replyQueue',
  ...DESCRIBED_ONLY,
];

/** The current state: one part per non-empty place, and the server's activity. */
export function describeNow(frame: Frame, run: RunLayout): Message[] {
  if (!frame.known) return [{ key: 'describe.unknown' }];
  const server = describeServer(frame, run);
  return [
    ...describeParts(frame),
    ...describeCounts(partsOf(run), frame),
    ...(server ? [server] : []),
    ...describeIo(frame, run),
    ...describeClients(frame, run),
  ];
}

/** What each client of a fleet has waiting and at the server. */
const describeClients = (frame: Frame, run: RunLayout): Message[] =>
  clientsOf(run).map((client) => ({
    key: 'describe.client',
    values: { number: client.number, name: client.name, ...requestsOf(client, frame) },
  }));

/** Parts of batches are counted as requests of their own. */
function describeParts({ requests, inProgress, byPhase }: Frame): Message[] {
  const parts = requests.count - inProgress;
  return parts > 0 ? [{ key: 'describe.parts', values: { parts, batches: byPhase[PHASE.fanOut] ?? 0 } }] : [];
}

/** A message for each nonzero count. Untaken ones are requests or parts of batches. */
export function describeCounts(keys: readonly Counted[], frame: Frame): Message[] {
  const { isPart, phase, count: all } = frame.requests;
  let untaken = 0;
  for (let i = 0; i < all; i++) if (isPart[i] === 1 && phase[i] === PHASE.waitCaller) untaken++;
  return keys
    .flatMap((key): [string, number][] => {
      const count = counterValue(key, frame);
      return key === 'waitCaller'
        ? [
            [key, count - untaken],
            ['notAskedFor', untaken],
          ]
        : [[key, count]];
    })
    .filter(([, count]) => count > 0)
    .map(([key, count]): Message => ({ key: `describe.part.${key}`, values: { count } }));
}

/** The place of a request; at its pool without waiting, it is taking a connection. */
function requestAt(frame: Frame, i: number): Message {
  const phase = frame.requests.phase[i] as number;
  const takes = phase === PHASE.waitConnection && !waitsForConnection(frame, i);
  return { key: `phases.at.${takes ? 'takeConnection' : phaseName(phase)}` };
}

/** The place of a part: it waits for a thread, not for a caller. */
const partAt = (frame: Frame, i: number): Message =>
  frame.requests.phase[i] === PHASE.waitCaller ? { key: 'describe.untaken' } : requestAt(frame, i);

/** Redis' activity; undefined for a real server, which clients cannot observe. */
export function describeServer(frame: Frame, run: RunLayout): Message | undefined {
  const partOf = (lane: number) =>
    ringPart(frame.threads.state[lane] ?? 0, frame.threads.activity[lane] ?? 0) ?? 'ready';
  const nodes = nodeLanes(run);
  if (nodes.length > 1) {
    const busy = nodes.filter((lane) => partOf(lane) !== 'wait').length;
    return { key: 'describe.nodes', values: { busy, nodes: nodes.length } };
  }
  if (nodes.length === 0) return undefined;
  const lane = mainLane(run);
  if (frame.threads.state[lane] === STATE.waitReply) return { key: 'describe.server.disk' };
  return { key: `describe.server.${isSpinning(frame, lane) ? 'barrier' : partOf(lane)}` };
}

/** One request: caller, place, connection and duration. */
export function describeRequest(frame: Frame, id: number): Message {
  const i = indexOfRequest(frame, id);
  if (i < 0) return { key: 'describe.requestGone', values: { request: `#${id}` } };
  const { caller, connection, since } = frame.requests;
  const onConnection = connection[i] as number;
  return {
    key: onConnection < 0 ? 'describe.request' : 'describe.requestOn',
    values: {
      request: `#${id}`,
      caller: (caller[i] as number) + 1,
      phase: requestAt(frame, i),
      connection: onConnection + 1,
      elapsed: { ns: frame.timeNs - (since[i] as number) },
    },
  };
}

/**
 * A request under the pointer. If it waits for a connection, also the longest holder; if it waits for the
 * only event loop or Redis, also the activity of that.
 */
function describeWaiting(frame: Frame, run: RunLayout, id: number, hasSince: HasConnectionSince): Message {
  const request = describeRequest(frame, id);
  const i = indexOfRequest(frame, id);
  const phase = frame.requests.phase[i];
  if (waitsForConnection(frame, i)) {
    const oldest = longestHeld(frame, run, hasSince);
    return oldest === undefined
      ? request
      : { key: 'describe.requestQueues', values: { request, ...holderValues(frame, run, oldest) } };
  }
  const lane = laneBehind(run, phase);
  if (lane === undefined) return request;
  const its = requestOfLane(frame, run, lane);
  return {
    key: its === null ? 'describe.requestBehind' : 'describe.requestBehindOf',
    values: {
      request,
      lane: describeLane(run, lane),
      state: describeState(frame, run, lane),
      other: `#${its}`,
    },
  };
}

const AT_SERVER: readonly (number | undefined)[] = [PHASE.serverQueue, PHASE.serverBatch, PHASE.replyQueue];

/** The one thread that a request in a phase waits for; undefined if there are several or none. */
function laneBehind(run: RunLayout, phase: number | undefined): number | undefined {
  if (AT_SERVER.includes(phase)) return nodeLanes(run).length === 1 ? mainLane(run) : undefined;
  const isOnlyLoop = Math.min(run.loops, run.connections) === 1;
  return phase === PHASE.taskQueue && isOnlyLoop ? firstLane(run, 'eventLoop') : undefined;
}

/** One part of a batch: its place, and the number of parts still missing. */
function describePart(frame: Frame, run: RunLayout, part: Extract<Picked, { kind: 'part' }>): Message {
  const { requests } = frame;
  let found = -1;
  let parts = 0;
  for (let i = 0; i < requests.count; i++) {
    if (requests.id[i] !== part.id || requests.isPart[i] === 0) continue;
    parts++;
    if (requests.connection[i] === part.connection && requests.caller[i] === part.caller) found = i;
  }
  if (found < 0) return describeRequest(frame, part.id);
  const { since } = requests;
  return {
    key: part.connection < 0 ? 'describe.part.unsent' : 'describe.part.on',
    values: {
      request: `#${part.id}`,
      parts,
      phase: partAt(frame, found),
      node: nodeOf(run, nodeLanes(run).length, part.connection) + 1,
      connection: part.connection + 1,
      elapsed: { ns: frame.timeNs - (since[found] as number) },
    },
  };
}

/** One request and its place, for tables with further columns. */
export function describePhase(frame: Frame, id: number): Message {
  const i = indexOfRequest(frame, id);
  const request = `#${id}`;
  if (i < 0) return { key: 'describe.requestGone', values: { request } };
  return { key: 'describe.requestAt', values: { request, phase: requestAt(frame, i) } };
}

/** Name of a lane. */
export function describeLane(run: RunLayout, lane: number): Message {
  const thread = threadOf(run, lane);
  return thread
    ? { key: `describe.lane.${thread.class}`, values: { number: thread.number } }
    : { key: 'describe.unknown' };
}

/**
 * State of a lane, with its activity if any. Callers that describe all lanes pass the requests they have
 * looked up.
 */
export function describeState(
  frame: Frame,
  run: RunLayout,
  lane: number,
  requestOf: () => number | null = () => requestOfLane(frame, run, lane),
): Message {
  const name = stateWord(frame.threads.state[lane] as number);
  if (name === undefined) return { key: 'describe.unknown' };
  // An idle caller with a request has set a timer: between two polls of its batch, or before a retry.
  if (frame.threads.state[lane] === STATE.idle && lane < run.callers && requestOf() !== null)
    return { key: 'describe.asleep' };
  if (frame.threads.state[lane] === STATE.runnable && waitsForLoop(run, lane))
    return { key: 'describe.waitsForLoop' };
  const activity = frame.threads.activity[lane] as number;
  const state: Message = { key: laneStateKey(run, lane, name, false) };
  if (activity === ACTIVITY.none) return state;
  return {
    key: 'describe.stateAt',
    values: { state, activity: { key: `activity.${activityName(activity)}` } },
  };
}

/** One thread: activity, request, since when. If it waits for a connection, also the longest holder. */
export function describeThread(
  frame: Frame,
  run: RunLayout,
  lane: number,
  hasSince: HasConnectionSince = unseen,
): Message {
  const request = requestOfLane(frame, run, lane);
  const values = {
    lane: describeLane(run, lane),
    state: describeState(frame, run, lane),
    request: request === null ? '' : `#${request}`,
    elapsed: { ns: frame.timeNs - (frame.threads.since[lane] as number) },
  };
  const awaited = awaitedAtBarrier(frame, run, lane);
  if (awaited !== undefined) return { key: 'describe.threadAwaits', values: { ...values, count: awaited } };
  if (request === null) {
    const connection = servedBy(frame, run, lane);
    if (connection === undefined) return { key: 'describe.thread', values };
    return { key: 'describe.threadServes', values: { ...values, connection: connection + 1 } };
  }
  const oldest =
    frame.threads.state[lane] === STATE.waitConnection ? longestHeld(frame, run, hasSince) : undefined;
  if (oldest === undefined) return { key: 'describe.threadFor', values };
  return { key: 'describe.threadQueues', values: { ...values, ...holderValues(frame, run, oldest) } };
}

interface HeldConnection {
  readonly connection: number;
  readonly caller: number;
  readonly sinceNs: number;
}

/** Holder of a connection, and for how long. */
const holderValues = (frame: Frame, run: RunLayout, { connection, caller, sinceNs }: HeldConnection) => ({
  connections: run.connections,
  connection: connection + 1,
  holder: describeLane(run, caller),
  held: { ns: frame.timeNs - sinceNs },
});

/** The longest-held connection; undefined unless all are in use. In a cluster, each node has its own pool. */
function longestHeld(frame: Frame, run: RunLayout, hasSince: HasConnectionSince): HeldConnection | undefined {
  if (!run.pooled || nodeLanes(run).length > 1) return undefined;
  let oldest: HeldConnection | undefined;
  for (let connection = 0; connection < run.connections; connection++) {
    const holder = frame.holder[connection] ?? -1;
    const sinceNs = holder < 0 ? undefined : hasSince(frame.requests.id[holder] as number, connection);
    if (sinceNs === undefined) return undefined;
    if (oldest === undefined || sinceNs < oldest.sinceNs)
      oldest = { connection, caller: frame.requests.caller[holder] as number, sinceNs };
  }
  return oldest;
}

/** One connection: its holder and the number waiting, or the number of requests in flight. */
export function describeConnection(
  frame: Frame,
  run: RunLayout,
  connection: number,
  hasSince: HasConnectionSince = unseen,
): Message {
  const count = frame.load[connection] ?? 0;
  const holder = frame.holder[connection] ?? -1;
  const number = connection + 1;
  if (count === 0 || holder < 0) return { key: 'describe.connectionIdle', values: { number } };
  if (!run.pooled) return { key: 'describe.connectionShared', values: { number, count } };
  const request = frame.requests.id[holder] as number;
  const sinceNs = hasSince(request, connection);
  return {
    key: sinceNs === undefined ? 'describe.connectionHeld' : 'describe.connectionHeldFor',
    values: {
      number,
      holder: describeLane(run, frame.requests.caller[holder] as number),
      request: `#${request}`,
      phase: requestAt(frame, holder),
      connections: run.connections,
      held: { ns: frame.timeNs - (sinceNs ?? frame.timeNs) },
      waiting: frame.callersByState[STATE.waitConnection] as number,
    },
  };
}

/** Describes the item under the pointer. */
export function describePicked(
  frame: Frame,
  run: RunLayout,
  picked: Picked,
  hasSince: HasConnectionSince = unseen,
): Message {
  switch (picked.kind) {
    case 'request':
      return describeWaiting(frame, run, picked.id, hasSince);
    case 'part':
      return describePart(frame, run, picked);
    case 'thread':
      return describeThread(frame, run, picked.lane, hasSince);
    case 'connection':
      return describeConnection(frame, run, picked.connection, hasSince);
    case 'count':
      return {
        key: 'describe.counted',
        values: {
          count: counterValue(picked.count, frame),
          what: { key: `stage.count.${picked.count}` },
          meaning: { key: `describe.meaning.${picked.count}` },
        },
      };
    case 'region':
      return { key: `describe.region.${picked.region}` };
  }
}
