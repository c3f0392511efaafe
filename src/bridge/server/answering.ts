/**
 * Request handling of the bridge's HTTP servers. An error in a handler ends its own response, never the
 * process. Requests of one connection run one at a time, so a client that pipelines a thousand holds one open
 * file.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { reportUnexpected } from './failure.ts';

/** Handles one request. It may throw or reject. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Headers of every response. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** A connection without traffic for this long during a response is closed, ms. */
const SILENT_MS = 30_000;

/** For `createServer`: a request must arrive within ten seconds. */
export const TIMEOUTS = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
} as const;

/**
 * Handles every request of a server with `answer`; each response gets these headers besides the common ones.
 */
export function answerRequests(
  server: Server,
  answer: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  const careful = guarded(answer);
  const last = new WeakMap<Socket, Promise<void>>();
  server.timeout = SILENT_MS;
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries({ ...COMMON_HEADERS, ...headers }))
      response.setHeader(name, value);
    const { socket } = request;
    const before = last.get(socket);
    if (!before) return void last.set(socket, answered(careful, request, response));
    last.set(
      socket,
      before.then(() => (socket.destroyed ? undefined : answered(careful, request, response))),
    );
  });
}

/** Resolves when the response is sent or its connection has ended. */
function answered(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  void answer(request, response);
  return closed;
}

/** Wraps a handler so that an error ends the response instead of the process. */
export const guarded =
  (answer: Answer): Answer =>
  async (request, response) => {
    // A broken connection ends the response; nothing else is to do.
    response.on('error', () => undefined);
    try {
      await answer(request, response);
    } catch (error) {
      reportUnexpected('request', error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'internal error');
    }
  };

/** Headers of a body, which an error body must not inherit. */
const OF_BODY = ['Content-Length', 'Content-Type', 'Content-Encoding', 'ETag', 'Last-Modified'];

/** Sends a line of text. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  for (const name of OF_BODY) response.removeHeader(name);
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
