/** Votes of a class through the bridge: real sockets, one page that asks, others that answer, and those who should not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  type Ballot,
  BRIDGE_PATH,
  type Message,
  SUBPROTOCOL,
  VOTE_PATH,
  type VoteNotice,
} from '../../src/bridge/protocol.ts';
import { readArguments } from '../../src/bridge/server/arguments.ts';
import { BallotBox } from '../../src/bridge/server/classroom/ballot-box.ts';
import { Vote } from '../../src/bridge/server/classroom/vote.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { foreign, post, type Sending } from '../support/student-post.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, type Line, serverForTests } from './dial.ts';

/** Another address of this machine stands in for its address in a local network. */
const ROOM = '127.0.0.2';
const server = await serverForTests({ classroom: [ROOM] });
const own = `127.0.0.1:${server.port}`;
const room = new URL(server.classroom[0] ?? '').host;

type To = Omit<Sending, 'at' | 'path'> & { at?: string };

/** Status and text of a request at the vote's door. */
const send = (body: string, { at = own, ...rest }: To = {}) => post(body, { at, path: VOTE_PATH, ...rest });

/** What is said, asked once more as long as it came too often: all tests of this file send from one address. */
async function inTime(ask: () => Promise<string>): Promise<string> {
  for (;;) {
    const said = await ask();
    if (!said.includes('VOTE-05')) return said;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What is answered to this body. */
const answerTo = (body: string, sending?: To): Promise<string> =>
  inTime(async () => (await send(body, sending)).text);

/** An answer, as a student's page sends it. */
const vote = async (ballot: Partial<Ballot>, sending?: To): Promise<unknown> =>
  JSON.parse(
    await answerTo(JSON.stringify({ lesson: 'rtt', voter: 'me', given: 'four', ...ballot }), sending),
  );

/** What a page is told of its vote. */
function heard({ socket }: Line): VoteNotice[] {
  const notices: VoteNotice[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    if ('event' in message && (message.event === 'vote' || message.event === 'voteEnded'))
      notices.push(message);
  });
  return notices;
}

const ask = (line: Line, round: 0 | 1 | null, lesson = 'rtt') => line.ask('openVote', { lesson, round });

describe('a vote', () => {
  it('is reported by round to the page that started it, for voters from this machine and from the room', async () => {
    const teacher = await dial(server);
    const votes = heard(teacher);
    const { code, origins } = await ask(teacher, 0);
    expect(code).toMatch(/^[A-Z2-9]{5}$/);
    expect(origins).toEqual([`http://${room}`]);
    expect(await vote({ code })).toEqual({ round: 0 });
    // As somebody types it.
    expect(
      await vote({ code: ` ${code.toLowerCase()}`, voter: 'her', given: [1, 2, 3] }, { at: room }),
    ).toEqual({
      round: 0,
    });
    expect(await ask(teacher, null)).toMatchObject({ code });
    expect(await vote({ code })).toEqual({ refused: 'VOTE-01' });
    // The same code after the discussion.
    expect(await ask(teacher, 1)).toMatchObject({ code });
    expect(await vote({ code, given: null })).toEqual({ round: 1 });
    await expect
      .poll(() => votes)
      .toEqual([
        { event: 'vote', lesson: 'rtt', round: 0, voter: 'me', given: 'four' },
        { event: 'vote', lesson: 'rtt', round: 0, voter: 'her', given: [1, 2, 3] },
        { event: 'vote', lesson: 'rtt', round: 1, voter: 'me', given: null },
      ]);
    await teacher.ask('closeVote', {});
    expect(await vote({ code })).toEqual({ refused: 'VOTE-01' });
    await teacher.close();
  });

  it('ends when its page closes, and when another page starts one', async () => {
    const [first, second] = [await dial(server), await dial(server)];
    const told = heard(first);
    const { code } = await ask(first, 0);
    const newer = await ask(second, 0);
    await expect.poll(() => told).toEqual([{ event: 'voteEnded' }]);
    expect(await vote({ code })).toEqual({ refused: 'VOTE-02' });
    // What the first page closes is no longer its own.
    await first.ask('closeVote', {});
    expect(await vote({ code: newer.code })).toEqual({ round: 0 });
    await second.close();
    await expect.poll(() => vote({ code: newer.code })).toEqual({ refused: 'VOTE-01' });
    await first.close();
  });

  it('accepts a limited number of voters; a voter may change the vote', () => {
    const opened = new Vote();
    const code = opened.open('rtt', 0, () => undefined);
    const take = (voter: string, address: string) =>
      opened.take({ code, lesson: 'rtt', voter, given: null }, address);
    for (let voter = 0; voter < LIMITS.voters; voter++)
      expect(take(`v${voter}`, `192.168.1.${voter}`)).toEqual({ round: 0 });
    expect(take('late', '192.168.2.1')).toEqual({ refused: 'VOTE-04' });
    expect(take('v7', '192.168.1.7')).toEqual({ round: 0 });
  });

  it('accepts a limited number of voters per address, independent of other addresses', () => {
    const opened = new Vote();
    const code = opened.open('rtt', 0, () => undefined);
    const take = (voter: string, address: string) =>
      opened.take({ code, lesson: 'rtt', voter, given: null }, address);
    for (let voter = 0; voter < LIMITS.votersPerAddress; voter++)
      expect(take(`v${voter}`, '192.168.1.7')).toEqual({ round: 0 });
    expect(take('one more', '192.168.1.7')).toEqual({ refused: 'VOTE-08' });
    expect(take('v0', '192.168.1.7')).toEqual({ round: 0 });
    // Who changes to another network keeps the place.
    expect(take('v1', '192.168.1.9')).toEqual({ round: 0 });
    expect(take('one more', '192.168.1.8')).toEqual({ round: 0 });
  });
});

describe('an invalid vote', () => {
  it.each(foreign(own))('%s is refused', async (_, sending) => {
    const teacher = await dial(server);
    const { code } = await ask(teacher, 0);
    const ballot = JSON.stringify({ code, lesson: 'rtt', voter: 'me', given: 'four' });
    for (const at of [own, room]) expect((await send(ballot, { at, ...sending })).status).toBe(403);
    await teacher.close();
  });

  it.each([
    ['a wrong code', { code: 'XXXXX' }, 'VOTE-02'],
    ['another lesson', { lesson: 'pool' }, 'VOTE-03'],
    ['no voter', { voter: '' }, 'VOTE-06'],
    ['a voter that is no name', { voter: { html: '<b>' } as never }, 'VOTE-06'],
    ['a name that is too long', { voter: 'x'.repeat(25) }, 'VOTE-06'],
    ['nothing', { given: undefined }, 'VOTE-06'],
  ])('%s is refused', async (_, wrong, refused) => {
    const teacher = await dial(server);
    const votes = heard(teacher);
    const { code } = await ask(teacher, 0);
    expect(await vote({ code, ...wrong })).toEqual({ refused });
    expect(votes).toEqual([]);
    await teacher.close();
  });

  it.each(['', 'null', '[]', '{', '"RT1"', '\0'])('the text %j is refused', async (text) => {
    expect(await answerTo(text)).toContain('VOTE-06');
  });

  it('that is too large is refused before it is read completely, even when it never ends', async () => {
    expect(await answerTo(JSON.stringify({ given: 'x'.repeat(LIMITS.voteBytes) }))).toContain('VOTE-06');
    const sendMuch = () =>
      new Promise<string>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          const head = `POST ${VOTE_PATH} HTTP/1.1\r\nHost: ${own}\r\nOrigin: http://${own}\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n`;
          socket.write(head + 'x'.repeat(LIMITS.voteBytes + 1));
        });
        let said = '';
        socket.on('data', (data) => {
          said += data;
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(said));
      });
    expect(await inTime(sendMuch)).toContain('VOTE-06');
  });

  it('is refused when votes arrive too often', async () => {
    const slow = new BallotBox(new Vote(), 1);
    const alone = createServer((request, response) => void slow.answer(request, response)).listen(
      0,
      '127.0.0.1',
    );
    whenDone(() => alone.close());
    await once(alone, 'listening');
    const at = `127.0.0.1:${(alone.address() as AddressInfo).port}`;
    const said = await Promise.all(Array.from({ length: 30 }, () => send('{}', { at })));
    expect(new Set(said.map(({ status }) => status))).toEqual(new Set([400, 429]));
  });

  it('a malformed request of the page is refused', async () => {
    const teacher = await dial(server);
    expect(await teacher.fail('openVote', { lesson: 'rtt', round: 2 as never })).toMatchObject({
      code: 'BR-09',
    });
    expect(await teacher.fail('openVote', { lesson: 7 as never, round: 0 })).toMatchObject({ code: 'BR-09' });
    await teacher.close();
  });
});

describe('the local network', () => {
  it('gets the page, but not the bridge', async () => {
    const page = await fetch(`http://${room}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`http://${room}${BRIDGE_PATH}`)).status).toBe(404);
    const roomPort = Number(room.split(':')[1]);
    const upgraded = await new Promise<string>((resolve) => {
      const socket = connect(roomPort, ROOM, () =>
        socket.write(
          `GET ${BRIDGE_PATH} HTTP/1.1\r\nHost: ${room}\r\nOrigin: http://${room}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: ${SUBPROTOCOL}, token.${server.token}\r\n\r\n`,
        ),
      );
      socket.on('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
      socket.on('close', () => resolve('closed'));
      socket.on('error', () => resolve('closed'));
    });
    expect(upgraded).not.toContain('101 Switching');
  });

  it('is refused under a foreign host name that resolves to it', async () => {
    const said = await send('{}', {
      at: room,
      headers: { host: 'evil.example', origin: 'http://evil.example' },
    });
    expect(said.status).toBe(403);
  });

  it('gets nothing unless the bridge was started for the network', async () => {
    const alone = await serverForTests();
    expect(alone.classroom).toEqual([]);
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(alone.port, ROOM, () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    expect(reached).toBe(false);
    expect(readArguments([])).toMatchObject({ classroom: [] });
    expect(readArguments(['--classroom', '--no-redis'])).toHaveProperty('problems');
  });
});
