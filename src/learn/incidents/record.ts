/**
 * Adds up the trace of a run, chunk by chunk, to what monitoring would keep: commands and connections of each node, threads,
 * requests with their phases, and levels over time. Pure.
 */
import { activities, families, phases, threadStates } from '../../model/engine/generated/abi.ts';
import { failures } from '../../model/engine/generated/failures.ts';
import { OPEN, type Spans } from '../../model/playback/spans.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { RunLayout } from '../../model/workers/protocol.ts';
import { type CommandKind, GREETING, shortestNs } from './command-times.ts';

/** Steps of the dashboards. */
export const BINS = 48;

export type PhaseName = (typeof phases)[number];
export type FailureName = (typeof failures)[number];

/** A request of the application. Times in ns. */
export interface RequestRecord {
  readonly id: number;
  startNs: number;
  endNs: number;
  /** Whether it was still in progress at the end. */
  isOpen: boolean;
  failure: FailureName | undefined;
  kind: CommandKind;
  /** Wait for a connection, and time from sending to the reply, ns. */
  waitNs: number;
  replyNs: number;
  /** Pauses before another try; one more than that are the tries. */
  retries: number;
  /** The connection that it has or had last; −1: none yet. */
  connection: number;
  /** The wait that has not ended, ns. */
  openWaitNs: number;
}

/** A command that a node executed. */
export interface Execution {
  readonly atNs: number;
  readonly ns: number;
  readonly connection: number;
  readonly node: number;
  /** Name on the wire, in lower case. */
  readonly name: string;
}

/** A connection as a node sees it. Times in ns. */
export interface ConnectionRecord {
  readonly number: number;
  readonly node: number;
  /** When the client opened it; undefined: before the recording. */
  readonly openedNs: number | undefined;
  lastReadNs: number;
  lastCommand: string;
  bytesIn: number;
  bytesOut: number;
  commands: number;
}

/** A thread of the client, times in ns. */
export interface ThreadRecord {
  readonly lane: number;
  readonly class: string;
  userNs: number;
  kernelNs: number;
  runnableNs: number;
}

/** A stretch of a request. `part` is the lane of a part of a batch; undefined: of the whole request. */
export interface Leg {
  readonly phase: PhaseName;
  readonly fromNs: number;
  readonly toNs: number;
  readonly part: number | undefined;
  readonly isOpen: boolean;
}

/** One value a step. */
export type Levels = Float64Array;

export interface NodeRecord {
  userNs: number;
  kernelNs: number;
  loops: number;
  reads: number;
  writes: number;
  accepted: number;
  /** Busy time of its main thread by step, ns. */
  readonly busyNs: Levels;
}

/** Everything that the exhibits are made of. */
export interface RunRecord {
  readonly scenario: Scenario;
  readonly layout: RunLayout;
  readonly endNs: number;
  readonly binNs: number;
  readonly requests: readonly RequestRecord[];
  readonly executions: readonly Execution[];
  /** Open at the end, by node and number. */
  readonly connections: readonly ConnectionRecord[];
  readonly nodes: readonly NodeRecord[];
  readonly threads: readonly ThreadRecord[];
  /** CPU time of the client process by step, ns. */
  readonly clientNs: Levels;
  readonly legsOf: (request: number) => readonly Leg[];
}

/** Names of the commands on the wire. */
export type CommandNames = Readonly<Record<CommandKind, string>> & {
  /** Of the other client. */
  readonly neighbour?: string;
};

/** Number of the connection of the other client: the trace numbers those of the shown process alone. */
export const NEIGHBOUR = -1;

const at = <Name extends string>(names: readonly Name[], name: Name): number => names.indexOf(name);
const STATE = {
  user: at(threadStates, 'user'),
  kernel: at(threadStates, 'kernel'),
  runnable: at(threadStates, 'runnable'),
};
const ACT = {
  execute: at(activities, 'execute'),
  read: at(activities, 'read'),
  write: at(activities, 'write'),
  accept: at(activities, 'accept'),
  close: at(activities, 'close'),
  connect: at(activities, 'connect'),
  epollWait: at(activities, 'epollWait'),
};
const WAITS: readonly PhaseName[] = ['waitConnection'];
const REPLY_PHASES: readonly PhaseName[] = [
  ...([
    'clientWrite',
    'taskQueue',
    'flushWait',
    'wireOut',
    'serverQueue',
    'serverRead',
    'serverBatch',
  ] as const),
  ...(['execute', 'blocked', 'replyQueue', 'serverWrite', 'wireBack', 'clientRead'] as const),
];
const flags = (names: readonly PhaseName[]): readonly boolean[] => phases.map((name) => names.includes(name));
const isWait = flags(WAITS);
const isReply = flags(REPLY_PHASES);
const BACKOFF = at(phases, 'backoff');

/** A thread of the client; a thread of the server that executes nothing. */
const CLIENT = -1;
const OTHER = -2;

/** Adds chunks up. One recorder a run. */
export class Recorder {
  readonly #scenario: Scenario;
  readonly #layout: RunLayout;
  readonly #names: CommandNames;
  readonly #binNs: number;
  readonly #requests = new Map<number, RequestRecord>();
  readonly #executions: Execution[] = [];
  readonly #connections = new Map<number, ConnectionRecord>();
  readonly #nodes: NodeRecord[];
  readonly #threads: ThreadRecord[] = [];
  readonly #clientNs = new Float64Array(BINS);
  readonly #threadOfLane: ThreadRecord[] = [];
  /** By lane: the node, or one of the two below. */
  readonly #nodeOfLane: number[] = [];
  /** Request spans in columns. */
  readonly #legs = {
    start: [] as number[],
    end: [] as number[],
    request: [] as number[],
    kind: [] as number[],
    lane: [] as number[],
  };
  /** Kinds by their shortest execution, longest first. */
  readonly #kinds: readonly { readonly kind: CommandKind; readonly ns: number }[];
  /** Greetings that a connection has sent. */
  readonly #greeted = new Map<number, number>();
  /** When the client opened each connection last, ns. */
  readonly #opened = new Map<number, number>();

  /**
   * @param scenario says how long each kind of command takes
   */
  constructor(scenario: Scenario, layout: RunLayout, names: CommandNames) {
    this.#scenario = scenario;
    this.#layout = layout;
    this.#names = names;
    this.#binNs = layout.endNs / BINS;
    for (const group of layout.lanes)
      for (let i = 0; i < group.count; i++) {
        const lane = this.#nodeOfLane.length;
        const isClient = !group.class.startsWith('server');
        this.#nodeOfLane.push(isClient ? CLIENT : group.class === 'serverMain' ? i : OTHER);
        if (!isClient) continue;
        const thread = { lane, class: group.class, userNs: 0, kernelNs: 0, runnableNs: 0 };
        this.#threads.push(thread);
        this.#threadOfLane[lane] = thread;
      }
    const nodes = Math.max(1, this.#nodeOfLane.filter((node) => node >= 0).length);
    this.#nodes = Array.from({ length: nodes }, () => ({
      ...{ userNs: 0, kernelNs: 0, loops: 0, reads: 0, writes: 0, accepted: 0 },
      busyNs: new Float64Array(BINS),
    }));
    const used = (['command', 'second', 'third'] as const).filter(
      (kind) => kind === 'command' || scenario.workload[kind].share > 0,
    );
    this.#kinds = used.map((kind) => ({ kind, ns: shortestNs(scenario, kind) })).sort((a, b) => b.ns - a.ns);
    const { connections } = scenario.client;
    const isOpenBefore = connections.kind === 'shared' || (connections.kind === 'pooled' && connections.warm);
    if (isOpenBefore)
      for (let number = 0; number < layout.connections; number++)
        this.#open(number, Math.floor((number * nodes) / layout.connections), undefined);
  }

  /** Adds the next chunk. */
  add(spans: Spans): void {
    for (let i = 0; i < spans.count; i++) {
      const kind = spans.kind[i] as number;
      const isOpen = (kind & OPEN) !== 0;
      const family = kind & ~OPEN;
      // Open spans come again in the next chunk; of requests the last ones count.
      if (family >= families.failed) this.#fail(spans, i, family - families.failed);
      else if (family >= families.part) this.#leg(spans, i, family, isOpen);
      else if (isOpen) continue;
      else if (family >= families.wire) this.#carry(spans, i, family);
      else this.#thread(spans, i, family);
    }
  }

  /** The record of the run so far. */
  record(): RunRecord {
    const { start: starts, end: ends, request: ids, kind: kinds, lane: lanes } = this.#legs;
    return {
      ...{ scenario: this.#scenario, layout: this.#layout, endNs: this.#layout.endNs, binNs: this.#binNs },
      requests: [...this.#requests.values()],
      executions: this.#executions,
      connections: [...this.#connections.values()],
      ...{ nodes: this.#nodes, threads: this.#threads, clientNs: this.#clientNs },
      legsOf: (request) => {
        const legs = new Map<string, Leg>();
        ids.forEach((id, i) => {
          if (id !== request) return;
          const family = (kinds[i] as number) & ~OPEN;
          const isPart = family < families.request;
          const leg = {
            phase: phases[family - (isPart ? families.part : families.request)] as PhaseName,
            ...{ fromNs: starts[i] as number, toNs: ends[i] as number },
            part: isPart ? (lanes[i] as number) : undefined,
            isOpen: ((kinds[i] as number) & OPEN) !== 0,
          };
          // A span that was open is there again with its end.
          legs.set(`${leg.part} ${leg.fromNs} ${leg.phase}`, leg);
        });
        return [...legs.values()].sort((a, b) => a.fromNs - b.fromNs || a.toNs - b.toNs);
      },
    };
  }

  #open(number: number, node: number, openedNs: number | undefined): ConnectionRecord {
    const connection = {
      ...{ number, node, openedNs, lastReadNs: openedNs ?? 0, lastCommand: 'NULL' },
      ...{ bytesIn: 0, bytesOut: 0, commands: 0 },
    };
    this.#connections.set(number, connection);
    this.#greeted.delete(number);
    return connection;
  }

  #request(id: number, startNs: number): RequestRecord {
    const known = this.#requests.get(id);
    if (known) return known;
    const request: RequestRecord = {
      ...{ id, startNs, endNs: startNs, isOpen: false, failure: undefined, kind: 'command' },
      ...{ waitNs: 0, replyNs: 0, retries: 0, connection: -1, openWaitNs: 0 },
    };
    this.#requests.set(id, request);
    return request;
  }

  #fail(spans: Spans, i: number, reason: number): void {
    this.#request(spans.request[i] as number, spans.start[i] as number).failure = failures[reason];
  }

  #leg(spans: Spans, i: number, family: number, isOpen: boolean): void {
    const start = spans.start[i] as number;
    const end = spans.end[i] as number;
    const id = spans.request[i] as number;
    const legs = this.#legs;
    legs.start.push(start);
    legs.end.push(end);
    legs.request.push(id);
    legs.kind.push(spans.kind[i] as number);
    legs.lane.push(spans.lane[i] as number);
    const request = this.#request(id, start);
    request.startNs = Math.min(request.startNs, start);
    const isPart = family < families.request;
    const phase = family - (isPart ? families.part : families.request);
    if (!isPart) {
      request.endNs = Math.max(request.endNs, end);
      // The spans of a request follow each other, so the last one says whether it goes on.
      request.isOpen = isOpen;
      request.connection = (spans.arg[i] as number) - 1;
      request.openWaitNs = isOpen && isWait[phase] ? end - start : 0;
    }
    if (isOpen) return;
    if (isWait[phase]) request.waitNs += end - start;
    if (isReply[phase] && !isPart) request.replyNs += end - start;
    if (phase === BACKOFF) request.retries++;
  }

  #carry(spans: Spans, i: number, family: number): void {
    const connection = this.#connections.get(spans.lane[i] as number);
    if (!connection) return;
    const bytes = spans.arg[i] as number;
    if (family === families.wire) connection.bytesIn += bytes;
    else connection.bytesOut += bytes;
  }

  #thread(spans: Spans, i: number, state: number): void {
    const [start, end] = [spans.start[i] as number, spans.end[i] as number];
    const lane = spans.lane[i] as number;
    const node = this.#nodeOfLane[lane] ?? OTHER;
    const isBusy = state === STATE.user || state === STATE.kernel;
    const activity = (spans.arg[i] as number) & 0xff;
    const number = ((spans.arg[i] as number) >>> 8) - 1;
    if (node === CLIENT) {
      const thread = this.#threadOfLane[lane];
      if (!thread) return;
      if (state === STATE.user) thread.userNs += end - start;
      if (state === STATE.kernel) thread.kernelNs += end - start;
      if (state === STATE.runnable) thread.runnableNs += end - start;
      if (isBusy) this.#spread(this.#clientNs, start, end);
      if (state === STATE.kernel && activity === ACT.connect) this.#opened.set(number, end);
      return;
    }
    const record = this.#nodes[node];
    if (!record || !isBusy) return;
    if (state === STATE.user) record.userNs += end - start;
    else record.kernelNs += end - start;
    this.#spread(record.busyNs, start, end);
    if (activity === ACT.epollWait) record.loops++;
    else if (activity === ACT.write) record.writes++;
    else if (activity === ACT.accept) record.accepted++;
    else if (activity === ACT.close) this.#connections.delete(number);
    else if (activity === ACT.read) {
      record.reads++;
      const connection = this.#connections.get(number) ?? this.#open(number, node, this.#opened.get(number));
      connection.lastReadNs = end;
    } else if (activity === ACT.execute && state === STATE.user)
      this.#execute(node, number, start, end, spans.request[i] as number);
  }

  #execute(node: number, number: number, start: number, end: number, request: number): void {
    const ns = end - start;
    const connection = this.#connections.get(number);
    const add = (name: string, takes: number) => {
      this.#executions.push({ atNs: end, ns: takes, connection: number, node, name });
      if (!connection) return;
      connection.lastCommand = name;
      connection.commands++;
    };
    const { neighbour } = this.#names;
    if (number === NEIGHBOUR && neighbour !== undefined) {
      add(neighbour, ns);
      const sizes = this.#scenario.neighbours?.[0]?.workload.command;
      if (connection && sizes) {
        connection.bytesIn += sizes.requestBytes;
        connection.bytesOut += sizes.replyBytes;
      }
      return;
    }
    const kind = this.#kinds.find((each) => ns >= each.ns - 1)?.kind;
    if (kind) {
      add(this.#names[kind], ns);
      const record = this.#requests.get(request);
      if (record) record.kind = kind;
      return;
    }
    const greeted = this.#greeted.get(number) ?? 0;
    const isNew = connection?.openedNs !== undefined && greeted < this.#scenario.client.handshakeRoundTrips;
    const names = isNew ? (GREETING[greeted] ?? ['ping']) : ['ping'];
    if (isNew) this.#greeted.set(number, greeted + 1);
    for (const name of names) add(name, ns / names.length);
  }

  /** Adds a stretch of time to the steps that it overlaps. */
  #spread(levels: Levels, start: number, end: number): void {
    const last = Math.min(BINS - 1, Math.floor(end / this.#binNs));
    for (let bin = Math.max(0, Math.floor(start / this.#binNs)); bin <= last; bin++) {
      const from = Math.max(start, bin * this.#binNs);
      const to = Math.min(end, (bin + 1) * this.#binNs);
      levels[bin] = (levels[bin] as number) + Math.max(0, to - from);
    }
  }
}
