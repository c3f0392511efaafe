/** The target Redis of the bridge: from `--redis`, or the private one. */
import type { Transport } from '../../model/scenario/generated/scenario.ts';
import type { RedisAddress } from '../protocol.ts';
import type { Access } from './load/messages.ts';
import type { RedisProcess } from './redis-process.ts';

export interface RedisTarget {
  /** Public part: no user name, no password. */
  readonly address: RedisAddress;
  /** Its addresses; at least one is not null. */
  readonly tcp: { readonly host: string; readonly port: number; readonly tls: boolean } | null;
  readonly unixPath: string | null;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  /** A CA certificate to trust besides the system's, PEM. */
  readonly ca?: string;
  /** Process id of the bridge's own server; changes on restart. */
  readonly pid?: () => number | undefined;
}

export const privateTarget = (
  { socketPath, port, pid }: Pick<RedisProcess, 'socketPath' | 'port' | 'pid'>,
  password: string,
): RedisTarget => ({
  address: { kind: 'private' },
  tcp: port === null ? null : { host: '127.0.0.1', port, tls: false },
  unixPath: socketPath,
  password,
  database: 0,
  pid,
});

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Parses `redis://…`, `rediss://…` or `unix:/path`; undefined for other text. */
export function parseTarget(
  text: string,
  secrets: { password?: string; ca?: string } = {},
): RedisTarget | undefined {
  if (text.startsWith('unix:/')) {
    const [path = '', query = ''] = text.slice('unix:'.length).split('?');
    const options = new URLSearchParams(query);
    const database = databaseOf(options.get('db') ?? '');
    if (database === undefined) return undefined;
    const username = options.get('user');
    const user = username === null ? {} : { username };
    return { address: { kind: 'unix' }, tcp: null, unixPath: path, database, ...user, ...secrets };
  }
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, hostname, port, pathname } = url;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  // A name with a per cent sign would fail only at lookup.
  if (username === undefined || password === undefined || hostname.includes('%')) return undefined;
  const database = databaseOf(pathname.replace(/^\//, ''));
  if (!['redis:', 'rediss:'].includes(protocol) || hostname === '' || database === undefined)
    return undefined;
  const number = Number(port || 6379);
  const address: RedisAddress = loopback.has(hostname)
    ? { kind: 'loopback', port: number }
    : { kind: 'remote', host: hostname, port: number };
  return {
    address,
    tcp: { host: hostname.replace(/^\[|\]$/g, ''), port: number, tls: protocol === 'rediss:' },
    unixPath: null,
    database,
    ...secrets,
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
  };
}

/** Decodes a part of an address; undefined for invalid escapes such as `%zz`. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const databaseOf = (text: string): number | undefined => (/^\d{0,4}$/.test(text) ? Number(text) : undefined);

/** Name of the host, to print and to type as confirmation. */
export function hostName(address: RedisAddress): string {
  if (address.kind === 'remote') return address.host;
  return address.kind === 'loopback' ? '127.0.0.1' : address.kind;
}

/** Connection parameters: the requested kind of socket if there is a choice, or a relay on this machine. */
export function accessTo(
  target: RedisTarget,
  {
    transport = 'unixSocket',
    relayPort,
    resp = 3,
  }: { transport?: Transport; relayPort?: number; resp?: 2 | 3 } = {},
): Access {
  const { tcp, unixPath, username, password, database, ca } = target;
  const tls = tcp?.tls ? { servername: tcp.host, ca } : null;
  const direct =
    unixPath !== null && (transport === 'unixSocket' || tcp === null)
      ? { path: unixPath }
      : { host: tcp?.host ?? '', port: tcp?.port ?? 0, tls };
  const socket = relayPort === undefined ? direct : { host: '127.0.0.1', port: relayPort, tls };
  return { socket, username, password, database, resp };
}
