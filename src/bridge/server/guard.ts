/**
 * Who may talk to the bridge. Browsers do not apply the same-origin rule to WebSockets, and any web page can make a
 * name of its own point at 127.0.0.1; so address, origin and a secret are all checked, on every request.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type BridgeCode, TOKEN_PREFIX } from '../protocol.ts';

export interface Gate {
  /** The port the server got, known once it listens. */
  port: () => number;
  token: string;
  /** Further pages that may connect, each as an exact origin. */
  origins: readonly string[];
}

export interface Verdict {
  status: 401 | 403;
  code: BridgeCode;
}

/** `host:port` of this machine's own address, under both of its names. */
export const loopbackHosts = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** False for a request that reached this port under a foreign name (DNS rebinding). */
export const isAddressedToUs = (request: IncomingMessage, port: number): boolean =>
  loopbackHosts(port).includes(request.headers.host ?? '');

/** Undefined when the WebSocket may be opened. */
export function judgeUpgrade(request: IncomingMessage, gate: Gate): Verdict | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const token = offered.find((name) => name.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length);
  return judge(request, gate, request.headers.origin, token);
}

/** The same for the plain request by which a refused page asks why. A same-origin GET carries no origin of its own. */
export function judgeQuestion(request: IncomingMessage, gate: Gate): Verdict | undefined {
  const own = `http://${request.headers.host ?? ''}`;
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return judge(request, gate, request.headers.origin ?? own, token);
}

function judge(
  request: IncomingMessage,
  { port, token, origins }: Gate,
  origin: string | undefined,
  given: string | undefined,
): Verdict | undefined {
  if (!isAddressedToUs(request, port())) return { status: 403, code: 'BR-03' };
  const own = loopbackHosts(port()).map((host) => `http://${host}`);
  if (origin === undefined || ![...own, ...origins].includes(origin)) return { status: 403, code: 'BR-03' };
  if (!isSame(given ?? '', token)) return { status: 401, code: 'BR-04' };
  return undefined;
}

/** Compares in constant time; hashing first makes the lengths equal. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
