/** Caches whose limit is in bytes: the field of the scenario counts entries. */
import { type InBytes, isInBytes } from '../model/libraries/library.ts';
import { fieldNamed } from '../model/scenario/fields.ts';
import type { Edits, Json } from '../model/scenario/patch.ts';
import type { CacheBytes, Setting } from './system.ts';

const REPLY_BYTES = 'workload.command.replyBytes';
const REQUEST_BYTES = 'workload.command.requestBytes';
const CONNECTIONS = 'client.connections.count';

/** RESP of `GET key` without the key and the digits of its length: `*2`, `$3`, `GET` and `$`, each with its line end. */
const GET_BYTES = 18;

/** Bytes of the key in a GET of so many bytes, at least 1. A cache serves reads only, so every request counts as one. */
export function keyBytesOf(requestBytes: number): number {
  const room = requestBytes - GET_BYTES;
  // The length is sent as digits: a key of 99 bytes leaves room for one digit less than one of 100.
  let key = Math.max(1, room - 1);
  while (key > 1 && key + String(key).length > room) key--;
  return key;
}

/** How a limit in bytes becomes entries. @param at values of the scenario */
function sizesOf(
  { bytes, entryBytes, entryKeys }: InBytes,
  at: (path: string) => Json | undefined,
): CacheBytes {
  const keyBytes = keyBytesOf(Number(at(REQUEST_BYTES) ?? 0));
  return {
    bytes,
    keyBytes,
    entryBytes: entryBytes + entryKeys * keyBytes + Number(at(REPLY_BYTES) ?? 0),
    caches: Number(at(CONNECTIONS) ?? 1),
  };
}

/** Bytes of a cache of each connection, as the number of values that a process keeps. All other settings stay as they are. */
export function ofEntries(setting: Setting, at: (path: string) => Json | undefined): Setting {
  const { path, value } = setting;
  if (!isInBytes(value)) return setting;
  const cache = sizesOf(value, at);
  const entries = Math.floor(cache.bytes / cache.entryBytes) * cache.caches;
  return { ...setting, cache, value: Math.min(fieldNamed(path)?.max ?? entries, Math.max(1, entries)) };
}

/** Sizes that people write, bytes. */
const ROUND = [2 ** 30, 2 ** 20, 2 ** 10] as const;
/** A round size may be so much larger than what is needed, as a share. */
const ROUNDING = 0.01;

/** A setting's limit in bytes beside further edits: they may change the number of connections, and so of caches. */
export function cacheAfter({ cache }: Setting, edits: Edits): CacheBytes | undefined {
  const caches = edits[CONNECTIONS];
  return cache && typeof caches === 'number' ? { ...cache, caches } : cache;
}

/** Edits that keep the entries of a process beside another number of connections; the same edits where there are none. */
export function withSameCaches(settings: readonly Setting[], edits: Edits): Edits {
  const sizes = settings.filter(({ cache }) => cache !== undefined);
  if (edits[CONNECTIONS] === undefined || sizes.length === 0) return edits;
  return { ...edits, ...Object.fromEntries(sizes.map(({ path, value }) => [path, edits[path] ?? value])) };
}

/** Bytes of each cache for so many entries of a process: a round size if that is at most 1 % larger. */
export function bytesFor(entries: number, { entryBytes, caches }: CacheBytes): number {
  const exact = Math.ceil(entries / caches) * entryBytes;
  const rounded = ROUND.map((size) => Math.ceil(exact / size) * size);
  return rounded.find((bytes) => bytes <= exact * (1 + ROUNDING)) ?? exact;
}
