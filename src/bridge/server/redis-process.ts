/**
 * A Redis of our own: on a unix socket in a temporary folder, keeping nothing on disk, gone when we go. Should it die
 * on its own it is started again at the same place, so that a demonstration can kill it and watch what clients do.
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
/** A server that lives shorter than this cannot run here at all; trying for ever would only heat the machine. */
const STILLBORN_MS = 1_000;

export interface RedisProcess {
  socketPath: string;
  /** Port on this machine's own address; null without one. */
  port: number | null;
  /** Of the running server, for whoever wants to stop or to kill it. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** The installed server program, or undefined. */
export const findRedisServer = (): string | undefined => findProgram('redis-server', 'valkey-server');

export interface RedisOptions {
  /** Further command-line options of the server, such as `--maxmemory`. */
  extra?: readonly string[];
  restart?: boolean;
  /** Whether it also listens on a port of 127.0.0.1. */
  tcp?: boolean;
  /** Told to the server through a pipe: command lines can be read by everybody on the machine. */
  password?: string;
}

export async function startRedis(
  program: string,
  { extra = [], restart = true, tcp = false, password }: RedisOptions = {},
): Promise<RedisProcess> {
  // A short name: the path of a unix socket holds 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'rt-'));
  const socketPath = join(folder, 's');
  const port = tcp ? await freePort() : null;
  const place = ['--unixsocket', socketPath, '--unixsocketperm', '700', '--dir', folder];
  const listen = ['--port', String(port ?? 0), '--bind', '127.0.0.1'];
  const args = [...listen, ...place, '--save', '', '--appendonly', 'no', ...extra, '-'];

  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let said = '';

  const start = () => {
    const born = performance.now();
    const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    // One that has died already has told why by its exit.
    server.stdin.on('error', () => undefined);
    server.stdin.end(password === undefined ? '' : `requirepass ${JSON.stringify(password)}\n`);
    const watchman = server.pid === undefined ? undefined : watchOver(server.pid, folder);
    child = server;
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        said = (said + text).slice(-2_000);
      });
    gone = new Promise((resolve) => {
      server.once('error', () => resolve());
      server.once('exit', () => {
        watchman?.kill('SIGKILL');
        resolve();
        // A Ctrl+C in the terminal reaches Redis too; by the end of the wait we know whether we are stopping as well.
        if (!stopping && restart && performance.now() - born > STILLBORN_MS)
          timer = setTimeout(start, RESTART_MS);
      });
    });
  };

  const stop = async () => {
    stopping = true;
    clearTimeout(timer);
    child?.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };

  start();
  for (let waited = 0; !existsSync(socketPath); waited += 5) {
    if (waited > START_MS || child?.exitCode != null) {
      await stop();
      throw new Error(`${program} did not start: ${said.trim().split('\n').at(-1) ?? ''}`);
    }
    await sleep(5);
  }
  return { socketPath, port, pid: () => child?.pid, stop };
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Stops the server and removes its folder even when this process is killed and cannot: a shell in a process group of
 * its own that waits for our end of a pipe to close, which the system does for us whatever happens.
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
