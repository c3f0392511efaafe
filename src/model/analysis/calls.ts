/**
 * System calls of one connection in a time range: those of its client thread and its server thread, and the
 * segments between. A trace has no bytes of calls: they are the bytes of the segments that a call sends or
 * receives.
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

/** Buffers on a message's path in order, and the phases spent there. */
export const BUFFERS = ['serverSocket', 'query', 'reply', 'clientSocket'] as const;
export type BufferName = (typeof BUFFERS)[number];
const PHASES_OF: Readonly<Record<BufferName, readonly number[]>> = {
  serverSocket: [phase('serverQueue')],
  query: [phase('serverRead'), phase('serverBatch'), phase('execute')],
  reply: [phase('replyQueue'), phase('serverWrite')],
  clientSocket: [phase('clientRead')],
};

/** The view: one connection over a time range that ends at present. */
export interface CallsView {
  readonly run: RunLayout;
  readonly connection: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly chunks: readonly Spans[];
}

/** End of the unrecorded part of a view, ns (playback was entered there); undefined if all is recorded. */
export function unrecordedUntil({ fromNs, chunks }: CallsView): number | undefined {
  const firstNs = chunks[0]?.fromNs;
  return firstNs !== undefined && firstNs > Math.max(0, fromNs) ? firstNs : undefined;
}

/** The connection that a thread last worked for before an instant; undefined if none in these chunks. */
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

/** A span of a thread in one state, related to the connection. */
export interface Call {
  readonly lane: number;
  readonly state: number;
  readonly activity: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly isOpen: boolean;
  readonly isOwn: boolean;
  /** Bytes that a write() sent or a read() received; undefined if none. */
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
  /** The client thread that holds the connection or held it last; −1 if none. */
  readonly clientLane: number;
  readonly serverLane: number;
}

/** I/O threads that serve callers; their own work for a connection is excluded. */
const IO_CLASSES: readonly string[] = ['eventLoop', 'writer', 'reader'];
const hasOwnIo = (run: RunLayout): boolean => run.lanes.some(({ class: name }) => IO_CLASSES.includes(name));

/** Lane of the server thread of a connection; cluster nodes have equally many connections. */
function serverLaneOf(run: RunLayout, connection: number): number {
  const nodes = lanesOf(run, 'serverMain');
  return nodes[Math.floor((connection * nodes.length) / run.connections)] ?? nodes[0] ?? -1;
}

/** Lane of the event loop of a connection; −1 without event loops. */
function loopOf(run: RunLayout, connection: number): number {
  const loops = lanesOf(run, 'eventLoop');
  return loops[connection % loops.length] ?? -1;
}

/**
 * Reads the calls of a view from the trace in two passes, so that only spans of the connection become
 * objects.
 */
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
  const byStart = (a: Call, b: Call) => a.fromNs - b.fromNs;
  return {
    client: withBytes(client.sort(byStart), segments, false),
    server: withBytes(server.sort(byStart), segments, true),
    segments: segments.filter((segment) => segment.toNs >= fromNs && segment.fromNs <= toNs),
    clientLane,
    serverLane,
  };
}

/** Whether a thread's work is for this connection. */
const isOf = (connection: number, arg: number): boolean => (arg >>> 8) - 1 === connection;

/** Iterates over the thread spans in a view. A span open at a chunk's end continues in the next chunk. */
function eachSpan(
  { fromNs, toNs, chunks }: CallsView,
  visit: (spans: Spans, i: number, state: number, isOpen: boolean) => void,
): void {
  for (const spans of chunks) {
    const isLast = spans === chunks.at(-1);
    for (let i = 0; i < spans.count; i++) {
      const marked = spans.kind[i] as number;
      const isOpen = (marked & OPEN) !== 0;
      const state = marked & ~OPEN;
      if (state >= WIRE_KIND || (isOpen && !isLast)) continue;
      if ((spans.start[i] as number) > toNs || ((spans.end[i] as number) < fromNs && !isOpen)) continue;
      visit(spans, i, state, isOpen);
    }
  }
}

/** The segments of a view's connection, by start. */
function segmentsOf({ connection, fromNs, toNs, chunks }: CallsView): Segment[] {
  const segments: Segment[] = [];
  for (const spans of chunks) {
    const { count, kind, lane, start, end, arg, request } = spans;
    const isLast = spans === chunks.at(-1);
    for (let i = 0; i < count; i++) {
      const marked = kind[i] as number;
      const isOpen = (marked & OPEN) !== 0;
      const wireKind = (marked & ~OPEN) - WIRE_KIND;
      if ((wireKind !== 0 && wireKind !== 1) || (isOpen && !isLast) || lane[i] !== connection % 65_536)
        continue;
      const [began, arrives] = [start[i] as number, end[i] as number];
      if (began > toNs || (arrives < fromNs && !isOpen)) continue;
      segments.push({
        isBack: wireKind === 1,
        fromNs: began,
        toNs: arrives,
        bytes: arg[i] as number,
        request: request[i] as number,
      });
    }
  }
  return segments.sort((a, b) => a.fromNs - b.fromNs);
}

/**
 * A write() sends the segments that start at its end; a read() receives what arrived since the previous read.
 * Calls and segments are sorted, so one pass suffices.
 */
function withBytes(calls: readonly Call[], segments: readonly Segment[], onServer: boolean): Call[] {
  const sent = segments.filter(({ isBack }) => isBack === onServer);
  const arrivals = segments.filter(({ isBack }) => isBack !== onServer).sort((a, b) => a.toNs - b.toNs);
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
      for (; (arrivals[taken]?.toNs ?? Number.POSITIVE_INFINITY) <= call.fromNs; taken++)
        bytes += arrivals[taken]?.bytes ?? 0;
    }
    return bytes > 0 ? { ...call, bytes } : call;
  });
}

/** Messages of a connection in each buffer at present; bytes if their segments are known. */
export function buffersOf(
  frame: Frame,
  connection: number,
  { segments }: Calls,
): Record<BufferName, { count: number; bytes: number | undefined }> {
  const { requests } = frame;
  // The first arrived segment of every request, per direction.
  const arrived = [new Map<number, number>(), new Map<number, number>()] as const;
  for (const { isBack, request, toNs, bytes } of segments) {
    const firstArrived = arrived[isBack ? 1 : 0];
    if (toNs <= frame.timeNs && !firstArrived.has(request)) firstArrived.set(request, bytes);
  }
  const contents = (name: BufferName) => {
    const firstArrived = arrived[name === 'reply' || name === 'clientSocket' ? 1 : 0];
    let count = 0;
    let bytes: number | undefined = 0;
    for (let i = 0; i < requests.count; i++) {
      if (requests.connection[i] !== connection || !PHASES_OF[name].includes(requests.phase[i] as number))
        continue;
      count++;
      const sentBytes = firstArrived.get(requests.id[i] as number);
      bytes = sentBytes === undefined || bytes === undefined ? undefined : bytes + sentBytes;
    }
    return { count, bytes };
  };
  return Object.fromEntries(BUFFERS.map((name) => [name, contents(name)])) as Record<
    BufferName,
    { count: number; bytes: number | undefined }
  >;
}
