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

/** Reads the calls of a view from the trace. */
export function callsOf({ run, connection, fromNs, toNs, chunks }: CallsView): Calls {
  const serverLane = serverLaneOf(run, connection);
  const onServer = run.lanes.flatMap(({ class: name, count }) =>
    Array<boolean>(count).fill(name.startsWith('server')),
  );
  const onCaller = hasOwnIo(run)
    ? run.lanes.flatMap(({ class: name, count }) => Array<boolean>(count).fill(name === 'caller'))
    : [];
  const spans: { call: Call; index: number }[] = [];
  const segments: Segment[] = [];
  let clientLane = loopOf(run, connection);
  let lastUse = Number.NEGATIVE_INFINITY;
  for (const chunk of chunks) {
    const isLast = chunk === chunks.at(-1);
    for (let i = 0; i < chunk.count; i++) {
      const marked = chunk.kind[i] as number;
      const isOpen = (marked & OPEN) !== 0;
      // What is open at the end of a chunk comes again in the next one.
      if (isOpen && !isLast) continue;
      const kind = marked & ~OPEN;
      const start = chunk.start[i] as number;
      const end = chunk.end[i] as number;
      if (start > toNs || (end < fromNs && !isOpen)) continue;
      const lane = chunk.lane[i] as number;
      if (kind >= WIRE_KIND) {
        if (kind > WIRE_KIND + 1 || lane !== connection % 65_536) continue;
        const request = chunk.request[i] as number;
        segments.push({
          isBack: kind === WIRE_KIND + 1,
          fromNs: start,
          toNs: end,
          bytes: chunk.arg[i] as number,
          request,
        });
        continue;
      }
      const arg = chunk.arg[i] as number;
      const isOwn = (arg >>> 8) - 1 === connection;
      if (onCaller[lane]) continue;
      if (isOwn && onServer[lane] === false && Math.min(end, toNs) > lastUse) {
        lastUse = Math.min(end, toNs);
        clientLane = lane;
      }
      const call = {
        lane,
        state: kind,
        activity: arg & 0xff,
        fromNs: start,
        toNs: isOpen ? Math.max(end, toNs) : end,
        isOpen: isOpen || end > toNs,
        isOwn,
        bytes: undefined,
      };
      if (isOwn || lane === serverLane || onServer[lane] === false) spans.push({ call, index: i });
    }
  }
  segments.sort((one, other) => one.fromNs - other.fromNs);
  const byStart = (one: Call, other: Call) => one.fromNs - other.fromNs;
  const all = spans.map(({ call }) => call);
  const client = all.filter(
    (call) => onServer[call.lane] === false && (call.isOwn || call.lane === clientLane),
  );
  const server = all.filter((call) => call.lane === serverLane);
  return {
    client: withBytes(client.sort(byStart), segments, false),
    server: withBytes(server.sort(byStart), segments, true),
    segments: segments.filter((segment) => segment.toNs >= fromNs && segment.fromNs <= toNs),
    clientLane,
    serverLane,
  };
}

/** A write() puts the segments on the wire that begin with its end; a read() takes what has arrived since the one before. */
function withBytes(calls: readonly Call[], segments: readonly Segment[], onServer: boolean): Call[] {
  let readUntil = Number.NEGATIVE_INFINITY;
  let writtenUntil = Number.NEGATIVE_INFINITY;
  return calls.map((call) => {
    if (!call.isOwn || call.state !== KERNEL) return call;
    if (call.activity === WRITE) {
      const since = writtenUntil;
      writtenUntil = call.toNs;
      const sent = segments.filter(
        ({ isBack, fromNs }) =>
          isBack === onServer && fromNs > since && fromNs <= call.toNs && fromNs >= call.fromNs,
      );
      return sent.length > 0 ? { ...call, bytes: sum(sent) } : call;
    }
    if (call.activity === READ) {
      const since = readUntil;
      readUntil = call.fromNs;
      const taken = segments.filter(
        ({ isBack, toNs }) => isBack !== onServer && toNs > since && toNs <= call.fromNs,
      );
      return taken.length > 0 ? { ...call, bytes: sum(taken) } : call;
    }
    return call;
  });
}

const sum = (segments: readonly Segment[]): number => segments.reduce((total, { bytes }) => total + bytes, 0);

/** Messages of a connection in each buffer now; bytes as far as their segments are known. */
export function buffersOf(
  frame: Frame,
  connection: number,
  { segments }: Calls,
): Record<BufferName, { count: number; bytes: number | undefined }> {
  const { requests } = frame;
  const contents = (name: BufferName) => {
    const isBack = name === 'reply' || name === 'clientSocket';
    let count = 0;
    let bytes: number | undefined = 0;
    for (let i = 0; i < requests.count; i++) {
      if (requests.connection[i] !== connection || !PHASES_OF[name].includes(requests.phase[i] as number))
        continue;
      count++;
      const own = segments.find(
        (segment) =>
          segment.request === requests.id[i] && segment.isBack === isBack && segment.toNs <= frame.timeNs,
      );
      bytes = own === undefined || bytes === undefined ? undefined : bytes + own.bytes;
    }
    return { count, bytes };
  };
  return Object.fromEntries(BUFFERS.map((name) => [name, contents(name)])) as Record<
    BufferName,
    { count: number; bytes: number | undefined }
  >;
}
