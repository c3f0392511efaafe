/**
 * The Redis user of redis-benchmark. The program takes its password on the command line, readable by every user
 * of this machine. So it gets a temporary user that may access only this session's keys.
 */
import { randomBytes } from 'node:crypto';
import type { Keyspace } from './keyspace.ts';
import type { RedisLink } from './redis-link.ts';

export interface BenchmarkUser {
  readonly username: string;
  readonly password: string;
}

const newSecret = () => randomBytes(18).toString('base64url');

/** Rejects if Redis refuses. */
export async function makeBenchmarkUser(link: RedisLink, { prefix }: Keyspace): Promise<BenchmarkUser> {
  const user = { username: newSecret(), password: newSecret() };
  const may = ['reset', 'on', `>${user.password}`, `~${prefix}*`, '+get', '+set'];
  await link.call(['ACL', 'SETUSER', user.username, ...may]);
  return user;
}

/** If Redis is unreachable, the user is gone as well: the private one keeps nothing. */
export async function removeBenchmarkUser(link: RedisLink, { username }: BenchmarkUser): Promise<void> {
  await link.call(['ACL', 'DELUSER', username]).catch(() => undefined);
}
