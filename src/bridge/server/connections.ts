/**
 * Limits the connections of a server. At the limit, an idle connection is closed for the new one, first of
 * the address with the most. So idle connections lock no one out, and one device cannot take all places.
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

interface TrackedConnection {
  readonly address: string;
  /** Number of requests in progress; a WebSocket counts as one. */
  busy: number;
}

export function limitConnections(
  server: Server,
  { most: max, perAddress, upgrades }: ConnectionLimits,
): void {
  /** Ordered by arrival, or by when they became idle. */
  const connections = new Map<Socket, TrackedConnection>();
  const counts = new Map<string, number>();

  const forget = (socket: Socket, { address }: TrackedConnection) => {
    if (!connections.delete(socket)) return;
    const left = (counts.get(address) ?? 1) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  };
  /** Closes the connection that has been idle longest; false if all are busy. */
  const closeIdle = (address: string): boolean => {
    for (const [socket, connection] of connections) {
      if (connection.address !== address || connection.busy > 0) continue;
      forget(socket, connection);
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
    const connection: TrackedConnection = { address: socket.remoteAddress ?? '', busy: 0 };
    const atAddress = counts.get(connection.address) ?? 0;
    const fits =
      (atAddress < perAddress || closeIdle(connection.address)) && (connections.size < max || makeRoom());
    if (!fits) return void socket.destroy();
    connections.set(socket, connection);
    counts.set(connection.address, (counts.get(connection.address) ?? 0) + 1);
    socket.once('close', () => forget(socket, connection));
  });
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.busy++;
    response.once('close', () => {
      connection.busy--;
      // It is now the most recently idle one.
      if (connections.delete(socket)) connections.set(socket, connection);
    });
  });
  if (upgrades)
    server.on('upgrade', ({ socket }) => {
      const connection = connections.get(socket);
      if (connection) connection.busy++;
    });
}
