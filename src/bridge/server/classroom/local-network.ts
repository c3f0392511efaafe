/** The page and the vote for other machines of the room. The bridge to Redis is not there: its path is answered like any unknown one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Answer, answerRequests, plain, TIMEOUTS } from '../answering.ts';
import { limitConnections } from '../connections.ts';
import { servePage } from '../page.ts';
import { headerPolicy } from '../policy.ts';
import { type BallotBox, isVotePath } from './ballot-box.ts';

/** A class, each with a handful of connections; at one address there may be many behind a router of their own. */
const CONNECTIONS = { most: 512, perAddress: 128, upgrades: false };

/** Addresses that are given out within a house, and are no way in from outside. */
const isPrivate = (address: string): boolean =>
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(address);

/** This machine's addresses in local networks, as whoever sits beside it can reach them. */
export const localAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((known) => known ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
    .map(({ address }) => address);

export interface LocalNetwork {
  /** The page's address for others: `http://192.168.1.7:4180`. */
  readonly origins: readonly string[];
  close(): void;
}

/** Listens on each of the addresses, and on no other. */
export async function openToLocalNetwork(
  addresses: readonly string[],
  folder: string,
  ballots: BallotBox,
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
      answerRequests(server, answerOf(host, page, ballots), { 'Content-Security-Policy': headerPolicy([]) });
      origins.push(`http://${host}`);
    }
    return { origins, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What a page of the room gets: the page and the vote. */
const answerOf =
  (host: string, page: Answer, ballots: BallotBox): Answer =>
  (request, response) => {
    if (request.headers.host !== host) return plain(response, 403, 'unknown host');
    if (isVotePath(request)) return ballots.answer(request, response);
    return page(request, response);
  };
