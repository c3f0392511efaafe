/**
 * A session's connection to Redis. It reconnects on its own during the session. While disconnected, every
 * request fails at once with the reason, so nothing waits for a server that may not return.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { Refusal } from './failure.ts';
import { nodeRedisOptions } from './load/node-redis.ts';
import { MAX_BYTES } from './memory-watch.ts';
import { accessTo, type RedisTarget } from './redis-target.ts';

/** Connect timeout; a local connection takes a few milliseconds. */
const CONNECT_MS = 1_000;
/** Reply timeout. */
export const ANSWER_MS = 5_000;
const RETRY_MS = { first: 50, most: 1_000 };

/** Never connected: its duplicates share its class, which the library would make anew for each address, in 70 ms. */
let template: ReturnType<typeof makeTemplate> | undefined;
const makeTemplate = () => createClient({ RESP: 3 });

export class RedisLink {
  readonly #client;
  #lastError: unknown;
  #isClosed = false;

  constructor(target: RedisTarget) {
    const reconnectStrategy = (attempt: number) => Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.most);
    const options = nodeRedisOptions(accessTo(target));
    const socket = { ...options.socket, reconnectStrategy, connectTimeout: CONNECT_MS };
    template ??= makeTemplate();
    this.#client = template.duplicate({ ...options, socket });
    this.#client.on('error', (error: unknown) => {
      if (!this.#isClosed) this.#lastError = error;
    });
    this.#client.on('ready', () => {
      this.#lastError = undefined;
    });
    // The library cannot abort a pending connect: a connection that opens after the end would leak.
    this.#client.on('connect', () => {
      if (this.#isClosed) this.#client.destroy();
    });
    // A failed first attempt is retried like any other; `error` has reported it.
    this.#client.connect().catch(() => undefined);
  }

  /** Sends one command; fails with a reason if Redis is unreachable or does not reply. */
  async call(words: string[]): Promise<unknown> {
    await this.#ready();
    return await withTimeout(this.#client.sendCommand(words), ANSWER_MS);
  }

  /** For measurements: the bare command. Use `call` first. */
  readonly ping = (): Promise<unknown> => this.#client.sendCommand(['PING']);

  /** Waits for a pending connect, but not after a failed one. */
  async #ready(): Promise<void> {
    for (let waited = 0; !this.#client.isReady; waited += 5) {
      if (this.#lastError || waited >= CONNECT_MS) throw this.#lastError ?? new Refusal('BR-05');
      await sleep(5);
    }
  }

  /**
   * Closes it permanently because its Redis sent an oversized reply; all further requests fail with that
   * reason.
   */
  abandon(): void {
    this.close();
    this.#lastError = new Refusal('BR-32', { limit: MAX_BYTES });
  }

  close(): void {
    this.#isClosed = true;
    // The library throws on a second call.
    if (this.#client.isOpen) this.#client.destroy();
  }
}

export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const alarm = new AbortController();
  const late = sleep(ms, undefined, { signal: alarm.signal }).then(() => {
    throw new Refusal('BR-05');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    alarm.abort();
    late.catch(() => undefined);
  }
}
