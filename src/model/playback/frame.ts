/**
 * The frame: the state of every thread and request at one instant. Typed arrays, reused for each frame; they
 * grow only with the maximum number of requests in progress.
 */
import { phases, threadStates } from '../engine/generated/abi.ts';
import type { RunLayout } from '../workers/protocol.ts';
import { growArray } from './grow-array.ts';
import {
  NO_REQUEST,
  OPEN,
  PART_KIND,
  PROCESS_KIND,
  REQUEST_KIND,
  SERVING_KIND,
  type Spans,
  WIRE_KIND,
} from './spans.ts';

/** `state` of a lane without a span in the trace. */
export const UNKNOWN_STATE = 255;

/** One entry per thread lane. */
export interface ThreadColumns {
  readonly count: number;
  /** Thread state number, or `UNKNOWN_STATE`. */
  readonly state: Uint8Array;
  /** Activity number. */
  readonly activity: Uint8Array;
  /** Request it works for, or `NO_REQUEST`. */
  readonly request: Uint32Array;
  /** Connection it works on, or −1. */
  readonly connection: Int32Array;
  /** Start of this state, ns. */
  readonly since: Float64Array;
  /** The displayed state: the same, except for states too short to see. */
  readonly shown: ShownColumns;
}

/**
 * One entry per request in progress and per part of a batch over several slots, unordered. The arrays may be
 * longer than `count`.
 */
export interface RequestColumns {
  count: number;
  /** For a part: its batch. */
  id: Uint32Array;
  /** 1 for a part; its batch is in `fanOut`. */
  isPart: Uint8Array;
  /** Phase number. */
  phase: Uint8Array;
  /** Lane of the caller; for a part sent by a worker, the worker's. */
  caller: Uint16Array;
  /** Connection, or −1 while it has none. */
  connection: Int32Array;
  /** Start of this phase, ns. */
  since: Float64Array;
  /**
   * Elapsed share of the phase, 0 … 1; 0 while the end is unknown: on a wire, the request is then drawn at
   * its sender.
   */
  progress: Float32Array;
}

/** Requests in progress of each process, as of the last count; empty where there is one process. */
export interface ProcessColumns {
  /** Requests that wait for a caller, a connection or an event loop of the process. */
  readonly waiting: Uint32Array;
  /** Requests in the server's sockets, its queues or its hands. */
  readonly atServer: Uint32Array;
  /** Threads of the server that work for the process, unless it is the shown one. */
  readonly served: Uint8Array;
}

/** The visible state of one run at an instant. */
export interface Frame {
  /** The instant, ns. */
  timeNs: number;
  /** Whether the recording covers it. If not, nothing is in progress and every thread is unknown. */
  known: boolean;
  readonly threads: ThreadColumns;
  readonly requests: RequestColumns;
  /** Requests in progress, without the parts. */
  inProgress: number;
  /** Requests and parts in each phase. */
  readonly byPhase: Uint32Array;
  /** Callers in each thread state. */
  readonly callersByState: Uint32Array;
  /** Requests and parts on each connection. */
  readonly load: Uint32Array;
  /** Index in `requests` of one that holds the connection (the only one in a pool), or −1. */
  readonly holder: Int32Array;
  /** Segments on the wire: to the server, to the client. */
  readonly segments: Uint32Array;
  readonly processes: ProcessColumns;
}

/** An empty frame for runs of this layout. */
export function createFrame(layout: RunLayout): Frame {
  const lanes = layout.lanes.reduce((sum, { count }) => sum + count, 0);
  const room = Math.max(16, layout.callers + 8);
  const processes = (layout.instances ?? []).reduce((sum, count) => sum + count, 0);
  return {
    timeNs: 0,
    known: false,
    threads: {
      count: lanes,
      state: new Uint8Array(lanes).fill(UNKNOWN_STATE),
      activity: new Uint8Array(lanes),
      request: new Uint32Array(lanes).fill(NO_REQUEST),
      connection: new Int32Array(lanes).fill(-1),
      since: new Float64Array(lanes),
      shown: createShown(lanes),
    },
    requests: {
      count: 0,
      id: new Uint32Array(room),
      isPart: new Uint8Array(room),
      phase: new Uint8Array(room),
      caller: new Uint16Array(room),
      connection: new Int32Array(room),
      since: new Float64Array(room),
      progress: new Float32Array(room),
    },
    inProgress: 0,
    byPhase: new Uint32Array(phases.length),
    callersByState: new Uint32Array(threadStates.length),
    load: new Uint32Array(layout.connections),
    holder: new Int32Array(layout.connections).fill(-1),
    segments: new Uint32Array(2),
    processes: {
      waiting: new Uint32Array(processes),
      atServer: new Uint32Array(processes),
      served: new Uint8Array(processes),
    },
  };
}

/** Marks the frame as unknown at `timeNs`. */
export function clearFrame(frame: Frame, timeNs: number): void {
  frame.timeNs = timeNs;
  frame.known = false;
  frame.threads.state.fill(UNKNOWN_STATE);
  frame.threads.shown.state.fill(UNKNOWN_STATE);
  frame.threads.request.fill(NO_REQUEST);
  frame.threads.connection.fill(-1);
  frame.requests.count = 0;
  frame.inProgress = 0;
  frame.byPhase.fill(0);
  frame.callersByState.fill(0);
  frame.load.fill(0);
  frame.holder.fill(-1);
  frame.segments.fill(0);
  for (const column of Object.values(frame.processes)) column.fill(0);
}

/**
 * Fills the frame with the instant `timeNs`, which must lie in the chunk. Spans include their start but not
 * their end; open spans include the chunk's end. One pass over the chunk: about ten microseconds.
 */
export function fillFrame(frame: Frame, spans: Spans, layout: RunLayout, timeNs: number): void {
  clearFrame(frame, timeNs);
  frame.known = true;
  for (let i = 0; i < spans.count; i++) {
    if ((spans.start[i] as number) > timeNs) continue;
    const kind = spans.kind[i] as number;
    if ((spans.end[i] as number) <= timeNs && (kind & OPEN) === 0) continue;
    const word = kind & ~OPEN;
    if (word >= REQUEST_KIND) {
      addRequest(frame, spans, i, word - REQUEST_KIND, layout, timeNs, 0);
      frame.inProgress++;
    } else if (word >= PART_KIND) addRequest(frame, spans, i, word - PART_KIND, layout, timeNs, 1);
    else if (word === PROCESS_KIND) setProcess(frame.processes, spans, i);
    else if (word === SERVING_KIND) frame.processes.served[spans.arg[i] as number] = 1;
    else if (word >= WIRE_KIND) bump(frame.segments, word - WIRE_KIND);
    else setThread(frame, spans, i, word, layout.callers);
  }
}

function bump(counters: Uint32Array, index: number): void {
  counters[index] = (counters[index] ?? 0) + 1;
}

function setProcess({ waiting, atServer }: ProcessColumns, spans: Spans, i: number): void {
  const process = spans.lane[i] as number;
  waiting[process] = spans.request[i] as number;
  atServer[process] = spans.arg[i] as number;
}

function setThread(frame: Frame, spans: Spans, i: number, state: number, callers: number): void {
  const { threads } = frame;
  const lane = spans.lane[i] as number;
  const arg = spans.arg[i] as number;
  if (lane < callers && threads.state[lane] === UNKNOWN_STATE) bump(frame.callersByState, state);
  threads.state[lane] = state;
  threads.activity[lane] = arg & 0xff;
  threads.request[lane] = spans.request[i] as number;
  threads.connection[lane] = (arg >>> 8) - 1;
  threads.since[lane] = spans.start[i] as number;
}

function addRequest(
  frame: Frame,
  spans: Spans,
  i: number,
  phase: number,
  layout: RunLayout,
  timeNs: number,
  isPart: 0 | 1,
): void {
  const { requests } = frame;
  const at = requests.count;
  if (at === requests.id.length) grow(requests);
  const start = spans.start[i] as number;
  const end = spans.end[i] as number;
  // An open span's end is exact only beyond the chunk: on the wire.
  const isEndKnown = ((spans.kind[i] as number) & OPEN) === 0 || end > spans.toNs;
  const connection = (spans.arg[i] as number) - 1;
  requests.id[at] = spans.request[i] as number;
  requests.isPart[at] = isPart;
  requests.phase[at] = phase;
  requests.caller[at] = spans.lane[i] as number;
  requests.connection[at] = connection;
  requests.since[at] = start;
  requests.progress[at] = isEndKnown ? progressOf(start, end, timeNs, layout) : 0;
  requests.count = at + 1;
  bump(frame.byPhase, phase);
  if (connection >= 0) {
    bump(frame.load, connection);
    frame.holder[connection] = at;
  }
}

/** A wire phase longer than this many one-way delays includes a wait. */
const WAIT_RATIO = 4;

/**
 * Elapsed share of a phase. A message delayed by a full window, a loss or a slow link is drawn at its sender
 * until its last byte has left. So the picture is the same before and after the arrival is known.
 */
function progressOf(start: number, end: number, timeNs: number, { wireNs = 0 }: RunLayout): number {
  if (wireNs === 0 || end - start <= WAIT_RATIO * wireNs) return (timeNs - start) / (end - start);
  return Math.max(0, 1 - (end - timeNs) / wireNs);
}

function grow(requests: RequestColumns): void {
  const room = requests.id.length * 2;
  requests.id = growArray(new Uint32Array(room), requests.id);
  requests.isPart = growArray(new Uint8Array(room), requests.isPart);
  requests.phase = growArray(new Uint8Array(room), requests.phase);
  requests.caller = growArray(new Uint16Array(room), requests.caller);
  requests.connection = growArray(new Int32Array(room), requests.connection);
  requests.since = growArray(new Float64Array(room), requests.since);
  requests.progress = growArray(new Float32Array(room), requests.progress);
}

/** The displayed state of each thread lane. */
export interface ShownColumns {
  readonly state: Uint8Array;
  readonly activity: Uint8Array;
  /** 1 if the state is displayed longer than it lasts. */
  readonly isHeld: Uint8Array;
  /** Start of the extended state, ns. */
  readonly since: Float64Array;
}

export const createShown = (lanes: number): ShownColumns => ({
  state: new Uint8Array(lanes),
  activity: new Uint8Array(lanes),
  isHeld: new Uint8Array(lanes),
  since: new Float64Array(lanes),
});
