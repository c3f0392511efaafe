/**
 * A workload for real clients: the parts of a scenario that exist outside the model. Plain data, shown by the
 * page and run by the bridge.
 */
import type { ArrivalProcess, Dist, Pick, Transport } from '../../model/scenario/generated/scenario.ts';
import { LIBRARY_NAMES } from './library.ts';

/**
 * Programs that can drive a Redis from here.
 * - `nodeRedis`: @redis/client, shared connections; writes the queue once per event-loop turn
 * - `nodeRedisPool`: its pool, connections exclusive while borrowed
 * - `ioredis`: shared connections, one write() per command
 * - `ioredisAutoPipelining`: the same with `enableAutoPipelining`, one pipeline in flight
 * - `ioredisPool`: ioredis connections in a `generic-pool`
 * - `redisBenchmark`: the C program that comes with Redis (or Valkey's)
 * - the libraries of `library.ts`, each in a program of its own language
 */
export const DRIVERS = [
  'nodeRedis',
  'nodeRedisPool',
  'ioredis',
  'ioredisAutoPipelining',
  'ioredisPool',
  'redisBenchmark',
  ...LIBRARY_NAMES,
] as const;
export type Driver = (typeof DRIVERS)[number];

/** One command with a key of the bridge. SET always has an expiry, so that no key outlives its session. */
export interface RealCommand {
  readonly kind: 'set' | 'get';
  /** Size of the stored or read value. */
  readonly valueBytes: number;
}

export type RealBatch =
  | { readonly kind: 'none' }
  /** MGET, or MSET where keys without expiry are harmless. */
  | { readonly kind: 'multiKey'; readonly size: number; readonly replyPerKey: boolean }
  /** Commands written together, each with its own reply. */
  | { readonly kind: 'pipeline'; readonly size: number }
  /** MULTI … EXEC; with one round trip all are sent together, with two EXEC waits for the queued replies. */
  | { readonly kind: 'transaction'; readonly size: number; readonly roundTrips: 1 | 2 };

export type RealArrivals =
  | { readonly kind: 'closed'; readonly callers: number; readonly rampUs: number; readonly thinkUs: Dist }
  | {
      readonly kind: 'open';
      readonly ratePerSec: number;
      readonly process: ArrivalProcess;
      readonly burstSize: number;
      /** Maximum concurrent requests; others wait, and beyond `maxBacklog` they are rejected. */
      readonly callers: number;
      readonly maxBacklog: number;
    };

export interface RealPool {
  readonly order: 'lifo' | 'fifo';
  /** 0: no limit. */
  readonly maxWaitMs: number;
  /** Whether a connection is tested with a PING when borrowed. */
  readonly testOnBorrow: boolean;
}

export interface RealWorkload {
  readonly driver: Driver;
  /** Nodes of the cluster that the bridge starts for the run; absent: its one Redis. */
  readonly nodes?: number | undefined;
  /** To each node. */
  readonly connections: number;
  /** Which shared connection a request uses; null if connections are borrowed. */
  readonly pick: Pick | null;
  readonly pool: RealPool | null;
  readonly arrivals: RealArrivals;
  readonly command: RealCommand;
  /** A second command in the mix. */
  readonly second: (RealCommand & { readonly share: number }) | null;
  readonly batch: RealBatch;
  /** Kind of socket to Redis, if there is a choice. */
  readonly transport: Transport;
  /** Delay that the relay adds; null = no relay. */
  readonly relay: {
    readonly rttUs: number;
    readonly requestJitterUs: Dist;
    readonly replyJitterUs: Dist;
  } | null;
  /** Seed of think times, arrivals, jitter and the mix. */
  readonly seed: number;
}
