/**
 * How the HTTP servers of the bridge answer. Whatever a request makes a handler do, the process goes on: an error ends its own
 * response. Requests of one connection are answered one after the other, so that a client that sends a thousand at once and
 * reads nothing holds one open file.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { reportUnexpected } from './failure.ts';

/** Answers one request. It may throw, and its promise may be rejected. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Headers of every response, whatever its status. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** A connection that moves no byte for so long while a response is under way is closed, ms. */
const SILENT_MS = 30_000;

/** For `createServer`: a request must have arrived within ten seconds. */
export const TIMEOUTS = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
} as const;

/** Answers every request of a server with `answer`, each response with these headers besides the common ones. */
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

/** Resolves when a response has been sent, or when its connection has ended. */
function answered(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  void answer(request, response);
  return closed;
}

/** The same answers, but an error ends the response instead of the process. */
export const guarded =
  (answer: Answer): Answer =>
  async (request, response) => {
    // A connection that breaks shows as the end of the response; there is nothing else to do about it.
    response.on('error', () => undefined);
    try {
      await answer(request, response);
    } catch (error) {
      reportUnexpected('request', error);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'internal error');
    }
  };

/** Headers that describe a body, which another body must not inherit. */
const OF_BODY = ['Content-Length', 'Content-Type', 'Content-Encoding', 'ETag', 'Last-Modified'];

/** Answers with a line of text. */
export function plain(response: ServerResponse, status: number, text: string): void {
  for (const name of OF_BODY) response.removeHeader(name);
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
