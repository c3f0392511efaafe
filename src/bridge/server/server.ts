/** Page, bridge and private Redis, started and stopped together. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { Engine } from '../../model/engine/engine.ts';
import { type Answer, answerRequests, sendText, TIMEOUTS } from './answering.ts';
import { attachBridge, type Bridge, isBridgePath, refuse } from './bridge.ts';
import { BallotBox } from './classroom/ballot-box.ts';
import { Drive } from './classroom/drive.ts';
import { DriveDesk } from './classroom/drive-desk.ts';
import {
  answerStudent,
  type ForStudents,
  type LocalNetwork,
  openToLocalNetwork,
} from './classroom/local-network.ts';
import { Vote } from './classroom/vote.ts';
import { limitConnections } from './connections.ts';
import { DriverBuilds } from './drivers/builds.ts';
import { isAddressedToUs, loopbackHosts } from './guard.ts';
import { servePage } from './page.ts';
import { headerPolicy } from './policy.ts';
import { findRedisServer, type RedisProcess, startRedis } from './redis-process.ts';
import { privateTarget, type RedisTarget } from './redis-target.ts';
import type { Classroom } from './runs.ts';

const FIRST_PORT = 4173;
const PORTS_TRIED = 50;
/** All come from this machine: pages, their files and other programs. */
const CONNECTIONS = { most: 512, perAddress: 512, upgrades: true };

export interface ServerOptions {
  /** The built page's folder, the engine (which validates scenarios), the threads' program and the drivers' sources. */
  files: { page: string; wasm: string; thread: string; drivers: string };
  port?: number | undefined;
  redis: RedisTarget | 'private' | 'none';
  origins?: readonly string[];
  /** Addresses of this machine where others may open the page and vote; the bridge is not reachable there. */
  classroom?: readonly string[];
}

export interface RunningServer {
  /** The address to open; the token is in the fragment, which browsers never send. */
  url: string;
  port: number;
  token: string;
  /** Undefined: no Redis, hence no bridge. */
  target: RedisTarget | undefined;
  privateRedis: RedisProcess | undefined;
  /** Addresses of the page for other machines in the room. */
  classroom: readonly string[];
  close(): Promise<void>;
}

export async function startServer({
  files,
  port,
  redis,
  origins = [],
  classroom = [],
}: ServerOptions): Promise<RunningServer> {
  const server = createServer(TIMEOUTS);
  limitConnections(server, CONNECTIONS);
  const bound = await listen(server, port);
  const vote = new Vote();
  const drive = new Drive();
  const forStudents = { ballots: new BallotBox(vote), desk: new DriveDesk(drive) };
  let room: LocalNetwork | undefined;
  try {
    room = await openToLocalNetwork(classroom, files.page, forStudents);
    const shared = { port: () => bound, classroom: { vote, drive, origins: room.origins } };
    const opened = await openBridge(server, { ...shared, redis, origins, files });
    if (!opened)
      // The connection limiter listens for upgrades, so without a bridge they would get no response.
      server.on('upgrade', (_, socket) => {
        socket.on('error', () => socket.destroy());
        refuse(socket, '404 Not Found');
      });
    const headers = { 'Content-Security-Policy': headerPolicy(loopbackHosts(bound)) };
    const answering = { bridge: opened?.bridge, forStudents };
    answerRequests(server, answerOf(bound, files.page, answering), headers);
    const home = `http://127.0.0.1:${bound}/`;
    const token = opened?.token ?? newToken();
    return {
      url: opened ? home + addressOf(token) : home,
      port: bound,
      token,
      target: opened?.target,
      privateRedis: opened?.privateRedis,
      classroom: room.origins,
      close: async () => {
        room?.close();
        const closed = new Promise((resolve) => server.close(resolve));
        await opened?.close();
        server.closeAllConnections();
        await closed;
      },
    };
  } catch (error) {
    room?.close();
    server.close();
    throw error;
  }
}

const newToken = () => randomBytes(24).toString('base64url');

/** The end of the page's address; the token is in the fragment, which browsers never send. */
export const addressOf = (token: string): string => `#/lab?bridge=${token}`;

export interface BridgeOptions {
  /** The HTTP server's port, known once it listens. */
  port: () => number;
  redis: ServerOptions['redis'];
  origins?: readonly string[];
  files: Pick<ServerOptions['files'], 'wasm' | 'thread' | 'drivers'>;
  classroom: Classroom;
  /** Whether other WebSockets on this server have other handlers, as on a development server. */
  isGuest?: boolean;
}

export interface OpenedBridge {
  bridge: Bridge;
  token: string;
  target: RedisTarget;
  privateRedis: RedisProcess | undefined;
  /** Ends sessions, removes their keys, stops the private Redis. */
  close(): Promise<void>;
}

/**
 * Adds a bridge to an HTTP server, with a private Redis if no target is given; undefined if there is no
 * Redis.
 */
export async function openBridge(
  server: Server,
  { port, redis, origins = [], files, classroom, isGuest = false }: BridgeOptions,
): Promise<OpenedBridge | undefined> {
  const program = redis === 'private' ? findRedisServer() : undefined;
  const password = newToken();
  const privateRedis = program ? await startRedis(program, { tcp: true, password }) : undefined;
  const named = typeof redis === 'object' ? redis : undefined;
  const target = privateRedis ? privateTarget(privateRedis, password) : named;
  if (!target) return undefined;
  try {
    const token = newToken();
    const engine = await Engine.load(await readFile(files.wasm));
    const gate = { port, token, origins };
    const thread = pathToFileURL(files.thread);
    const drivers = new DriverBuilds(files.drivers);
    const bridge = attachBridge(server, {
      gate,
      target,
      server: program,
      engine,
      classroom,
      program: thread,
      drivers,
      isGuest,
    });
    const close = async () => {
      await bridge.close();
      await privateRedis?.stop();
    };
    return { bridge, token, target, privateRedis, close };
  } catch (error) {
    await privateRedis?.stop();
    throw error;
  }
}

interface Answering {
  bridge: Bridge | undefined;
  forStudents: ForStudents;
}

/** Serves this machine's own page: the page, what students send, and reasons for rejection by the bridge. */
function answerOf(port: number, folder: string, { bridge, forStudents }: Answering): Answer {
  const page = servePage(folder);
  return (request, response) => {
    if (!isAddressedToUs(request, port)) return sendText(response, 403, 'unknown host');
    if (bridge && isBridgePath(request)) return bridge.explain(request, response);
    return (bridge && answerStudent(request, response, forStudents)) ?? page(request, response);
  };
}

/** Listens on the loopback address: on the given port, or on the first free one from the default up. */
async function listen(server: Server, wanted: number | undefined): Promise<number> {
  for (let port = wanted ?? FIRST_PORT; ; port++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          resolve();
        });
      });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || wanted !== undefined || port >= FIRST_PORT + PORTS_TRIED) throw error;
    }
  }
}
