/**
 * Serves the page, the vote and a driven system to other machines in the room. The bridge is not available: its path gets the
 * response of any unknown path.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Answer, answerRequests, sendText, TIMEOUTS } from '../answering.ts';
import { limitConnections } from '../connections.ts';
import { servePage } from '../page.ts';
import { headerPolicy } from '../policy.ts';
import { type BallotBox, isVotePath } from './ballot-box.ts';
import { type DriveDesk, isDrivePath } from './drive-desk.ts';

/** For a class with a few connections each; many may share one address behind a router. */
const CONNECTIONS = { most: 512, perAddress: 128, upgrades: false };

/** Addresses of private networks, which are not reachable from outside. */
const isPrivate = (address: string): boolean =>
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(address);

/** This machine's addresses in local networks. */
export const localAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((known) => known ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
    .map(({ address }) => address);

/** What students' pages may reach besides the page. */
export interface ForStudents {
  readonly ballots: BallotBox;
  readonly desk: DriveDesk;
}

export interface LocalNetwork {
  /** Addresses of the page for other machines: `http://192.168.1.7:4180`. */
  readonly origins: readonly string[];
  close(): void;
}

/** Listens on each of the addresses, and on no other. */
export async function openToLocalNetwork(
  addresses: readonly string[],
  folder: string,
  forStudents: ForStudents,
): Promise<LocalNetwork> {
  const page = servePage(folder);
  const servers: Server[] = [];
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  try {
    const origins: string[] = [];
    for (const address of addresses) {
      const server = createServer(TIMEOUTS);
      limitConnections(server, CONNECTIONS);
      servers.push(server);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, address, resolve);
      });
      const host = `${address}:${(server.address() as AddressInfo).port}`;
      answerRequests(server, answerOf(host, page, forStudents), {
        'Content-Security-Policy': headerPolicy([]),
      });
      origins.push(`http://${host}`);
    }
    return { origins, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Handles requests from the room: page, vote and driven system. */
const answerOf =
  (host: string, page: Answer, forStudents: ForStudents): Answer =>
  (request, response) => {
    if (request.headers.host !== host) return sendText(response, 403, 'unknown host');
    return answerStudent(request, response, forStudents) ?? page(request, response);
  };

/** Answers a request of a student's page; undefined at any other path. */
export function answerStudent(
  request: IncomingMessage,
  response: ServerResponse,
  { ballots, desk }: ForStudents,
): Promise<void> | undefined {
  if (isVotePath(request)) return ballots.answer(request, response);
  if (isDrivePath(request)) return desk.answer(request, response);
  return undefined;
}
