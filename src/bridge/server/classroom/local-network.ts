/** The page and the vote for other machines of the room. The bridge to Redis is not there: its path is answered like any unknown one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { plain, servePage } from '../page.ts';
import { type BallotBox, isVotePath } from './ballot-box.ts';

/** A class, each with a handful of connections. */
const CONNECTIONS = 512;
/** Who says nothing for so long has gone, ms. */
const REQUEST_MS = 10_000;

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
      const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS });
      server.maxConnections = CONNECTIONS;
      servers.push(server);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, address, resolve);
      });
      const host = `${address}:${(server.address() as AddressInfo).port}`;
      server.on('request', (request, response) => {
        if (request.headers.host !== host) return plain(response, 403, 'unknown host');
        if (isVotePath(request)) return void ballots.answer(request, response);
        page(request, response);
      });
      origins.push(`http://${host}`);
    }
    return { origins, close };
  } catch (error) {
    close();
    throw error;
  }
}
