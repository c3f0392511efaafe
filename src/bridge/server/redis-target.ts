/** Which Redis the bridge talks to: read from `--redis`, or the private one. */
import type { RedisAddress } from '../protocol.ts';

export interface RedisTarget {
  /** What may be told: no user name, no password. */
  address: RedisAddress;
  connection: { url: string } | { socket: { path: string; tls: false } };
}

export const privateTarget = (socketPath: string): RedisTarget => ({
  address: { kind: 'private' },
  connection: { socket: { path: socketPath, tls: false } },
});

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `redis://…`, `rediss://…` or `unix:/path`; undefined when it is none of them. */
export function parseTarget(text: string): RedisTarget | undefined {
  if (text.startsWith('unix:/'))
    return {
      address: { kind: 'unix' },
      connection: { socket: { path: text.slice('unix:'.length), tls: false } },
    };
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port } = new URL(text);
  if (!['redis:', 'rediss:'].includes(protocol) || hostname === '') return undefined;
  const number = Number(port || 6379);
  const address: RedisAddress = loopback.has(hostname)
    ? { kind: 'loopback', port: number }
    : { kind: 'remote', host: hostname, port: number };
  return { address, connection: { url: text } };
}

/** The name of the place, for a person: to print, and to type when asked to confirm. */
export function hostName(address: RedisAddress): string {
  if (address.kind === 'remote') return address.host;
  return address.kind === 'loopback' ? '127.0.0.1' : address.kind;
}
