/** Accepts students' votes over plain HTTP, with limits on origin, size and rate. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Ballot, VOTE_PATH, type VoteCode, type VoteReply } from '../../protocol.ts';
import { LIMITS } from '../../workload/limits.ts';
import { Allowance } from '../rate.ts';
import type { Vote } from './vote.ts';

/** Number of addresses with a remembered rate; more than a class has. */
const ADDRESSES = 1_000;

export const isVotePath = (request: IncomingMessage): boolean =>
  (request.url ?? '').split('?', 1)[0] === VOTE_PATH;

const STATUS: Record<VoteCode, number> = {
  'VOTE-01': 409,
  'VOTE-02': 403,
  'VOTE-03': 409,
  'VOTE-04': 503,
  'VOTE-05': 429,
  'VOTE-06': 400,
  'VOTE-08': 503,
};

export class BallotBox {
  readonly #vote: Vote;
  readonly #perSecond: number;
  readonly #allowances = new Map<string, Allowance>();

  /** @param perSecond votes per second from one address: a class may share one */
  constructor(vote: Vote, perSecond: number = LIMITS.votesPerSecond) {
    this.#vote = vote;
    this.#perSecond = perSecond;
  }

  /** Handles a request at the vote's path. The server has already checked its Host header. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A foreign site can post a form here, but JSON needs a preflight, and its Origin is always sent.
    const isOurs =
      request.method === 'POST' &&
      request.headers.origin === `http://${request.headers.host ?? ''}` &&
      request.headers['content-type'] === 'application/json';
    if (!isOurs) return sendReply(response, 403, { refused: 'VOTE-06' });
    const address = request.socket.remoteAddress ?? '';
    if (!this.#isWithinRate(address)) return refuse(response, 'VOTE-05');
    const text = await bodyOf(request);
    const ballot = text === undefined ? undefined : ballotIn(text);
    if (!ballot) return refuse(response, 'VOTE-06');
    const taken = this.#vote.take(ballot, address);
    if ('refused' in taken) refuse(response, taken.refused);
    else sendReply(response, 200, taken);
  }

  #isWithinRate(address: string): boolean {
    const known = this.#allowances.get(address);
    const allowance = known ?? new Allowance(this.#perSecond);
    if (!known) {
      const [oldest] = this.#allowances.keys();
      if (this.#allowances.size >= ADDRESSES && oldest !== undefined) this.#allowances.delete(oldest);
      this.#allowances.set(address, allowance);
    }
    return allowance.take();
  }
}

/** The body of a request; undefined if it is too long or never ends. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIMITS.voteBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses and validates an untrusted ballot. */
function ballotIn(text: string): Ballot | undefined {
  try {
    const { code, lesson, voter, given } = JSON.parse(text) as Record<string, unknown>;
    const isShort = (value: unknown, longest: number): value is string =>
      typeof value === 'string' && value !== '' && value.length <= longest;
    if (!isShort(code, 12) || !isShort(lesson, 40) || !isShort(voter, 24) || given === undefined)
      return undefined;
    return { code, lesson, voter, given };
  } catch {
    return undefined;
  }
}

const refuse = (response: ServerResponse, refused: VoteCode): void =>
  sendReply(response, STATUS[refused], { refused });

function sendReply(response: ServerResponse, status: number, reply: VoteReply): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // The rest of an oversized request is not read.
    ...(status === 200 ? {} : { Connection: 'close' }),
  });
  response.end(JSON.stringify(reply));
}
