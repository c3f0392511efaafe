/** The bridge survives every request: invalid ranges, removed files, aborted downloads, handlers that throw. */
import { existsSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bridgeFiles } from '../../.ci/programs.mjs';
import { BRIDGE_PATH, VOTE_PATH } from '../../src/bridge/protocol.ts';
import { BallotBox } from '../../src/bridge/server/classroom/ballot-box.ts';
import { Operations } from '../../src/bridge/server/operations.ts';
import { dial, pageFolder, serverForTests, statusOf } from './dial.ts';
import { exchange, open, openFiles, request, statusIn } from './raw.ts';

/** Which part of the server fails in the present test. */
const broken = vi.hoisted(() => ({ part: '' }));
/** The functions of a module, each of which fails while its part is the broken one. */
const breakable = vi.hoisted(() => (part: string, module: object) => {
  const wrap =
    <T extends (...args: never[]) => unknown>(inner: T) =>
    (...args: Parameters<T>): unknown => {
      if (broken.part === part) throw new Error(`broken: ${part}`);
      const result = inner(...args);
      // What a maker of handlers has made fails, too.
      return typeof result === 'function' ? wrap(result as T) : result;
    };
  const isClass = (value: object) => String(value).startsWith('class');
  return Object.fromEntries(
    Object.entries(module).map(([name, value]) => [
      name,
      typeof value === 'function' && !isClass(value) ? wrap(value) : value,
    ]),
  );
});
vi.mock('../../src/bridge/server/guard.ts', async (original) => breakable('guard', await original()));
vi.mock('../../src/bridge/server/page.ts', async (original) => breakable('page', await original()));
vi.mock('../../src/bridge/server/session.ts', async (original) => breakable('session', await original()));

const ROOM = '127.0.0.2';
const page = pageFolder();
mkdirSync(join(page, 'assets'));
const TEXT = '0123456789';
const BIG = join(page, 'assets/big.bin');
writeFileSync(join(page, 'assets/ten.txt'), TEXT);
writeFileSync(BIG, Buffer.alloc(8 * 1024 * 1024, 'x'));
writeFileSync(join(page, 'assets/empty.js'), '');
const server = await serverForTests({ files: { ...bridgeFiles, page }, classroom: [ROOM] });
const own = `127.0.0.1:${server.port}`;
const room = new URL(server.classroom[0] ?? '').host;

/** The page and the bridge are there. */
async function expectAlive(): Promise<void> {
  for (const place of [own, room]) expect(statusIn(await exchange(place, request(place, 'GET /')))).toBe(200);
  await expect.poll(() => statusOf(server)).toBe(101);
}

describe('a range request', () => {
  it.each([
    ['bytes=0-3', 206, '0123'],
    ['bytes=8-', 206, '89'],
    ['bytes=-3', 206, '789'],
    ['bytes=0-9007199254740993', 206, TEXT],
    ['bytes=0-99999999999999999999999999999999', 206, TEXT],
    ['bytes=5-2', 416, ''],
    ['bytes=10-', 416, ''],
    ['bytes=9007199254740993-', 416, ''],
    ['bytes=-0', 416, ''],
    ['bytes=-9007199254740993', 416, ''],
    ['bytes=--5', 200, TEXT],
    ['bytes=NaN-Infinity', 200, TEXT],
    ['bytes=1e3-2e9', 200, TEXT],
    ['bytes=0x1-0x3', 200, TEXT],
    ['bytes=', 200, TEXT],
    ['bytes=,', 200, TEXT],
    ['bytes=0-0,5-2', 206, '0'],
    ['bytes=0-1,3-4', 200, TEXT],
    ['lines=0-3', 200, TEXT],
    ['\x00', 400, ''],
    [`bytes=${'0-1,'.repeat(20)}0-1`, 206, '01'],
  ])('for %j gets status %d', async (range, status, text) => {
    for (const place of [own, room]) {
      const said = await exchange(place, request(place, 'GET /assets/ten.txt', `Range: ${range}`));
      expect([range.slice(0, 20), statusIn(said)]).toEqual([range.slice(0, 20), status]);
      if (text !== '') expect(said.split('\r\n\r\n')[1]).toBe(text);
      if (status === 416) expect(said).toContain('Content-Range: bytes */10');
    }
    await expectAlive();
  });

  it('for an empty file cannot be satisfied', async () => {
    const said = await exchange(own, request(own, 'GET /assets/empty.js', 'Range: bytes=0-0'));
    expect(statusIn(said)).toBe(416);
    expect(statusIn(await exchange(own, request(own, 'GET /assets/empty.js')))).toBe(200);
  });
});

describe('a served file', () => {
  it('that is deleted, replaced or truncated during a request is sent in its old or new form, or not at all', async () => {
    const file = join(page, 'assets/new.js');
    const versions = Array.from({ length: 40 }, (_, i) => String(i % 10).repeat(1_000 * (i + 1)));
    const whole = new Set(versions);
    let isOver = false;
    const building = (async () => {
      for (const version of versions) {
        writeFileSync(`${file}.tmp`, version);
        renameSync(`${file}.tmp`, file);
        await sleep(2);
        if (Math.random() < 0.3) rmSync(file);
        await sleep(1);
      }
      isOver = true;
    })();
    const statuses = new Set<number>();
    while (!isOver) {
      const texts = await Promise.all(
        Array.from({ length: 8 }, () => exchange(own, request(own, 'GET /assets/new.js'))),
      );
      for (const said of texts) {
        statuses.add(statusIn(said));
        if (statusIn(said) === 200) expect(whole.has(said.split('\r\n\r\n')[1] ?? '')).toBe(true);
      }
    }
    await building;
    for (const status of statuses) expect([200, 404, 503]).toContain(status);
    await expectAlive();
  });

  it('that is truncated during a download ends the connection', async () => {
    const shrinking = join(page, 'assets/shrinking.bin');
    writeFileSync(shrinking, Buffer.alloc(32 * 1024 * 1024, 'y'));
    const socket = open(own);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET /assets/shrinking.bin HTTP/1.1\r\nHost: ${own}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    truncateSync(shrinking, 1_000);
    socket.resume();
    await closed;
    rmSync(shrinking);
    await expectAlive();
  });
});

describe.runIf(existsSync('/proc/self/fd'))('descriptors', () => {
  it('are closed after an aborted download', async () => {
    for (let round = 0; round < 10; round++) {
      const sockets = Array.from({ length: 30 }, () => open(own));
      await Promise.all(
        sockets.map(async (socket, i) => {
          socket.write(`GET /assets/big.bin HTTP/1.1\r\nHost: ${own}\r\n\r\n`);
          // Before the answer begins, and in the middle of it.
          if (i % 2 === 0) await new Promise((resolve) => socket.once('data', resolve));
          if (i % 3 === 0) socket.resetAndDestroy();
          else socket.destroy();
        }),
      );
    }
    await expect.poll(() => openFiles(page)).toEqual([]);
    await expectAlive();
  });

  it('number one for a connection with a thousand requests and no reads', async () => {
    const socket = open(own);
    socket.pause();
    socket.write(`GET /assets/big.bin HTTP/1.1\r\nHost: ${own}\r\n\r\n`.repeat(1_000));
    await expect.poll(() => openFiles(page).length).toBe(1);
    await sleep(200);
    expect(openFiles(page)).toHaveLength(1);
    socket.resetAndDestroy();
    await expect.poll(() => openFiles(page)).toEqual([]);
    await expectAlive();
  });
});

describe('an exception', () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
  });
  afterEach(() => {
    broken.part = '';
    vi.restoreAllMocks();
  });

  const json = ['Content-Type: application/json', 'Content-Length: 2'];
  it.each([
    ['guard', own, 'GET /', []],
    ['guard', own, `GET ${BRIDGE_PATH}`, []],
    ['guard', own, `POST ${VOTE_PATH}`, json],
    ['page', own, 'GET /', []],
    ['page', own, 'HEAD /index.html', []],
    ['page', own, 'POST /', []],
    ['page', room, 'GET /', []],
  ])('%s, at %s with %s, is an internal error', async (part, place, line, headers) => {
    broken.part = part;
    const said = await exchange(place, `${request(place, line, ...headers)}{}`);
    expect(statusIn(said)).toBe(500);
    expect(said).toContain('X-Content-Type-Options: nosniff');
    expect(said).not.toContain('broken');
    expect(written.length).toBeLessThanOrEqual(1);
    broken.part = '';
    await expectAlive();
  });

  it.each([own, room])('in the vote, at %s, is an internal error', async (place) => {
    vi.spyOn(BallotBox.prototype, 'answer').mockRejectedValue(new Error('broken: vote'));
    expect(statusIn(await exchange(place, request(place, `POST ${VOTE_PATH}`, ...json)))).toBe(500);
    await expectAlive();
  });

  it('after the first bytes of the response ends the connection', async () => {
    vi.spyOn(BallotBox.prototype, 'answer').mockImplementation(async (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('begun');
      await sleep(10);
      throw new Error('broken: in the middle');
    });
    const said = await exchange(own, request(own, `POST ${VOTE_PATH}`, ...json));
    expect(said.endsWith('begun')).toBe(true);
    await expectAlive();
  });

  it.each(['guard', 'session'])('%s, at an upgrade, ends that connection', async (part) => {
    broken.part = part;
    const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    const names = `Sec-WebSocket-Protocol: roundtrip.v3, token.${server.token}`;
    const head = [`GET ${BRIDGE_PATH} HTTP/1.1`, `Host: ${own}`, `Origin: http://${own}`];
    await exchange(own, [...head, ...upgrade, key, names, '', ''].join('\r\n'));
    broken.part = '';
    await expectAlive();
  });

  it('in an operation gets a reply with a code', async () => {
    vi.spyOn(Operations.prototype, 'hello').mockRejectedValue(new TypeError('broken: hello'));
    const line = await dial(server);
    expect(await line.fail('hello', {})).toEqual({ code: 'BR-30', detail: {} });
    expect(written.join('')).toContain('broken: hello');
    await line.close();
    await expectAlive();
  });
});
