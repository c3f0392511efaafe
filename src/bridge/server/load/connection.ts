/** A connection of one of the client libraries, as far as the workloads use it. */

/** One command: SET when it has a value. */
export interface Call {
  readonly key: string;
  readonly value: string | null;
}

/** Every promise is rejected when Redis answers any part of it with an error. */
export interface Connection {
  readonly index: number;
  set(key: string, value: string): Promise<unknown>;
  get(key: string): Promise<unknown>;
  mget(keys: string[]): Promise<unknown>;
  mset(keys: readonly string[], value: string): Promise<unknown>;
  pipeline(calls: readonly Call[]): Promise<unknown>;
  /** MULTI … EXEC, written together. */
  transaction(calls: readonly Call[]): Promise<unknown>;
  /** MULTI … EXEC, EXEC only after everything is queued. */
  slowTransaction(calls: readonly Call[]): Promise<unknown>;
  ping(): Promise<unknown>;
  /** Closes it at once, whatever is under way. */
  destroy(): void;
}

/** Ways to Redis: connections that are shared, or lent one request at a time. */
export interface Ways {
  /** Whether connections are lent: then a request may wait for one. */
  readonly lends: boolean;
  /** All of them, as they were opened. */
  readonly connections: readonly Connection[];
  /** Calls `work` with a connection, at once or when one is free. */
  use(work: (connection: Connection) => Promise<unknown>): Promise<unknown>;
  destroy(): void;
}

/** No answer came because the connection was lost or could not be had. */
export const RETRY_MS = { first: 50, most: 500 } as const;
export const CONNECT_MS = 3_000;
export const retryDelay = (attempt: number): number => Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.most);
