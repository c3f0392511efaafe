/**
 * Levers: single changes of a scenario whose effect is measured. Each is a set of edits. The engine validates
 * the result (`normalize`); a lever without edits does not apply.
 *
 * Costs and limits can all be removed together, which leaves the cost of the rest. Additional resources or
 * another client say nothing about the cost of a part, and some exclude each other.
 */
import { meanOf } from '../scenario/derived.ts';
import { fieldNamed } from '../scenario/fields.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import { diff, type Edits, getAt, type Json } from '../scenario/patch.ts';
import { type CostName, scaled } from './costs.ts';

/** The schema's maximum of a field. */
const largest = (path: string): number => fieldNamed(path)?.max ?? Number.POSITIVE_INFINITY;

interface Lever {
  readonly id: string;
  /** Whether it removes a cost or a limit of the present system. */
  readonly isCost: boolean;
  /** Whether it can be done in practice: a setting, a machine, a server. Others are thought experiments. */
  readonly isFeasible?: true;
  readonly edits: (scenario: Scenario) => Edits;
}

const SYSCALLS = [
  'syscallNs',
  'socketReadNs',
  'socketReadEmptyNs',
  'socketReadPerByteNs',
  'socketReadPerSegmentNs',
  'socketWriteNs',
  'socketWritePerByteNs',
  'unixReadNs',
  'unixWriteNs',
  'pollNs',
  'epollWaitNs',
  'epollEventNs',
  'epollCtlNs',
  'eventfdWakeNs',
  'futexWaitNs',
  'futexWakeNs',
  'fileWriteNs',
  'fileWritePerByteNs',
  'acceptNs',
  'connectNs',
  'closeNs',
  'bridgePacketNs',
] as const satisfies readonly CostName[];
const ENCRYPTION = [
  'tlsHandshakeNs',
  'tlsKeyExchangeNs',
  'tlsSignNs',
  'tlsVerifyNs',
  'tlsRecordNs',
  'tlsPerByteNs',
] as const satisfies readonly CostName[];
const SWITCHES = [
  'contextSwitchNs',
  'cacheRefillNs',
  'coldSwitchPercent',
] as const satisfies readonly CostName[];
const WAKE_UPS = [
  'wakeLatencyNs',
  'ipiNs',
  'futexWakeNs',
  'eventfdWakeNs',
  'coldWakeNs',
  'goReadyNs',
  'idleExitNs',
  'timerSlackNs',
] as const satisfies readonly CostName[];
const COMMANDS = [
  'commandNs',
  'parseNs',
  'keyNs',
  'keyCacheMissNs',
  'sampleKeyNs',
  'deleteKeyNs',
  'replicateCommandNs',
  'trackKeyNs',
  'pushNs',
  'multiQueueNs',
  'elementNs',
  'storePerByteNs',
  'replyPerByteNs',
  'slotScanNs',
  'nodeEntryNs',
] as const satisfies readonly CostName[];
const SERVER_TURN = [
  'clientTurnNs',
  'coldClientNs',
  'coldSocketNs',
  'clientCronNs',
  'cronNs',
] as const satisfies readonly CostName[];
/** Coordination costs of the server's threads. The spin time before sleeping is not one of them. */
const SERVER_THREADS = [
  'assignClientNs',
  'clientHandoffNs',
  'ringJobNs',
  'queueJobNs',
  'cacheLineNs',
] as const satisfies readonly CostName[];
const CODEC = [
  'encodeNs',
  'decodeNs',
  'loopDecodeNs',
  'goEncodeNs',
  'goDecodeNs',
  'nodeJsCommandNs',
  'nodeJsReplyNs',
  'decodePerByteNs',
  'goDecodePerByteNs',
  'nodeJsDecodePerByteNs',
  'loadGenCommandNs',
  'loadGenReplyNs',
  'loadGenPerByteNs',
] as const satisfies readonly CostName[];
/** Client costs other than system calls. */
const CLIENT_CODE = [
  'callerNs',
  'cacheLookupNs',
  'resumeNs',
  'dispatchNs',
  'loopTaskNs',
  'loopReadNs',
  'poolBorrowNs',
  'checkedBorrowNs',
  'poolReturnNs',
  'wrapNs',
  'executorOfferNs',
  'threadStartNs',
  'timerWheelOfferNs',
  'timerTaskNs',
  'goRingNs',
  'goSwitchNs',
  'nodeJsCallbackNs',
  'nodeJsPoolNs',
  'nodeJsPipelineNs',
  'nodeJsPipelineCommandNs',
  'loadGenCallbackNs',
] as const satisfies readonly CostName[];

const nothing: Edits = {};
const noTime: Json = { kind: 'constant', value: 0 };

/** The edit; empty if the value is the same or the scenario lacks the field. */
const to = (scenario: Scenario, path: string, value: Json): Edits => {
  const now = getAt(scenario, path);
  return now === undefined || diff(now, value).length === 0 ? nothing : { [path]: value };
};

const times = (scenario: Scenario, path: string, factor: number): Edits => {
  const now = getAt(scenario, path);
  return typeof now === 'number' && now > 0 && now * factor <= largest(path)
    ? { [path]: now * factor }
    : nothing;
};

/** Mean execution time from which a command notably delays all others, µs. */
const SLOW_US = 1000;

/** Whether a further kind of command is in use and slow. */
const isSlow = ({ share, execUs }: Scenario['workload']['second']): boolean =>
  share > 0 && meanOf(execUs) >= SLOW_US;

/** In test order. */
export const LEVERS = [
  { id: 'rttZero', isCost: true, edits: (at) => to(at, 'network.rttUs', 0) },
  {
    id: 'encryptionFree',
    isCost: true,
    edits: (at) => (at.network.tls.kind === 'none' ? {} : scaled(at, ENCRYPTION, 0)),
  },
  { id: 'syscallsHalf', isCost: true, edits: (at) => scaled(at, SYSCALLS, 0.5) },
  { id: 'switchesFree', isCost: true, edits: (at) => scaled(at, SWITCHES, 0) },
  { id: 'wakeUpsFree', isCost: true, edits: (at) => scaled(at, WAKE_UPS, 0) },
  {
    id: 'commandFree',
    isCost: true,
    edits: (at) => ({
      ...scaled(at, COMMANDS, 0),
      ...to(at, 'workload.command.execUs', noTime),
      ...(at.workload.second.share > 0 ? to(at, 'workload.second.execUs', noTime) : nothing),
      ...(at.workload.third.share > 0 ? to(at, 'workload.third.execUs', noTime) : nothing),
    }),
  },
  { id: 'codecFree', isCost: true, edits: (at) => scaled(at, CODEC, 0) },
  { id: 'clientCodeFree', isCost: true, edits: (at) => scaled(at, CLIENT_CODE, 0) },
  { id: 'serverTurnFree', isCost: true, edits: (at) => scaled(at, SERVER_TURN, 0) },
  {
    id: 'serverThreadsFree',
    isCost: true,
    edits: (at) => (at.server.ioThreads.kind === 'none' ? nothing : scaled(at, SERVER_THREADS, 0)),
  },
  { id: 'hyperThreadsFree', isCost: true, edits: (at) => scaled(at, ['hyperThreadSlowdownPercent'], 0) },
  { id: 'coresDouble', isCost: false, isFeasible: true, edits: (at) => times(at, 'client.cores', 2) },
  {
    id: 'slowElsewhere',
    isCost: false,
    isFeasible: true,
    edits: ({ workload: { second, third } }) => ({
      ...(isSlow(second) ? { 'workload.second.share': 0 } : nothing),
      ...(isSlow(third) ? { 'workload.third.share': 0 } : nothing),
    }),
  },
  {
    id: 'noNeighbours',
    isCost: false,
    isFeasible: true,
    edits: ({ neighbours = [] }) => (neighbours.length > 0 ? { neighbours: null } : nothing),
  },
  {
    id: 'noEvents',
    isCost: false,
    edits: ({ events = [] }) => (events.length > 0 ? { events: null } : nothing),
  },
  {
    id: 'poolDouble',
    isCost: false,
    isFeasible: true,
    // A connection per caller is a change of its own.
    edits: ({ client: { connections }, workload: { arrivals } }) =>
      connections.kind === 'pooled' && connections.maxTotal * 2 < arrivals.callers
        ? {
            'client.connections.maxTotal': connections.maxTotal * 2,
            'client.connections.maxIdle': Math.max(connections.maxIdle, connections.maxTotal * 2),
          }
        : nothing,
  },
  {
    id: 'poolAsCallers',
    isCost: true,
    isFeasible: true,
    edits: ({ client: { connections }, workload: { arrivals } }) =>
      connections.kind === 'pooled' &&
      connections.maxTotal < arrivals.callers &&
      arrivals.callers <= largest('client.connections.maxTotal')
        ? {
            'client.connections.maxTotal': arrivals.callers,
            'client.connections.maxIdle': Math.max(connections.maxIdle, arrivals.callers),
          }
        : nothing,
  },
  {
    id: 'oneShared',
    isCost: false,
    isFeasible: true,
    // Goroutines have no event loops that could share a connection.
    edits: ({ client: { io, connections, runtime, pinned } }) =>
      runtime.kind === 'goroutines' || (connections.kind === 'shared' && connections.count === 1)
        ? nothing
        : {
            'client.connections.kind': 'shared',
            'client.connections.count': 1,
            ...(io.kind === 'blocking' ? { 'client.io.kind': 'eventLoops' } : nothing),
            // Without a pool there is no monitor.
            ...(pinned.kind === 'poolMonitor' ? { 'client.pinned': { kind: 'nowhere' } } : nothing),
          },
  },
  {
    id: 'connectionPerLoop',
    isCost: false,
    isFeasible: true,
    // Enough per node that all loops have one.
    edits: ({ client: { io, connections }, server: { nodes } }) =>
      io.kind === 'eventLoops' && connections.kind === 'shared' && connections.count * nodes < io.loops
        ? { 'client.connections.count': Math.ceil(io.loops / nodes) }
        : nothing,
  },
  {
    id: 'fifoHandoff',
    isCost: false,
    isFeasible: true,
    edits: (at) => to(at, 'client.connections.handoff', 'fifo'),
  },
  {
    id: 'noTests',
    isCost: true,
    isFeasible: true,
    edits: (at) => ({
      ...to(at, 'client.connections.testOnBorrow', false),
      ...to(at, 'client.connections.testOnReturn', false),
      ...to(at, 'client.connections.checkOnGet', 'none'),
    }),
  },
  {
    id: 'noTimeouts',
    isCost: true,
    isFeasible: true,
    edits: ({ client: { io } }) =>
      io.kind === 'eventLoops' && io.timeoutScheduler.kind !== 'none'
        ? { 'client.io.timeoutScheduler.kind': 'none' }
        : nothing,
  },
  {
    id: 'ioThreads',
    isCost: false,
    isFeasible: true,
    edits: ({
      client: { clientSideCaching, readFrom, subscriptions },
      server: { ioThreads, host, nodes },
    }) =>
      ioThreads.kind === 'none' &&
      nodes === 1 &&
      clientSideCaching.kind === 'none' &&
      readFrom === 'primary' &&
      subscriptions === 0
        ? {
            'server.ioThreads.kind': 'redis8',
            'server.ioThreads.threads': 4,
            // Each occupies a core.
            ...(host.kind === 'own' && host.cores < 5 ? { 'server.host.cores': 5 } : nothing),
          }
        : nothing,
  },
  {
    id: 'noAppendOnly',
    isCost: true,
    isFeasible: true,
    edits: (at) => ({ ...to(at, 'server.appendOnly', { kind: 'no' }) }),
  },
  {
    id: 'noProxy',
    isCost: true,
    isFeasible: true,
    edits: (at) => to(at, 'network.proxy', { kind: 'none' }),
  },
  {
    id: 'proxyFree',
    isCost: true,
    edits: (at) => (at.network.proxy.kind === 'none' ? nothing : scaled(at, ['proxyCommandNs'], 0)),
  },
  {
    id: 'proxyThreads',
    isCost: false,
    isFeasible: true,
    edits: (at) => (at.network.proxy.kind === 'none' ? nothing : times(at, 'network.proxy.threads', 2)),
  },
  { id: 'bandwidth', isCost: true, edits: (at) => to(at, 'network.mbitPerSec', 0) },
  { id: 'noNagle', isCost: true, isFeasible: true, edits: (at) => to(at, 'network.nagle', false) },
  { id: 'noLoss', isCost: true, edits: (at) => to(at, 'network.lossPercent', 0) },
  {
    id: 'noJitter',
    isCost: true,
    edits: (at) => ({
      ...to(at, 'network.requestJitterUs', noTime),
      ...to(at, 'network.replyJitterUs', noTime),
    }),
  },
  {
    id: 'notPinned',
    isCost: true,
    isFeasible: true,
    edits: (at) => to(at, 'client.pinned', { kind: 'nowhere' }),
  },
  {
    id: 'callersDouble',
    isCost: false,
    isFeasible: true,
    edits: (at) => times(at, 'workload.arrivals.callers', 2),
  },
] as const satisfies readonly Lever[];

export type LeverId = (typeof LEVERS)[number]['id'];

export interface Move {
  readonly id: LeverId;
  readonly isCost: boolean;
  readonly isFeasible: boolean;
  readonly edits: Edits;
}

/** The levers that apply to a scenario. */
export const movesOf = (scenario: Scenario): readonly Move[] =>
  LEVERS.map((lever) => ({
    id: lever.id,
    isCost: lever.isCost,
    isFeasible: 'isFeasible' in lever,
    edits: lever.edits(scenario),
  })).filter(({ edits }) => Object.keys(edits).length > 0);
