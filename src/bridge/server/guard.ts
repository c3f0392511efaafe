/**
 * Access control of the bridge. Browsers do not apply the same-origin policy to WebSockets, and any site can
 * point its own name at 127.0.0.1. So host, origin and a secret are checked on every request.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type BridgeCode, TOKEN_PREFIX } from '../protocol.ts';

export interface Gate {
  /** The server's port, known once it listens. */
  port: () => number;
  token: string;
  /** Additional allowed pages, as exact origins. */
  origins: readonly string[];
}

export interface Verdict {
  status: 401 | 403;
  code: BridgeCode;
}

/** `host:port` of the loopback address, under both names. */
export const loopbackHosts = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** False for a request under a foreign name (DNS rebinding). */
export const isAddressedToUs = (request: IncomingMessage, port: number): boolean =>
  loopbackHosts(port).includes(request.headers.host ?? '');

/** Undefined if the WebSocket may be opened. */
export function judgeUpgrade(request: IncomingMessage, gate: Gate): Verdict | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const token = offered.find((name) => name.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length);
  return judge(request, gate, request.headers.origin, token);
}

/** The same for the plain request of a rejected page. A same-origin GET has no Origin header. */
export function judgeQuestion(request: IncomingMessage, gate: Gate): Verdict | undefined {
  const origin = `http://${request.headers.host ?? ''}`;
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return judge(request, gate, request.headers.origin ?? origin, token);
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
