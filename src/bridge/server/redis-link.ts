/**
 * One session's connection to Redis. It reconnects by itself for as long as the session lasts, and meanwhile every
 * question is answered with the reason at once: nothing waits for a server that may never come back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { Refusal } from './failure.ts';
import { nodeRedisOptions } from './load/node-redis.ts';
import { MOST_BYTES } from './memory-watch.ts';
import { accessTo, type RedisTarget } from './redis-target.ts';

/** Time for a connection that is being made; a local one takes a few milliseconds. */
const CONNECT_MS = 1_000;
/** How long an answer is waited for. */
export const ANSWER_MS = 5_000;
const RETRY_MS = { first: 50, most: 1_000 };

export class RedisLink {
  readonly #client;
  #lastError: unknown;
  #isClosed = false;

  constructor(target: RedisTarget) {
    const reconnectStrategy = (attempt: number) => Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.most);
    const options = nodeRedisOptions(accessTo(target));
    const socket = { ...options.socket, reconnectStrategy, connectTimeout: CONNECT_MS };
    this.#client = createClient({ ...options, socket });
    this.#client.on('error', (error: unknown) => {
      if (!this.#isClosed) this.#lastError = error;
    });
    this.#client.on('ready', () => {
      this.#lastError = undefined;
    });
    // The library does not know a connection that is only being made: one that is there after the end would stay for ever.
    this.#client.on('connect', () => {
      if (this.#isClosed) this.#client.destroy();
    });
    // A first attempt that fails is repeated like any other; `error` has already told why.
    this.#client.connect().catch(() => undefined);
  }

  /** Sends one command; fails with a reason when Redis is away or silent. */
  async call(words: string[]): Promise<unknown> {
    await this.#ready();
    return await withTimeout(this.#client.sendCommand(words), ANSWER_MS);
  }

  /** For measuring: the command and nothing around it. `call` something first. */
  readonly ping = (): Promise<unknown> => this.#client.sendCommand(['PING']);

  /** Waits for a connection that is being made, but not for one that has just failed. */
  async #ready(): Promise<void> {
    for (let waited = 0; !this.#client.isReady; waited += 5) {
      if (this.#lastError || waited >= CONNECT_MS) throw this.#lastError ?? new Refusal('BR-05');
      await sleep(5);
    }
  }

  /** Ends it for good because its Redis sends more than any reply can be; every question is answered with that from now on. */
  giveUp(): void {
    this.close();
    this.#lastError = new Refusal('BR-32', { limit: MOST_BYTES });
  }

  close(): void {
    this.#isClosed = true;
    // The library throws when it is told twice.
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
