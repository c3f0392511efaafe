/**
 * The system calls of one connection: what its client's thread and its server's did in a stretch of time, and the segments
 * between them with their bytes. A trace has no bytes of calls: they are those of the segments that a call sends or takes.
 */
import { activities, phases, threadStates } from '../engine/generated/abi.ts';
import type { Frame } from '../playback/frame.ts';
import { OPEN, type Spans, WIRE_KIND } from '../playback/spans.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { lanesOf } from './threads.ts';

const KERNEL = threadStates.indexOf('kernel');
const READ = activities.indexOf('read');
const WRITE = activities.indexOf('write');
const phase = (name: (typeof phases)[number]): number => phases.indexOf(name);

/** Buffers that a message passes, in the order of its way, and the phases in which it is there. */
export const BUFFERS = ['serverSocket', 'query', 'reply', 'clientSocket'] as const;
export type BufferName = (typeof BUFFERS)[number];
const PHASES_OF: Readonly<Record<BufferName, readonly number[]>> = {
  serverSocket: [phase('serverQueue')],
  query: [phase('serverRead'), phase('serverBatch'), phase('execute')],
  reply: [phase('replyQueue'), phase('serverWrite')],
  clientSocket: [phase('clientRead')],
};

/** What is looked at: one connection over a stretch of time that ends now. */
export interface CallsView {
  readonly run: RunLayout;
  readonly connection: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly chunks: readonly Spans[];
}

/** Until when nothing of a view's stretch is recorded, ns: the show was entered there. Undefined where all of the run that is in it is. */
export function unrecordedUntil({ fromNs, chunks }: CallsView): number | undefined {
  const firstNs = chunks[0]?.fromNs;
  return firstNs !== undefined && firstNs > Math.max(0, fromNs) ? firstNs : undefined;
}

/** The connection for which a thread worked last until an instant; undefined where none did in these chunks. */
export function lastInUse(chunks: readonly Spans[], untilNs: number): number | undefined {
  let latest = Number.NEGATIVE_INFINITY;
  let connection: number | undefined;
  for (const { count, kind, arg, start, end } of chunks)
    for (let i = 0; i < count; i++) {
      const marked = arg[i] as number;
      if (((kind[i] as number) & ~OPEN) >= WIRE_KIND || marked >>> 8 === 0) continue;
      const at = Math.min(end[i] as number, untilNs);
      if ((start[i] as number) > untilNs || at < latest) continue;
      latest = at;
      connection = (marked >>> 8) - 1;
    }
  return connection;
}

/** A stay of a thread in a state, as far as it concerns the connection. */
export interface Call {
  readonly lane: number;
  readonly state: number;
  readonly activity: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly isOpen: boolean;
  readonly isOwn: boolean;
  /** What a write() put on the wire, or a read() took from the buffer; undefined where it moves nothing. */
  readonly bytes: number | undefined;
}

/** A segment on the wire. */
export interface Segment {
  readonly isBack: boolean;
  readonly fromNs: number;
  readonly toNs: number;
  readonly bytes: number;
  readonly request: number;
}

export interface Calls {
  readonly client: readonly Call[];
  readonly server: readonly Call[];
  readonly segments: readonly Segment[];
  /** The client's thread: who has the connection now, or had it last; −1 where nobody did. */
  readonly clientLane: number;
  readonly serverLane: number;
}

/** Threads that do the calls for callers, whose own work for a connection is none of it. */
const IO_CLASSES: readonly string[] = ['eventLoop', 'writer', 'reader'];
const hasOwnIo = (run: RunLayout): boolean => run.lanes.some(({ class: name }) => IO_CLASSES.includes(name));

/** Lane of the server's thread that serves a connection: every node of a cluster has as many. */
function serverLaneOf(run: RunLayout, connection: number): number {
  const nodes = lanesOf(run, 'serverMain');
  return nodes[Math.floor((connection * nodes.length) / run.connections)] ?? nodes[0] ?? -1;
}

/** Lane of the event loop that a connection belongs to for good; −1 without event loops. */
function loopOf(run: RunLayout, connection: number): number {
  const loops = lanesOf(run, 'eventLoop');
  return loops[connection % loops.length] ?? -1;
}

/** Reads the calls of a view from the trace: twice over its spans, so that only what is of the connection is made an object of. */
export function callsOf(view: CallsView): Calls {
  const { run, connection, fromNs, toNs } = view;
  const serverLane = serverLaneOf(run, connection);
  const onServer = run.lanes.flatMap(({ class: name, count }) =>
    Array<boolean>(count).fill(name.startsWith('server')),
  );
  const onCaller = hasOwnIo(run)
    ? run.lanes.flatMap(({ class: name, count }) => Array<boolean>(count).fill(name === 'caller'))
    : [];
  let clientLane = loopOf(run, connection);
  let lastUse = Number.NEGATIVE_INFINITY;
  eachSpan(view, ({ lane, arg, end }, i) => {
    const on = lane[i] as number;
    const until = Math.min(end[i] as number, toNs);
    if (onServer[on] !== false || onCaller[on] || !isOf(connection, arg[i] as number) || until <= lastUse)
      return;
    lastUse = until;
    clientLane = on;
  });
  const client: Call[] = [];
  const server: Call[] = [];
  eachSpan(view, ({ lane, arg, start, end }, i, state, isOpen) => {
    const on = lane[i] as number;
    if (onCaller[on]) return;
    const marked = arg[i] as number;
    const isOwn = isOf(connection, marked);
    const row = on === serverLane ? server : client;
    if (row === client && (onServer[on] !== false || !(isOwn || on === clientLane))) return;
    const ends = end[i] as number;
    row.push({
      lane: on,
      state,
      activity: marked & 0xff,
      fromNs: start[i] as number,
      toNs: isOpen ? Math.max(ends, toNs) : ends,
      isOpen: isOpen || ends > toNs,
      isOwn,
      bytes: undefined,
    });
  });
  const segments = segmentsOf(view);
  const byStart = (one: Call, other: Call) => one.fromNs - other.fromNs;
  return {
    client: withBytes(client.sort(byStart), segments, false),
    server: withBytes(server.sort(byStart), segments, true),
    segments: segments.filter((segment) => segment.toNs >= fromNs && segment.fromNs <= toNs),
    clientLane,
    serverLane,
  };
}

/** Whether what a thread does is for this connection. */
const isOf = (connection: number, arg: number): boolean => (arg >>> 8) - 1 === connection;

/** Goes through the stays of threads that a view shows. What is open at the end of a chunk comes again in the next one. */
function eachSpan(
  { fromNs, toNs, chunks }: CallsView,
  look: (spans: Spans, i: number, state: number, isOpen: boolean) => void,
): void {
  for (const spans of chunks) {
    const isLast = spans === chunks.at(-1);
    for (let i = 0; i < spans.count; i++) {
      const marked = spans.kind[i] as number;
      const isOpen = (marked & OPEN) !== 0;
      const state = marked & ~OPEN;
      if (state >= WIRE_KIND || (isOpen && !isLast)) continue;
      if ((spans.start[i] as number) > toNs || ((spans.end[i] as number) < fromNs && !isOpen)) continue;
      look(spans, i, state, isOpen);
    }
  }
}

/** The segments of a view's connection, those that began first at first. */
function segmentsOf({ connection, fromNs, toNs, chunks }: CallsView): Segment[] {
  const segments: Segment[] = [];
  for (const spans of chunks) {
    const { count, kind, lane, start, end, arg, request } = spans;
    const isLast = spans === chunks.at(-1);
    for (let i = 0; i < count; i++) {
      const marked = kind[i] as number;
      const isOpen = (marked & OPEN) !== 0;
      const way = (marked & ~OPEN) - WIRE_KIND;
      if ((way !== 0 && way !== 1) || (isOpen && !isLast) || lane[i] !== connection % 65_536) continue;
      const [began, arrives] = [start[i] as number, end[i] as number];
      if (began > toNs || (arrives < fromNs && !isOpen)) continue;
      segments.push({
        isBack: way === 1,
        fromNs: began,
        toNs: arrives,
        bytes: arg[i] as number,
        request: request[i] as number,
      });
    }
  }
  return segments.sort((one, other) => one.fromNs - other.fromNs);
}

/**
 * A write() puts the segments on the wire that begin with its end; a read() takes what has arrived since the one before. Calls and
 * segments are in order, so that each is passed once.
 */
function withBytes(calls: readonly Call[], segments: readonly Segment[], onServer: boolean): Call[] {
  const sent = segments.filter(({ isBack }) => isBack === onServer);
  const came = segments
    .filter(({ isBack }) => isBack !== onServer)
    .sort((one, other) => one.toNs - other.toNs);
  let next = 0;
  let taken = 0;
  return calls.map((call) => {
    if (!call.isOwn || call.state !== KERNEL) return call;
    let bytes = 0;
    if (call.activity === WRITE) {
      while ((sent[next]?.fromNs ?? Number.POSITIVE_INFINITY) < call.fromNs) next++;
      for (; (sent[next]?.fromNs ?? Number.POSITIVE_INFINITY) <= call.toNs; next++)
        bytes += sent[next]?.bytes ?? 0;
    } else if (call.activity === READ) {
      for (; (came[taken]?.toNs ?? Number.POSITIVE_INFINITY) <= call.fromNs; taken++)
        bytes += came[taken]?.bytes ?? 0;
    }
    return bytes > 0 ? { ...call, bytes } : call;
  });
}

/** Messages of a connection in each buffer now; bytes as far as their segments are known. */
export function buffersOf(
  frame: Frame,
  connection: number,
  { segments }: Calls,
): Record<BufferName, { count: number; bytes: number | undefined }> {
  const { requests } = frame;
  // Of every request the first segment each way that has arrived.
  const arrived = [new Map<number, number>(), new Map<number, number>()] as const;
  for (const { isBack, request, toNs, bytes } of segments) {
    const way = arrived[isBack ? 1 : 0];
    if (toNs <= frame.timeNs && !way.has(request)) way.set(request, bytes);
  }
  const contents = (name: BufferName) => {
    const way = arrived[name === 'reply' || name === 'clientSocket' ? 1 : 0];
    let count = 0;
    let bytes: number | undefined = 0;
    for (let i = 0; i < requests.count; i++) {
      if (requests.connection[i] !== connection || !PHASES_OF[name].includes(requests.phase[i] as number))
        continue;
      count++;
      const own = way.get(requests.id[i] as number);
      bytes = own === undefined || bytes === undefined ? undefined : bytes + own;
    }
    return { count, bytes };
  };
  return Object.fromEntries(BUFFERS.map((name) => [name, contents(name)])) as Record<
    BufferName,
    { count: number; bytes: number | undefined }
  >;
}
