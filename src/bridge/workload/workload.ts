/**
 * A workload that real clients can run: what is left of a scenario once everything that only a model can have is settled.
 * Plain data, the same for the page, which shows it, and for the bridge, which runs it.
 */
import type { ArrivalProcess, Dist, Pick, Transport } from '../../model/scenario/generated/scenario.ts';

/**
 * The programs that can drive a Redis from here.
 * - `nodeRedis`: @redis/client, shared connections; writes what has gathered once an event-loop turn
 * - `nodeRedisPool`: its pool, connections exclusive while borrowed
 * - `ioredis`: shared connections, one write() a command
 * - `ioredisAutoPipelining`: the same with `enableAutoPipelining`, one pipeline in flight
 * - `ioredisPool`: ioredis connections in a `generic-pool`
 * - `redisBenchmark`: the C program that comes with Redis (or Valkey's)
 */
export const DRIVERS = [
  'nodeRedis',
  'nodeRedisPool',
  'ioredis',
  'ioredisAutoPipelining',
  'ioredisPool',
  'redisBenchmark',
] as const;
export type Driver = (typeof DRIVERS)[number];

/** One command with a key of the bridge's own. SET always carries an expiry, so that no key outlives its session. */
export interface RealCommand {
  readonly kind: 'set' | 'get';
  /** Size of the value that is stored or read. */
  readonly valueBytes: number;
}

export type RealBatch =
  | { readonly kind: 'none' }
  /** MGET, or MSET where keys that never expire do no harm. */
  | { readonly kind: 'multiKey'; readonly size: number; readonly replyPerKey: boolean }
  /** Commands written together, answered one by one. */
  | { readonly kind: 'pipeline'; readonly size: number }
  /** MULTI … EXEC; with one round trip everything leaves together, with two EXEC waits until all is queued. */
  | { readonly kind: 'transaction'; readonly size: number; readonly roundTrips: 1 | 2 };

export type RealArrivals =
  | { readonly kind: 'closed'; readonly callers: number; readonly rampUs: number; readonly thinkUs: Dist }
  | {
      readonly kind: 'open';
      readonly ratePerSec: number;
      readonly process: ArrivalProcess;
      readonly burstSize: number;
      /** At most this many requests at once; others wait, and more than `maxBacklog` waiting ones are shed. */
      readonly callers: number;
      readonly maxBacklog: number;
    };

export interface RealPool {
  readonly order: 'lifo' | 'fifo';
  /** 0: for ever. */
  readonly maxWaitMs: number;
  /** Whether a borrower tests its connection with a PING first. */
  readonly testOnBorrow: boolean;
}

export interface RealWorkload {
  readonly driver: Driver;
  readonly connections: number;
  /** Which shared connection a request takes; null when connections are borrowed. */
  readonly pick: Pick | null;
  readonly pool: RealPool | null;
  readonly arrivals: RealArrivals;
  readonly command: RealCommand;
  /** Another command in the mix. */
  readonly second: (RealCommand & { readonly share: number }) | null;
  readonly batch: RealBatch;
  /** Kind of socket to Redis, where there is a choice. */
  readonly transport: Transport;
  /** What the relay adds between client and Redis; null: they are connected directly. */
  readonly relay: {
    readonly rttUs: number;
    readonly requestJitterUs: Dist;
    readonly replyJitterUs: Dist;
  } | null;
  /** Seed of think times, arrivals, jitter and the mix. */
  readonly seed: number;
}
