/** A configuration of a real client, and the scenario for it, shared by bridge and model. */
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { replyBytesOf, requestBytesOf } from './command.ts';
import { syncWorkers } from './library-settings.ts';
import type { Driver } from './workload.ts';

export const BATCHES = ['none', 'multiKey', 'pipeline', 'transactionInPipeline'] as const;
export const MIXES = ['get', 'set', 'half'] as const;

export interface RealQuestion {
  readonly driver: Driver;
  readonly callers: number;
  /** Nodes of a cluster, for Jedis on the bridge's own Redis; absent: 1. */
  readonly nodes?: number | undefined;
  /** To each node. Unused for redis-benchmark: each of its clients has one. */
  readonly connections: number;
  readonly valueBytes: number;
  readonly mix: (typeof MIXES)[number];
  readonly batch: (typeof BATCHES)[number];
  readonly batchSize: number;
  /** Delay that the relay adds between client and Redis; 0 = no relay. */
  readonly rttUs: number;
  readonly seconds: number;
  /** Release of a client library; absent: the one that the scenario needs, else the newest. */
  readonly version?: string | undefined;
  /** Whether the callers of a Java client are virtual threads. */
  readonly virtualThreads?: boolean | undefined;
  /** Further settings of the client, by their paths in the scenario. */
  readonly edits?: Edits | undefined;
}

export const FIRST_QUESTION: RealQuestion = {
  driver: 'nodeRedis',
  callers: 50,
  connections: 1,
  valueBytes: 100,
  mix: 'get',
  batch: 'none',
  batchSize: 10,
  rttUs: 0,
  seconds: 5,
};

const shared = ({ connections }: RealQuestion): Json => ({ kind: 'shared', count: connections });
const pooled = ({ connections }: RealQuestion): Json => ({ kind: 'pooled', maxTotal: connections });
const fairPool = (question: RealQuestion, more: Record<string, Json> = {}): Json => ({
  ...(pooled(question) as object),
  handoff: 'fifo',
  ...more,
});

/** A client whose callers are callbacks of one event loop. */
const node = (flush: string, connections: Json): Json => ({
  runtime: { kind: 'eventLoop' },
  io: { kind: 'eventLoops', loops: 1, flush: { kind: flush } },
  connections,
});
const threads = (io: Json, connections: Json): Json => ({ runtime: { kind: 'threads' }, io, connections });
const goroutines = (io: string, connections: Json): Json => ({
  runtime: { kind: 'goroutines', gomaxprocs: GOMAXPROCS },
  io: { kind: io },
  connections,
});

/** Event loops of Lettuce and goroutines that run at once: as many on every machine, so that results compare. */
const LETTUCE_LOOPS = 2;
const GOMAXPROCS = 2;

/** The client section of each client. */
const CLIENTS: Readonly<Record<Driver, (question: RealQuestion) => Json>> = {
  nodeRedis: (question) => node('drained', shared(question)),
  nodeRedisPool: (question) => node('drained', fairPool(question)),
  ioredis: (question) => node('everyCommand', shared(question)),
  ioredisAutoPipelining: (question) => node('oneInFlight', shared(question)),
  ioredisPool: (question) => node('everyCommand', fairPool(question)),
  redisBenchmark: ({ callers }) => node('writable', { kind: 'pooled', maxTotal: callers, handoff: 'fifo' }),
  jedis: (question) => threads({ kind: 'blocking' }, pooled(question)),
  lettuce: (question) => threads({ kind: 'eventLoops', loops: LETTUCE_LOOPS }, shared(question)),
  goRedis: (question) => goroutines('blocking', fairPool(question, { checkOnGet: 'peek' })),
  redigo: (question) => goroutines('blocking', fairPool(question)),
  rueidis: (question) => goroutines('writerReader', shared(question)),
};

const commandOf = (kind: 'get' | 'set', valueBytes: number): Json => ({
  requestBytes: requestBytesOf({ kind, valueBytes }),
  replyBytes: replyBytesOf({ kind, valueBytes }),
});

/** Jedis' ClusterPipeline: a pipeline for each node, sent by threads of its own. */
const clusterPipeline = (callers: number): Json => ({
  kind: 'split',
  by: 'node',
  workers: syncWorkers(callers),
  threadPerPart: true,
});

/** The scenario of a configuration; absent fields have defaults. */
export function scenarioOf(question: RealQuestion): Json {
  const { driver, callers, valueBytes, mix, batch, batchSize, rttUs, nodes = 1, edits = {} } = question;
  const scenario = {
    workload: {
      arrivals: { kind: 'closed', callers },
      command: commandOf(mix === 'set' ? 'set' : 'get', valueBytes),
      ...(mix === 'half' ? { second: { share: 0.5, ...(commandOf('set', valueBytes) as object) } } : {}),
      batch: batch === 'none' ? { kind: 'none' } : { kind: batch, size: batchSize },
    },
    client: {
      ...(CLIENTS[driver](question) as object),
      ...(nodes > 1 && batch === 'pipeline' && { crossSlot: clusterPipeline(callers) }),
    },
    ...(nodes > 1 && { server: { nodes } }),
    network: { rttUs },
  };
  return applyEdits(scenario, edits);
}
