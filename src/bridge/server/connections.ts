/**
 * Limits the connections of a server. At the limit, an idle connection is closed for the new one, first of
 * the address with the most. So idle connections lock nobody out, and one device cannot take all places.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly most: number;
  readonly perAddress: number;
  /**
   * Whether the server handles upgrades; with a listener for them, it no longer gets them as plain requests.
   */
  readonly upgrades: boolean;
}

interface Kept {
  readonly address: string;
  /** Number of requests in progress; a WebSocket counts as one. */
  busy: number;
}

export function limitConnections(server: Server, { most, perAddress, upgrades }: ConnectionLimits): void {
  /** Ordered by arrival, or by when they became idle. */
  const kept = new Map<Socket, Kept>();
  const counts = new Map<string, number>();

  const forget = (socket: Socket, { address }: Kept) => {
    if (!kept.delete(socket)) return;
    const left = (counts.get(address) ?? 1) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  };
  /** Closes the connection that has been idle longest; false if all are busy. */
  const closeIdle = (address: string): boolean => {
    for (const [socket, one] of kept) {
      if (one.address !== address || one.busy > 0) continue;
      forget(socket, one);
      socket.destroy();
      return true;
    }
    return false;
  };
  const makeRoom = (): boolean => {
    const byCount = [...counts].sort(([, a], [, b]) => b - a);
    return byCount.some(([address]) => closeIdle(address));
  };

  server.on('connection', (socket: Socket) => {
    const one: Kept = { address: socket.remoteAddress ?? '', busy: 0 };
    const here = counts.get(one.address) ?? 0;
    const fits = (here < perAddress || closeIdle(one.address)) && (kept.size < most || makeRoom());
    if (!fits) return void socket.destroy();
    kept.set(socket, one);
    counts.set(one.address, (counts.get(one.address) ?? 0) + 1);
    socket.once('close', () => forget(socket, one));
  });
  server.on('request', ({ socket }, response) => {
    const one = kept.get(socket);
    if (!one) return;
    one.busy++;
    response.once('close', () => {
      one.busy--;
      // It is now the most recently idle one.
      if (kept.delete(socket)) kept.set(socket, one);
    });
  });
  if (upgrades)
    server.on('upgrade', ({ socket }) => {
      const one = kept.get(socket);
      if (one) one.busy++;
    });
}
