/** The page's side of a connection, raw: every header can be wrong, every message can be nonsense. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { bridgeFiles, buildBridge } from '../../.ci/programs.mjs';
import type { Answer, Ask, BridgeFailure, Operation, Reply } from '../../src/bridge/protocol.ts';
import { BRIDGE_PATH, SUBPROTOCOL, TOKEN_PREFIX } from '../../src/bridge/protocol.ts';
import type { RunningServer, ServerOptions } from '../../src/bridge/server/server.ts';
import { startServer } from '../../src/bridge/server/server.ts';
import { whenDone } from '../support/when-done.ts';

/** A folder that looks like a built page. */
export function pageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rt-page-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function serverForTests(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  // The threads run what is built: this Node knows no TypeScript.
  if ((await buildBridge()) === 'failed') throw new Error('the bridge does not build');
  const files = { ...bridgeFiles, page: pageFolder() };
  const server = await startServer({ files, port: 0, redis: 'private', ...options });
  whenDone(() => server.close());
  return server;
}

export interface Dialling {
  token?: string;
  /** `null`: the header is absent. */
  origin?: string | null;
  host?: string;
  path?: string;
}

export interface Line {
  socket: WebSocket;
  /** Sends anything and waits for the next message. */
  raw(text: string): Promise<Reply>;
  ask<O extends Operation>(op: O, fields: Ask<O>): Promise<Answer<O>>;
  /** The failure that a question ends in. */
  fail<O extends Operation>(op: O, fields: Ask<O>): Promise<BridgeFailure>;
  close(): Promise<void>;
}

/** Where a bridge is. */
type Place = Pick<RunningServer, 'port' | 'token'>;

function open({ port, token }: Place, dialling: Dialling): WebSocket {
  const own = `127.0.0.1:${port}`;
  const { origin = `http://${own}`, host = own, path = BRIDGE_PATH } = dialling;
  const headers = { host, ...(origin === null ? {} : { origin }) };
  return new WebSocket(`ws://${own}${path}`, [SUBPROTOCOL, TOKEN_PREFIX + (dialling.token ?? token)], {
    headers,
  });
}

/** The HTTP status of the answer to an upgrade: 101 when it was accepted. */
export function statusOf(server: Place, dialling: Dialling = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = open(server, dialling);
    // After an answer, the broken connection means nothing more.
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
  });
}

export function dial(server: Place, dialling: Dialling = {}): Promise<Line> {
  const socket = open(server, dialling);
  // Questions of `ask` are told apart by their number, far from the numbers that tests write themselves.
  let lastId = 1_000_000;
  const asked = new Map<number, (reply: Reply) => void>();
  const waiting: ((reply: Reply) => void)[] = [];
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as Reply;
    const settle = (reply.id !== null && asked.get(reply.id)) || waiting.shift();
    settle?.(reply);
  });
  const raw = (text: string) =>
    new Promise<Reply>((resolve) => {
      waiting.push(resolve);
      socket.send(text);
    });
  const reply = <O extends Operation>(op: O, fields: Ask<O>) =>
    new Promise<Reply>((resolve) => {
      asked.set(++lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, op, ...fields }));
    });
  const line: Line = {
    socket,
    raw,
    ask: async (op, fields) => {
      const said = await reply(op, fields);
      if ('failure' in said) throw new Error(JSON.stringify(said.failure));
      return said.answer as never;
    },
    fail: async (op, fields) => {
      const said = await reply(op, fields);
      if (!('failure' in said)) throw new Error(`answered: ${JSON.stringify(said.answer)}`);
      return said.failure;
    },
    close: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.close();
      }),
  };
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(line));
    socket.once('error', reject);
  });
}
