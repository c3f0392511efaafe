/** The interface to a client library's connection, as far as workloads use it. */

/** One command; SET if it has a value. */
export interface Call {
  readonly key: string;
  readonly value: string | null;
}

/** Every promise rejects if Redis replies to any part with an error. */
export interface Connection {
  readonly index: number;
  set(key: string, value: string): Promise<unknown>;
  get(key: string): Promise<unknown>;
  mget(keys: string[]): Promise<unknown>;
  mset(keys: readonly string[], value: string): Promise<unknown>;
  pipeline(calls: readonly Call[]): Promise<unknown>;
  /** MULTI … EXEC, written together. */
  transaction(calls: readonly Call[]): Promise<unknown>;
  /** MULTI … EXEC, with EXEC sent after all commands are queued. */
  slowTransaction(calls: readonly Call[]): Promise<unknown>;
  ping(): Promise<unknown>;
  /** Closes it at once, even with requests in flight. */
  destroy(): void;
}

/** The connections of a workload: shared, or borrowed per request. */
export interface ConnectionSet {
  /** Whether connections are borrowed, so that a request may wait for one. */
  readonly isPooled: boolean;
  /** All connections in the order of opening. */
  readonly connections: readonly Connection[];
  /** Calls `work` with a connection, at once or when one is free. */
  use(work: (connection: Connection) => Promise<unknown>): Promise<unknown>;
  destroy(): void;
}

/** Delays between attempts after a connection was lost or refused. */
export const RETRY_MS = { first: 50, most: 500 } as const;
export const CONNECT_MS = 3_000;
export const retryDelay = (attempt: number): number => Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.most);
