/**
 * How long a first visit waits for the first moving request: cold cache, 10 Mbit/s, 40 ms round trip, a CPU that is four times
 * slower. A request moves when the model time is not 0 and the stage is drawn. `COMPARE=<folder>` measures a second build in
 * turn with this one, so that both meet the same load of the machine, and this one must not be slower. `ROUNDS` is how often
 * each is opened (9), of which the median counts.
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
  /** Until the browser has drawn a frame with the stage at a model time after 0. */
  readonly ms: number;
  /** Until the model time left 0, drawn or not. */
  readonly playingMs: number;
  readonly bytes: number;
}

/** In the page: the instants of {@link Visit}, once both are known. */
interface Instants {
  playingMs?: number;
  ms?: number;
}

declare global {
  var firstMotion: Instants;
}

/** Runs in the page before its own scripts: looks at it in every frame. */
function watchMotion(): void {
  const instants: Instants = {};
  globalThis.firstMotion = instants;
  let isDrawn = false;
  const look = () => {
    // The frame before this one had the stage: it is on the screen now.
    if (isDrawn) instants.ms = performance.now();
    if ((globalThis.lab?.player?.timeNs ?? 0) > 0) {
      instants.playingMs ??= performance.now();
      isDrawn = (document.querySelector('canvas')?.width ?? 0) > 0;
    }
    if (instants.ms === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens a page in a browser that has nothing of it, until a request moves. */
async function visit(browser: Browser, server: SlowServer, hash: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  server.takeSent();
  await page.addInitScript(watchMotion);
  await page.goto(server.address + hash, { waitUntil: 'commit' });
  const moved = await page.waitForFunction(
    () => globalThis.firstMotion.ms !== undefined && globalThis.firstMotion,
    undefined,
    { polling: 'raf', timeout: 120_000 },
  );
  const { ms = Number.NaN, playingMs = Number.NaN } = (await moved.jsonValue()) || {};
  const bytes = server.takeSent();
  await context.close();
  return { ms, playingMs, bytes };
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
  const medianOf = (place: number, key: keyof Visit) =>
    median((visits[place] ?? []).map((visit) => visit[key]));
  for (const [place, folder] of folders.entries()) {
    const ms = medianOf(place, 'ms');
    const isOver = place === 0 && ms > BUDGET_MS;
    if (isOver) missed++;
    console.log(
      `${isOver ? 'OVER' : 'ok  '} ${name}: first motion on screen after ${ms.toFixed(0)} ms (goal ${BUDGET_MS} ms), model time begins after ${medianOf(place, 'playingMs').toFixed(0)} ms, ${(medianOf(place, 'bytes') / 1000).toFixed(0)} kB gzip until then, median of ${ROUNDS}: ${folder}`,
    );
  }
  if (folders.length === 1) continue;
  // Of each round: both visits of one round meet nearly the same load.
  const ratio = median((visits[0] ?? []).map(({ ms }, round) => ms / (visits[1]?.[round]?.ms ?? Number.NaN)));
  if (ratio > 1) missed++;
  console.log(`${ratio > 1 ? 'OVER' : 'ok  '} ${name}: ${ratio.toFixed(2)} of the time of ${folders[1]}`);
}
await browser.close();
for (const server of servers) server.close();
process.exit(missed > 0 ? 1 : 0);
