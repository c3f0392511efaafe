/**
 * The keys of one session, below a random prefix. Written keys are remembered and removed at the end. A hash
 * tag puts them into one cluster slot, so multi-key commands work.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../workload/limits.ts';
import { Refusal } from './failure.ts';

/** Small enough that UNLINK does not delay a Redis with other clients. */
const KEYS_PER_UNLINK = 500;
/**
 * The link retries an unreachable server once per second, so a recovered one may still count as unreachable
 * for this long.
 */
const RECONNECT_MS = 1_500;
const AGAIN_MS = 50;
/**
 * As many digits as redis-benchmark writes. With the prefix, a key is `KEY_BYTES` (`workload/command.ts`)
 * long.
 */
const NUMBER_DIGITS = 12;

/** A random prefix of keys. Its hash tag decides their slot. */
export const newPrefix = (): string => `roundtrip:{${randomBytes(9).toString('base64url')}}:`;

export class Keyspace {
  readonly prefix: string;
  readonly #written = new Set<string>();

  /** @param prefix of `newPrefix` */
  constructor(prefix = newPrefix()) {
    this.prefix = prefix;
  }

  /** The full key for a name of the page. */
  readonly name = (short: string): string => {
    if (short === '' || Buffer.byteLength(short) > LIMITS.keyBytes)
      throw new Refusal('BR-11', { what: 'key', limit: LIMITS.keyBytes });
    return this.prefix + short;
  };

  /** The same for a key that will be written. */
  readonly written = (short: string): string => {
    const key = this.name(short);
    if (!this.#written.has(key) && this.#written.size >= LIMITS.keysPerSession)
      throw new Refusal('BR-11', { what: 'keys', limit: LIMITS.keysPerSession });
    this.#written.add(key);
    return key;
  };

  /** Full keys of a workload, all of one length. */
  numbered(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.written(String(i).padStart(NUMBER_DIGITS, '0')));
  }

  /**
   * Removes the keys written since the last removal. If Redis is unreachable, the next call tries again;
   * after that the keys expire.
   */
  async removeFrom(link: { call(words: string[]): Promise<unknown> }): Promise<void> {
    const keys = [...this.#written];
    this.#written.clear();
    for (let i = 0; i < keys.length; i += KEYS_PER_UNLINK) {
      const some = keys.slice(i, i + KEYS_PER_UNLINK);
      if (await isDone(() => link.call(['UNLINK', ...some]))) continue;
      for (const key of keys.slice(i)) this.#written.add(key);
      return;
    }
  }
}

/**
 * Whether the call succeeds, at once or after the server is reachable again. A server that does not reply is
 * not tried again.
 */
async function isDone(call: () => Promise<unknown>): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += AGAIN_MS) {
    try {
      await call();
      return true;
    } catch (error) {
      if (error instanceof Refusal || waitedMs >= RECONNECT_MS) return false;
      await sleep(AGAIN_MS);
    }
  }
}
