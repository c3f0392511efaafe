/** The keys of one session: all below a random prefix, remembered so that they can be removed at its end. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../workload/limits.ts';
import { Refusal } from './failure.ts';

/** Few enough that removing them does not hold up a Redis that serves others. */
const KEYS_PER_UNLINK = 500;

export class Keyspace {
  readonly prefix = `roundtrip:${randomBytes(9).toString('base64url')}:`;
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

  /** The commands that remove everything written. */
  removal(): string[][] {
    const keys = [...this.#written];
    const commands: string[][] = [];
    for (let i = 0; i < keys.length; i += KEYS_PER_UNLINK)
      commands.push(['UNLINK', ...keys.slice(i, i + KEYS_PER_UNLINK)]);
    return commands;
  }
}
