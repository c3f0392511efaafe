/**
 * How long a first visit waits for the first moving request: cold cache, 10 Mbit/s, 40 ms round trip, a CPU that is four times
 * slower. `COMPARE=<folder>` measures a second build in turn with this one, so that both meet the same load of the machine.
 * `ROUNDS` is how often each is opened (9), of which the median counts.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type {} from '../../src/app/debug/console.ts';
import { launchBrowser } from '../support/built-page.ts';

const ROUND_TRIP_MS = 40;
const BYTES_PER_MS = 10e6 / 8 / 1000;
const CPU_SLOWDOWN = 4;
const BUDGET_MS = 2500;
const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** What is written to the connection at once: small enough that parallel responses share the bandwidth. */
const PIECE_BYTES = 4096;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

interface SlowServer {
  readonly address: string;
  /** Bytes sent since the last call. */
  readonly takeSent: () => number;
  readonly close: () => void;
}

/** Serves a folder compressed, over one simulated line that all responses share. */
async function serveSlowly(folder: string): Promise<SlowServer> {
  const packed = new Map<string, Buffer>();
  let sent = 0;
  let lineFreeAt = 0;
  /** Waits until the line has carried some more bytes. */
  const carry = async (bytes: number) => {
    lineFreeAt = Math.max(lineFreeAt, performance.now()) + bytes / BYTES_PER_MS;
    await pause(lineFreeAt - performance.now());
    sent += bytes;
  };
  const read = (path: string) => {
    const known = packed.get(path) ?? gzipSync(readFileSync(join(folder, path)), { level: 9 });
    packed.set(path, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const file = path === '/' ? '/index.html' : path;
    await pause(ROUND_TRIP_MS);
    try {
      const body = read(file);
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.setHeader('Content-Encoding', 'gzip');
      // As the server of `npm start` says it: both engines get one file.
      response.setHeader('Cache-Control', file.startsWith('/assets/') ? 'max-age=31536000' : 'no-cache');
      for (let from = 0; from < body.length; from += PIECE_BYTES) {
        const piece = body.subarray(from, from + PIECE_BYTES);
        await carry(piece.length);
        response.write(piece);
      }
    } catch {
      response.statusCode = 404;
    }
    response.end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    takeSent: () => {
      const bytes = sent;
      sent = 0;
      return bytes;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Visit {
  readonly ms: number;
  readonly bytes: number;
}

/** Opens a page in a browser that has nothing of it, until its model time leaves 0. */
async function visit(browser: Browser, server: SlowServer, hash: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  server.takeSent();
  await page.goto(server.address + hash, { waitUntil: 'commit' });
  const moved = await page.waitForFunction(
    () => (globalThis.lab?.player?.timeNs ?? 0) > 0 && performance.now(),
    undefined,
    { polling: 'raf', timeout: 120_000 },
  );
  const found = { ms: Number(await moved.jsonValue()), bytes: server.takeSent() };
  await context.close();
  return found;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const browser = await launchBrowser();
const folders = [join(process.cwd(), 'dist'), ...(process.env.COMPARE ? [process.env.COMPARE] : [])];
const servers = await Promise.all(folders.map(serveSlowly));
let missed = 0;
for (const [name, hash] of [
  ['Start', ''],
  ['Lab', '#/lab'],
] as const) {
  const visits = servers.map((): Visit[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [place, server] of servers.entries()) visits[place]?.push(await visit(browser, server, hash));
  for (const [place, folder] of folders.entries()) {
    const ms = median(visits[place]?.map((one) => one.ms) ?? []);
    const kB = median(visits[place]?.map((one) => one.bytes) ?? []) / 1000;
    const isOver = place === 0 && ms > BUDGET_MS;
    if (isOver) missed++;
    console.log(
      `${isOver ? 'OVER' : 'ok  '} ${name}: first motion after ${ms.toFixed(0)} ms (goal ${BUDGET_MS} ms), ${kB.toFixed(0)} kB gzip until then, median of ${ROUNDS}: ${folder}`,
    );
  }
}
await browser.close();
for (const server of servers) server.close();
process.exit(missed > 0 ? 1 : 0);
