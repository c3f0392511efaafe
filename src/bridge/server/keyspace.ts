/**
 * The keys of one session: all below a random prefix, remembered so that they can be removed at its end. The braces put
 * them into one slot of a cluster, so that one command can have several.
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../workload/limits.ts';
import { Refusal } from './failure.ts';

/** Few enough that removing them does not hold up a Redis that serves others. */
const KEYS_PER_UNLINK = 500;
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

  /** Removes everything written since the last removal. When Redis is away the keys' time to live does it instead. */
  async removeFrom(link: { call(words: string[]): Promise<unknown> }): Promise<void> {
    const keys = [...this.#written];
    this.#written.clear();
    try {
      for (let i = 0; i < keys.length; i += KEYS_PER_UNLINK)
        await link.call(['UNLINK', ...keys.slice(i, i + KEYS_PER_UNLINK)]);
    } catch {
      // nothing more can be done from here
    }
  }
}
