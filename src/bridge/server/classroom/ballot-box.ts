/** Accepts students' votes over plain HTTP, with limits on origin, size and rate. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Ballot, VOTE_PATH, type VoteCode } from '../../protocol.ts';
import { LIMITS } from '../../workload/limits.ts';
import { isAtPath, isForeign, isShort, StudentPosts, sendReply } from './student-post.ts';
import type { Vote } from './vote.ts';

export const isVotePath = (request: IncomingMessage): boolean => isAtPath(request, VOTE_PATH);

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
  readonly #posts: StudentPosts;

  /** @param perSecond votes per second from one address: a class may share one */
  constructor(vote: Vote, perSecond: number = LIMITS.votesPerSecond) {
    this.#vote = vote;
    this.#posts = new StudentPosts(perSecond, LIMITS.voteBytes);
  }

  /** Handles a request at the vote's path. The server has already checked its Host header. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isForeign(request)) return sendReply(response, 403, { refused: 'VOTE-06' });
    const posted = await this.#posts.read(request);
    if ('refused' in posted) return refuse(response, posted.refused === 'often' ? 'VOTE-05' : 'VOTE-06');
    const ballot = ballotIn(posted.fields);
    if (!ballot) return refuse(response, 'VOTE-06');
    const taken = this.#vote.take(ballot, posted.address);
    if ('refused' in taken) refuse(response, taken.refused);
    else sendReply(response, 200, taken);
  }
}

/** Validates an untrusted ballot. */
function ballotIn({ code, lesson, voter, given }: Readonly<Record<string, unknown>>): Ballot | undefined {
  if (!isShort(code, 12) || !isShort(lesson, 40) || !isShort(voter, 24) || given === undefined)
    return undefined;
  return { code, lesson, voter, given };
}

const refuse = (response: ServerResponse, refused: VoteCode): void =>
  sendReply(response, STATUS[refused], { refused });
