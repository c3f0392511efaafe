/** The place of a request in each of its phases, between caller and Redis. */

import type { phases as PHASES } from '../model/engine/generated/abi.ts';

export type PhaseName = (typeof PHASES)[number];

/** Places of a request, from the caller to Redis. */
export const PLACES = ['caller', 'library', 'clientSocket', 'serverSocket', 'redis'] as const;
export type Place = (typeof PLACES)[number];

/** Vertical position of each place, 0 … 1. */
export const DEPTH: Readonly<Record<Place, number>> = {
  caller: 0,
  library: 0.13,
  clientSocket: 0.26,
  serverSocket: 0.78,
  redis: 1,
};

/** A phase of a request: a stay at a place, or a move to another. */
interface Stay {
  readonly at: Place;
  /** The place at its end; absent if it stays. */
  readonly to?: Place;
  /** Whether the request waits there, rather than being served. */
  readonly waits?: true;
}

export const STAYS: Readonly<Record<PhaseName, Stay>> = {
  waitCaller: { at: 'caller', waits: true },
  backoff: { at: 'caller', waits: true },
  topology: { at: 'library', waits: true },
  fanOut: { at: 'library', waits: true },
  waitConnection: { at: 'library', waits: true },
  connect: { at: 'clientSocket' },
  testOnBorrow: { at: 'clientSocket' },
  prepare: { at: 'caller' },
  taskQueue: { at: 'library', waits: true },
  clientWrite: { at: 'clientSocket' },
  flushWait: { at: 'library', waits: true },
  wireOut: { at: 'clientSocket', to: 'serverSocket' },
  serverQueue: { at: 'serverSocket', waits: true },
  serverRead: { at: 'serverSocket' },
  serverBatch: { at: 'redis', waits: true },
  execute: { at: 'redis' },
  blocked: { at: 'redis', waits: true },
  replyQueue: { at: 'redis', waits: true },
  serverWrite: { at: 'serverSocket' },
  wireBack: { at: 'serverSocket', to: 'clientSocket' },
  clientRead: { at: 'clientSocket', waits: true },
  decode: { at: 'library' },
  wakeUp: { at: 'caller', waits: true },
  testOnReturn: { at: 'clientSocket' },
  giveBack: { at: 'library' },
  process: { at: 'caller' },
  // A proxy is on neither side: what it has waits before the server.
  proxyQueue: { at: 'serverSocket', waits: true },
  proxyWork: { at: 'serverSocket' },
};

/** The phases of a request in order. */
export interface RequestPath {
  readonly id: number;
  readonly legs: readonly {
    readonly phase: PhaseName;
    /** At the pool: takes a connection without waiting. */
    readonly takes?: boolean;
    readonly fromNs: number;
    readonly toNs: number;
  }[];
}
