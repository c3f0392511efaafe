/** A configuration of a real client, and the scenario for it, shared by bridge and model. */
import type { Json } from '../../model/scenario/patch.ts';
import { replyBytesOf, requestBytesOf } from './command.ts';
import type { Driver } from './workload.ts';

export const BATCHES = ['none', 'multiKey', 'pipeline', 'transactionInPipeline'] as const;
export const MIXES = ['get', 'set', 'half'] as const;

export interface RealQuestion {
  readonly driver: Driver;
  readonly callers: number;
  /** Unused for redis-benchmark: each of its clients has one. */
  readonly connections: number;
  readonly valueBytes: number;
  readonly mix: (typeof MIXES)[number];
  readonly batch: (typeof BATCHES)[number];
  readonly batchSize: number;
  /** Delay that the relay adds between client and Redis; 0 = no relay. */
  readonly rttUs: number;
  readonly seconds: number;
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

const loop = (flush: string): Json => ({ kind: 'eventLoops', loops: 1, flush: { kind: flush } });
const shared = ({ connections }: RealQuestion): Json => ({ kind: 'shared', count: connections });
const pooled = ({ connections }: RealQuestion): Json => ({
  kind: 'pooled',
  maxTotal: connections,
  handoff: 'fifo',
});

/** Flushing and connection sharing of each client. */
const CLIENTS: Readonly<Record<Driver, { flush: string; connections: (asked: RealQuestion) => Json }>> = {
  nodeRedis: { flush: 'drained', connections: shared },
  nodeRedisPool: { flush: 'drained', connections: pooled },
  ioredis: { flush: 'everyCommand', connections: shared },
  ioredisAutoPipelining: { flush: 'oneInFlight', connections: shared },
  ioredisPool: { flush: 'everyCommand', connections: pooled },
  redisBenchmark: {
    flush: 'writable',
    connections: ({ callers }) => ({ kind: 'pooled', maxTotal: callers, handoff: 'fifo' }),
  },
};

const commandOf = (kind: 'get' | 'set', valueBytes: number): Json => ({
  requestBytes: requestBytesOf({ kind, valueBytes }),
  replyBytes: replyBytesOf({ kind, valueBytes }),
});

/** The scenario of a configuration; absent fields have defaults. */
export function scenarioOf(question: RealQuestion): Json {
  const { driver, callers, valueBytes, mix, batch, batchSize, rttUs } = question;
  const { flush, connections } = CLIENTS[driver];
  return {
    workload: {
      arrivals: { kind: 'closed', callers },
      command: commandOf(mix === 'set' ? 'set' : 'get', valueBytes),
      ...(mix === 'half' ? { second: { share: 0.5, ...(commandOf('set', valueBytes) as object) } } : {}),
      batch: batch === 'none' ? { kind: 'none' } : { kind: batch, size: batchSize },
    },
    client: {
      runtime: { kind: 'eventLoop' },
      io: loop(flush),
      connections: connections(question),
    },
    network: { rttUs },
  };
}
