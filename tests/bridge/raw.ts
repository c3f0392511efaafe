/** Connections that send any bytes, and what is answered. */
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** `host:port` of a server. */
export type Place = string;

export function open(place: Place): Socket {
  const [host = '', port = ''] = place.split(':');
  const socket = connect(Number(port), host);
  socket.on('error', () => undefined);
  return socket;
}

/** Sends these bytes and answers everything that comes until the other end closes. */
export function exchange(place: Place, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = open(place);
    let said = '';
    socket.on('data', (data) => {
      said += data.toString('latin1');
    });
    socket.on('close', () => resolve(said));
    socket.write(bytes);
  });
}

/** A request with these header lines, after which the connection is closed. */
export const request = (place: Place, line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, `Host: ${place}`, 'Connection: close', ...headers, '', ''].join('\r\n');

/** Status of an answer; 0: none. */
export const statusIn = (said: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0);

/** Files below a folder that a process has open. Only where the system tells: on Linux. */
export function openFiles(folder: string, pid: number | 'self' = 'self'): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}
