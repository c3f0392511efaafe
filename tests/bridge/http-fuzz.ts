/** Raw bytes for the bridge's ports: requests, frames, aborts, and files that change meanwhile. All of it from a seed. */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BRIDGE_PATH, SUBPROTOCOL, VOTE_PATH } from '../../src/bridge/protocol.ts';
import { randomFrom } from '../../src/bridge/server/load/random.ts';
import { open, type Place } from './raw.ts';

/** What was done and what came back. */
export interface Tally {
  connections: number;
  requests: number;
  frames: number;
  aborts: number;
  files: number;
  /** Answers by HTTP status. */
  readonly statuses: Record<number, number>;
}

export const emptyTally = (): Tally => ({
  connections: 0,
  requests: 0,
  frames: 0,
  aborts: 0,
  files: 0,
  statuses: {},
});

export interface Victim {
  /** This machine's own port, and that of the room. */
  readonly places: readonly [own: Place, room: Place];
  readonly token: string;
  /** Folder of the page. */
  readonly page: string;
}

/** Longest time that a connection is kept, ms. */
const MOST_KEPT_MS = 1_500;
const REPLACED = ['assets/a.js', 'assets/b.bin', 'assets/c.css'];

const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PATCH',
  'get',
  'M-SEARCH',
  '',
];
const PATHS = [
  ...['/', '/index.html', '/assets/big.bin', ...REPLACED.map((file) => `/${file}`)],
  ...[
    BRIDGE_PATH,
    VOTE_PATH,
    `${BRIDGE_PATH}?x=1`,
    '/assets',
    '/assets/',
    '/missing.js',
    '/%',
    '/%00',
    '/%2e%2e/x',
  ],
  ...[
    '//',
    '/..',
    '/../../etc/hostname',
    '*',
    'http://evil.example/',
    '',
    '/\\',
    '/.git/config',
    `/${'a'.repeat(5_000)}`,
  ],
];
const RANGES = [
  ...[
    'bytes=0-',
    'bytes=5-2',
    'bytes=0-9007199254740993',
    'bytes=-1',
    'bytes=-0',
    'bytes=1-1,2-2',
    'bytes=',
    'x',
  ],
  ...[
    'bytes=99999999999-',
    'bytes=NaN-',
    `bytes=${'0-0,'.repeat(300)}`,
    'bytes=4000000-9000000',
    'lines=1-2',
  ],
];
const HEADERS = [
  ...[
    'Expect: 100-continue',
    'Expect: nonsense',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: 99999999999',
    'Content-Length: -1',
    'Content-Type: application/json',
  ],
  ...[
    'Connection: keep-alive',
    'Connection: close',
    'Upgrade: h2c',
    'Upgrade: websocket',
    'Connection: Upgrade',
  ],
  ...[
    'If-None-Match: *',
    'If-Modified-Since: never',
    'If-Range: "x"',
    'If-Match: "x"',
    'If-Unmodified-Since: 0',
  ],
  ...[
    'Accept-Encoding: br;q=x',
    'Authorization: Bearer x',
    'Sec-WebSocket-Key: x',
    'Sec-WebSocket-Version: 99',
  ],
  ...[
    'Origin: null',
    'Host: evil.example',
    'X: \x01',
    ': no name',
    'Cookie: a=b',
    `X-Long: ${'y'.repeat(20_000)}`,
  ],
];
const MESSAGES = [
  ...[
    '{"id":1,"op":"hello"}',
    '{"id":2,"op":"command","words":["PING"]}',
    '{"id":3,"op":"stop"}',
    'null',
    '[]',
    '{',
  ],
  ...[
    '{"id":4,"op":"openVote","lesson":"rtt","round":0}',
    '{"id":5,"op":"closeVote"}',
    '{"id":9,"op":"openDrive"}',
    '{"id":10,"op":"publishDrive","board":{},"own":{"me":1}}',
    '{"id":11,"op":"publishDrive"}',
    '{"id":6,"op":"plan"}',
    '',
  ],
  ...[
    '{"id":7,"op":"command","words":["SET","a","1"]}',
    '{"id":8,"op":"measurePing","count":3}',
    '\u0000',
    '"',
  ],
];

/** Attacks from so many connections at once until the time is over; resolves when the last of them is closed. */
export async function attack(victim: Victim, seed: number, ms: number, tally: Tally): Promise<void> {
  const end = performance.now() + ms;
  const workers = Array.from({ length: 24 }, async (_, i) => {
    const one = new Attacker(victim, randomFrom(seed, i), tally);
    // Some speak to the WebSocket: no more than there may be sessions.
    while (performance.now() < end) await (i < 7 ? one.speak() : one.ask());
  });
  const random = randomFrom(seed, 1_000);
  const building = (async () => {
    while (performance.now() < end) {
      replaceFile(victim.page, random);
      tally.files++;
      await sleep(3);
    }
  })();
  await Promise.all([...workers, building]);
}

/** Another version of a file, in one of the ways in which builds write; or none. */
function replaceFile(page: string, random: () => number): void {
  const file = join(page, REPLACED[Math.floor(random() * REPLACED.length)] ?? '');
  const content = Buffer.alloc(Math.floor(random() ** 4 * 3_000_000), 'z');
  const way = random();
  if (way < 0.3) rmSync(file, { force: true });
  else if (way < 0.6) writeFileSync(file, content);
  else {
    writeFileSync(`${file}.tmp`, content);
    renameSync(`${file}.tmp`, file);
  }
}

class Attacker {
  readonly #victim: Victim;
  readonly #random: () => number;
  readonly #tally: Tally;

  constructor(victim: Victim, random: () => number, tally: Tally) {
    this.#victim = victim;
    this.#random = random;
    this.#tally = tally;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  /** One connection with one or more requests, ended in one of many ways. */
  async ask(): Promise<void> {
    const place = this.#one(this.#victim.places);
    const requests = Array.from({ length: this.#chance(0.1) ? 1 + this.#below(40) : 1 }, () =>
      this.#request(place),
    );
    this.#tally.requests += requests.length;
    const text = requests.join('');
    // Some stop in the middle, some go on with anything.
    const cut = this.#chance(0.15) ? text.slice(0, this.#below(text.length)) : text;
    const bytes = Buffer.concat([
      Buffer.from(cut, 'latin1'),
      this.#chance(0.1) ? randomBytes(this.#below(300)) : Buffer.alloc(0),
    ]);
    await this.#connection(place, async (socket) => {
      socket.write(bytes);
    });
  }

  #request(place: Place): string {
    if (this.#chance(0.02)) return randomBytes(1 + this.#below(200)).toString('latin1');
    const lines = [
      `${this.#one(METHODS)} ${this.#one(PATHS)} HTTP/1.${this.#one(['1', '1', '1', '0', '9'])}`,
    ];
    if (this.#chance(0.95)) lines.push(`Host: ${place}`);
    if (this.#chance(0.5)) lines.push(`Range: ${this.#one(RANGES)}`);
    for (let i = this.#below(4); i > 0; i--) lines.push(this.#one(HEADERS));
    if (this.#chance(0.2)) lines.push(`Origin: http://${place}`, 'Content-Type: application/json');
    const body = this.#chance(0.2)
      ? this.#one(['{}', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '{"code":"X"}', 'x'.repeat(6_000)])
      : '';
    return `${lines.join(this.#chance(0.02) ? '\n' : '\r\n')}\r\n\r\n${body}`;
  }

  /** One WebSocket with the right token, and frames that are right or wrong. */
  async speak(): Promise<void> {
    const [own] = this.#victim.places;
    await this.#connection(own, async (socket) => {
      const names = `${SUBPROTOCOL}, token.${this.#chance(0.95) ? this.#victim.token : 'wrong'}`;
      this.#tally.requests++;
      socket.write(
        [
          `GET ${BRIDGE_PATH} HTTP/1.1`,
          ...[`Host: ${own}`, `Origin: http://${own}`, 'Upgrade: websocket', 'Connection: Upgrade'],
          ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
          ...[`Sec-WebSocket-Protocol: ${names}`, '', ''],
        ].join('\r\n'),
      );
      const frames = Array.from({ length: 1 + this.#below(40) }, () => this.#frame());
      this.#tally.frames += frames.length;
      for (const frame of frames) {
        socket.write(frame);
        if (this.#chance(0.1)) await sleep(this.#below(20));
      }
    });
  }

  #frame(): Buffer {
    if (this.#chance(0.03)) return randomBytes(1 + this.#below(100));
    const isOdd = this.#chance(0.1);
    const opcode = isOdd ? this.#below(16) : this.#one([1, 1, 1, 1, 2, 9, 10]);
    const final = this.#chance(0.95) ? 0x80 : 0;
    const reserved = this.#chance(0.02) ? 0x10 * (1 + this.#below(7)) : 0;
    const isMasked = this.#chance(0.98);
    const payload = this.#chance(0.9)
      ? Buffer.from(this.#one(MESSAGES))
      : randomBytes(this.#below(this.#chance(0.1) ? 140_000 : 400));
    // Lengths that are not those of what follows.
    const length = this.#chance(0.02) ? this.#one([0, 1, 2 ** 31, 2 ** 40]) : payload.length;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = final | reserved | opcode;
    head[1] = (isMasked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127);
    if (head.length === 4) head.writeUInt16BE(length, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
    if (!isMasked) return Buffer.concat([head, payload]);
    const mask = Buffer.from([1, 2, 3, 4]);
    const masked = payload.map((byte, i) => byte ^ (mask[i % 4] as number));
    return Buffer.concat([head, mask, masked]);
  }

  /** Opens a connection, lets `act` write, reads or does not, and ends it; resolves when it is closed. */
  async #connection(place: Place, act: (socket: Socket) => Promise<void>): Promise<void> {
    this.#tally.connections++;
    const socket = open(place);
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      // Where a reset fails because the other end was faster, Node tells an error and no end.
      socket.once('error', () => resolve());
    });
    let isFirst = true;
    socket.on('data', (data) => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1', 0, 20))?.[1] ?? 0);
      if (isFirst && status > 0) this.#tally.statuses[status] = (this.#tally.statuses[status] ?? 0) + 1;
      isFirst = false;
    });
    // Some do not read what they are answered.
    if (this.#chance(0.1)) socket.pause();
    await act(socket);
    const way = this.#random();
    const waitMs = this.#chance(0.1) ? MOST_KEPT_MS : this.#below(300);
    if (way < 0.5) {
      await Promise.race([closed, sleep(waitMs)]);
      socket.destroy();
    } else {
      this.#tally.aborts++;
      if (way < 0.6) socket.end();
      await Promise.race([closed, sleep(way < 0.8 ? 0 : this.#below(10))]);
      // A reset waits until everything is written, which never is when the other end reads no more.
      socket.resetAndDestroy();
      await Promise.race([closed, sleep(200)]);
      socket.destroy();
    }
    await closed;
  }
}
