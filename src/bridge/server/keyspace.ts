/**
 * The keys of one session: all below a random prefix, remembered so that they can be removed at its end. The braces put
 * them into one slot of a cluster, so that one command can have several.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../workload/limits.ts';
import { Refusal } from './failure.ts';

/** Few enough that removing them does not hold up a Redis that serves others. */
const KEYS_PER_UNLINK = 500;
/** A link tries to reach a server that was away once a second: so long one that is back may be called away. */
const AWAY_MS = 1_500;
const AGAIN_MS = 50;
/** As many as redis-benchmark writes. With the prefix a key is as long as `KEY_BYTES` in `workload/command.ts` says. */
const NUMBER_DIGITS = 12;

export class Keyspace {
  readonly prefix = `roundtrip:{${randomBytes(9).toString('base64url')}}:`;
  #written = new Set<string>();

  /** The full key for a name that the page uses. */
  readonly name = (short: string): string => {
    if (short === '' || Buffer.byteLength(short) > LIMITS.keyBytes)
      throw new Refusal('BR-11', { what: 'key', limit: LIMITS.keyBytes });
    return this.prefix + short;
  };

  /** The same for a key that is about to exist. */
  readonly written = (short: string): string => {
    const key = this.name(short);
    if (!this.#written.has(key) && this.#written.size >= LIMITS.keysPerSession)
      throw new Refusal('BR-11', { what: 'keys', limit: LIMITS.keysPerSession });
    this.#written.add(key);
    return key;
  };

  /** Full keys for a workload, all of one length. */
  numbered(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.written(String(i).padStart(NUMBER_DIGITS, '0')));
  }

  /**
   * Removes everything written since the last removal. What cannot be removed, because Redis is away, is tried again by the next
   * one; when it is still away then, the keys' time to live does it instead.
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

/** Whether it succeeds: at once, or when a server that was away is found again. One that is silent has been waited for long enough. */
async function isDone(call: () => Promise<unknown>): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += AGAIN_MS) {
    try {
      await call();
      return true;
    } catch (error) {
      if (error instanceof Refusal || waitedMs >= AWAY_MS) return false;
      await sleep(AGAIN_MS);
    }
  }
}
