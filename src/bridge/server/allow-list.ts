/**
 * The commands that a page may send, and their allowed forms. All others are rejected. Keys are always below
 * the session's prefix, so no other key can be read or written.
 */
import { LIMITS } from '../workload/limits.ts';
import { Refusal } from './failure.ts';
import type { Keyspace } from './keyspace.ts';

/** Commands of an observation: all read, and none takes anything from the page. */
export const OBSERVING = {
  info: ['INFO', 'all'],
  clients: ['CLIENT', 'LIST'],
  slowLog: ['SLOWLOG', 'GET', '128'],
} as const;

const MAX_KEYS_PER_DEL = 100;

type Rule = (args: readonly string[], keys: Keyspace) => string[] | undefined;

const rules: Record<string, Rule> = {
  PING: (args) => (args.length === 0 ? ['PING'] : undefined),
  INFO: (args) => (args.length === 1 && args[0]?.toLowerCase() === 'server' ? ['INFO', 'server'] : undefined),
  GET: ([key, ...rest], keys) =>
    key !== undefined && rest.length === 0 ? ['GET', keys.name(key)] : undefined,
  DEL: (args, keys) =>
    args.length >= 1 && args.length <= MAX_KEYS_PER_DEL ? ['DEL', ...args.map(keys.name)] : undefined,
  SET: ([key, value, ...options], keys) => {
    const ttlMs = timeToLive(options);
    if (key === undefined || value === undefined || ttlMs === undefined) return undefined;
    if (Buffer.byteLength(value) > LIMITS.valueBytes)
      throw new Refusal('BR-11', { what: 'value', limit: LIMITS.valueBytes });
    return ['SET', keys.written(key), value, 'PX', String(ttlMs)];
  },
};

/** No option, `EX seconds` or `PX milliseconds`; the result never exceeds the bridge's limit. */
function timeToLive(options: readonly string[]): number | undefined {
  if (options.length === 0) return LIMITS.ttlMs;
  const unitMs = { EX: 1000, PX: 1 }[options[0]?.toUpperCase() ?? ''];
  const amount = Number(options[1]);
  if (options.length !== 2 || unitMs === undefined || !Number.isInteger(amount) || amount < 1)
    return undefined;
  return Math.min(amount * unitMs, LIMITS.ttlMs);
}

/** The command as sent to Redis. */
export function allowedCommand(words: readonly string[], keys: Keyspace): string[] {
  const [name = '', ...args] = words;
  const rule = Object.hasOwn(rules, name.toUpperCase()) ? rules[name.toUpperCase()] : undefined;
  const command = rule?.(args, keys);
  if (!command) throw new Refusal('BR-07', { command: name.slice(0, 40) });
  return command;
}
