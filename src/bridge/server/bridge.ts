/**
 * The bridge on an HTTP server: accepts the WebSocket upgrades that pass the guard, and starts a session for
 * each.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { BRIDGE_PATH, type BridgeFailure, SUBPROTOCOL } from '../protocol.ts';
import { LIMITS } from '../workload/limits.ts';
import { DriverProcesses } from './drivers/processes.ts';
import { reportUnexpected } from './failure.ts';
import { type Gate, judgeQuestion, judgeUpgrade } from './guard.ts';
import { watchMemory } from './memory-watch.ts';
import { Runs, type Shared } from './runs.ts';
import { serveSession } from './session.ts';

export interface Bridge {
  /** Answers the plain request of a rejected page for the reason. */
  explain(request: IncomingMessage, response: ServerResponse): void;
  /** Ends all sessions and waits until their keys are removed. */
  close(): Promise<void>;
}

export const isBridgePath = (request: IncomingMessage): boolean =>
  (request.url ?? '').split('?', 1)[0] === BRIDGE_PATH;

interface Options extends Omit<Shared, 'runs' | 'links' | 'processes'> {
  gate: Gate;
  /** Whether upgrades at other paths are left to other handlers. */
  isGuest: boolean;
}

export function attachBridge(server: Server, { gate, isGuest, ...options }: Options): Bridge {
  const processes = new DriverProcesses();
  const shared: Shared = { ...options, runs: new Runs(), links: new Set(), processes };
  // All sessions use the same Redis, so it does not matter which one receives the flood.
  const endWatch = watchMemory(() => {
    for (const link of shared.links) link.abandon();
  });
  const sessions = new Set<Promise<void>>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.messageBytes,
    perMessageDeflate: false,
    // Selecting our own name also keeps the token out of the response.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const isFull = () => sessions.size >= LIMITS.sessions;

  const open = (socket: WebSocket, stream: Duplex) => {
    const session = serveSession(socket, stream, shared).catch((error: unknown) => {
      reportUnexpected('session', error);
      socket.terminate();
    });
    sessions.add(session);
    session.then(() => sessions.delete(session));
  };
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isGuest && !isBridgePath(request)) return;
    // Without a listener, a connection reset before the handshake would end the process.
    socket.on('error', () => socket.destroy());
    if (!isBridgePath(request)) return refuse(socket, '404 Not Found');
    const verdict = judgeUpgrade(request, gate);
    if (verdict) return refuse(socket, verdict.status === 401 ? '401 Unauthorized' : '403 Forbidden');
    if (isFull()) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => open(page, socket));
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      take(request, socket, head);
    } catch (error) {
      reportUnexpected('upgrade', error);
      socket.destroy();
    }
  };
  server.on('upgrade', onUpgrade);

  return {
    explain(request, response) {
      const verdict = judgeQuestion(request, gate);
      if (verdict) return sendFailure(response, verdict.status, { code: verdict.code, detail: {} });
      if (isFull()) return sendFailure(response, 503, { code: 'BR-14', detail: { limit: LIMITS.sessions } });
      // The reason is gone: the failure was temporary.
      sendFailure(response, 200, { code: 'BR-02', detail: {} });
    },
    async close() {
      server.off('upgrade', onUpgrade);
      endWatch();
      for (const socket of sockets.clients) socket.terminate();
      await Promise.allSettled(sessions);
      await processes.close();
      sockets.close();
    },
  };
}

/** Rejects an upgrade and closes its connection. @param status as in the status line: `404 Not Found` */
export function refuse(socket: Duplex, status: string): void {
  // A client that never closes its end would keep the connection open.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function sendFailure(response: ServerResponse, status: number, failure: BridgeFailure): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(JSON.stringify(failure));
}
