/** Whether others may depend on a Redis, from what it says about itself. */
import type { BridgeFailure, RedisAddress } from '../protocol.ts';
import { fieldsOf } from './info.ts';
import { hostName } from './redis-target.ts';

/** More than a developer's own server has. */
const CROWD = 50;
const MANY_KEYS = 100_000;

/** Why a Redis is left alone until its host was named; null when it looks like a developer's own. */
export function cautionOf(info: ReadonlyMap<string, string>, address: RedisAddress): BridgeFailure | null {
  const clients = Number(info.get('connected_clients') ?? 0);
  const replicas = Number(info.get('connected_slaves') ?? 0) + (info.get('role') === 'slave' ? 1 : 0);
  const databases = [...info].filter(([name]) => /^db\d+$/.test(name)).map(([, line]) => fieldsOf(line));
  const keys = databases.reduce((sum, database) => sum + Number(database.get('keys') ?? 0), 0);
  const reasons: readonly [why: string, count: number, holds: boolean][] = [
    ['host', 1, address.kind === 'remote'],
    ['clients', clients, clients > CROWD],
    ['replicas', replicas, replicas > 0],
    ['keys', keys, keys > MANY_KEYS],
  ];
  const found = reasons.find(([, , holds]) => holds);
  return found
    ? { code: 'BR-08', detail: { why: found[0], count: found[1], host: hostName(address) } }
    : null;
}
