/**
 * A private Redis on a unix socket in a temporary folder, without persistence, stopped with the bridge. If it
 * dies, it is restarted at the same place, so that demonstrations can kill it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from './machine.ts';

const START_MS = 10_000;
const RESTART_MS = 250;
/** A server that dies sooner than this cannot run here and is not restarted. */
const MIN_LIFETIME_MS = 1_000;

export interface RedisProcess {
  socketPath: string;
  /** Port on the loopback address; null without one. */
  port: number | null;
  /** Process id of the running server. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Path of the installed server program, or undefined. */
export const findRedisServer = (): string | undefined => findProgram('redis-server', 'valkey-server');

export interface RedisOptions {
  /** Further command-line options of the server, such as `--maxmemory`. */
  extra?: readonly string[];
  restart?: boolean;
  /** Whether it also listens on a port of 127.0.0.1, and on which: any free one, or a given one. */
  tcp?: boolean | number;
  /** Passed to the server through a pipe: command lines are readable by all users of the machine. */
  password?: string;
}

export async function startRedis(
  program: string,
  { extra = [], restart = true, tcp = false, password }: RedisOptions = {},
): Promise<RedisProcess> {
  // Short, because a unix socket path holds at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'rt-'));
  const socketPath = join(folder, 's');
  const port = tcp === true ? await freePort() : tcp || null;
  const place = ['--unixsocket', socketPath, '--unixsocketperm', '700', '--dir', folder];
  const listen = ['--port', String(port ?? 0), '--bind', '127.0.0.1'];
  const args = [...listen, ...place, '--save', '', '--appendonly', 'no', ...extra, '-'];

  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let output = '';

  const start = () => {
    const startedMs = performance.now();
    // In a session of its own: where sessions are scheduler groups, it shares a core with its client as two services do.
    // In one group, each thread of the client would be its equal and interrupt it.
    const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    // If it has already died, its exit event reports why.
    server.stdin.on('error', () => undefined);
    server.stdin.end(password === undefined ? '' : `requirepass ${JSON.stringify(password)}\n`);
    const watchman = server.pid === undefined ? undefined : watchOver(server.pid, folder);
    child = server;
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        output = (output + text).slice(-2_000);
      });
    exited = new Promise((resolve) => {
      server.once('error', () => resolve());
      server.once('exit', () => {
        watchman?.kill('SIGKILL');
        resolve();
        // Ctrl+C in the terminal reaches Redis too; after the wait it is known whether the bridge is stopping
        // as well.
        if (!stopping && restart && performance.now() - startedMs > MIN_LIFETIME_MS)
          timer = setTimeout(start, RESTART_MS);
      });
    });
  };

  const stop = async () => {
    stopping = true;
    clearTimeout(timer);
    child?.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };

  start();
  for (let waited = 0; !existsSync(socketPath); waited += 5) {
    if (waited > START_MS || child?.exitCode != null) {
      await stop();
      throw new Error(`${program} did not start: ${output.trim().split('\n').at(-1) ?? ''}`);
    }
    await sleep(5);
  }
  return { socketPath, port, pid: () => child?.pid, stop };
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Stops the server and removes its folder even if this process is killed. A shell in its own process group
 * waits for the pipe to close, which the system does in any case.
 */
function watchOver(pid: number, folder: string): ChildProcess {
  const script = 'read -r _; kill "$1"; rm -rf "$2"';
  const watchman = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchman.unref();
  return watchman;
}
