/**
 * What page and bridge say to each other: JSON messages over one WebSocket. The page asks and the bridge answers; while a
 * workload runs the bridge also tells of it unasked. The bridge speaks no language: what went wrong is a code with numbers,
 * and the page has the sentence for it.
 */
import type { LIMITS } from './workload/limits.ts';
import type { Measured, Progress } from './workload/measured.ts';
import type { Adaptation, Plan } from './workload/plan.ts';
import type { BridgeCode, Remark } from './workload/remark.ts';
import type { Driver, RealWorkload } from './workload/workload.ts';

export type { BridgeCode };

/** Path of the WebSocket on the bridge's own port. A plain GET of it says why a socket was refused. */
export const BRIDGE_PATH = '/__bridge';

/** The sub-protocol both sides agree on; the token is offered as a second one, so that it is in no URL and no log. */
export const SUBPROTOCOL = 'roundtrip.v3';
export const TOKEN_PREFIX = 'token.';

/** Why something was not done. */
export type BridgeFailure = Remark;

/** Where the Redis behind the bridge is; `private` is the throw-away server that the bridge started itself. */
export type RedisAddress =
  | { kind: 'private' }
  | { kind: 'unix' }
  | { kind: 'loopback'; port: number }
  | { kind: 'remote'; host: string; port: number };

/** Where and with what measurements are made: what a recording says about its origin. No names, no addresses. */
export interface Machine {
  platform: string;
  release: string;
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** Programs and libraries with their versions: node, redis, @redis/client, ioredis, redis-benchmark. */
  versions: Record<string, string>;
}

export interface Hello {
  redisVersion: string;
  mode: string;
  connectedClients: number;
  /** Drivers that are installed. */
  drivers: readonly Driver[];
  machine: Machine;
  /** Why this Redis looks like production, if it does; then `confirm` comes before anything else. */
  caution: BridgeFailure | null;
  address: RedisAddress;
  /** Whether client and Redis can be held on one core. */
  canHold: boolean;
  /** Every key of this session is stored below this prefix; the page names keys without it. */
  keyPrefix: string;
  limits: typeof LIMITS;
}

/** Round trips of PING, one after the other, measured inside the bridge: the page's own path is not in them. */
export interface PingTimes {
  count: number;
  minUs: number;
  meanUs: number;
  p50Us: number;
  p90Us: number;
  p99Us: number;
  maxUs: number;
}

/** Path to which students' pages send their answers, as a POST of a `Ballot`, answered with a `VoteReply`. */
export const VOTE_PATH = '/__vote';

/** The answer of one student. */
export interface Ballot {
  /** What stands on the teacher's screen. */
  code: string;
  lesson: string;
  /** A name that the student's page has made up: who answers twice counts once. */
  voter: string;
  /** What was answered; only the teacher's page knows the question and whether this is an answer to it. */
  given: unknown;
}

/**
 * Why an answer was not taken.
 *
 * VOTE-01 no vote is open   VOTE-02 wrong code   VOTE-03 it is about another lesson
 * VOTE-04 too many voters   VOTE-05 too often    VOTE-06 not an answer, or not from a page of ours
 * VOTE-08 too many voters at one network address
 */
export type VoteCode = `VOTE-0${1 | 2 | 3 | 4 | 5 | 6 | 8}`;

/** Before the discussion (0) or after it (1). */
export type VoteReply = { round: 0 | 1 } | { refused: VoteCode };

export type CommandReply = string | number | null;

/** A scenario as a file holds it (what is left out has its default), with what only reality needs. */
export interface RunWish {
  scenario: unknown;
  /** Wall time of the measured window. */
  seconds: number;
  /** Wall time before it. Default: a fifth of `seconds`, at most two. */
  warmupSeconds?: number;
  /** A driver that the scenario cannot name. */
  driver?: Extract<Driver, 'redisBenchmark'>;
  /** Version of the wire protocol. Default: 3, the default of the clients. */
  resp?: 2 | 3;
  /** Different keys. Default: 100. */
  keys?: number;
  /** Client and Redis share one core, ahead of other programs where the system lets them. Default: they go where the kernel puts them. */
  isHeld?: boolean;
}

export interface OpenedVote {
  /** For the screen. */
  code: string;
  /** Where other machines of the room reach the page; empty unless the bridge was started for a classroom. */
  origins: readonly string[];
}

/** What can be asked, with the question's fields and the answer's type. */
export interface Operations {
  hello: { ask: object; answer: Hello };
  /** Names the host of a Redis that looks like production, to go on all the same. */
  confirm: { ask: { host: string }; answer: null };
  measurePing: { ask: { count: number }; answer: PingTimes };
  command: { ask: { words: readonly string[] }; answer: CommandReply };
  /** What a wish would come to. Runs nothing. */
  plan: { ask: RunWish; answer: Plan };
  /** Starts a workload. Answered once it runs; `progress` and `ended` follow, with its number. One at a time in a bridge. */
  run: { ask: RunWish; answer: { run: number; workload: RealWorkload; adapted: readonly Adaptation[] } };
  /** Ends the requests of the session's workload. Answered within 200 ms in every stage of a run; `ended` with what was measured follows. */
  stop: { ask: object; answer: null };
  /**
   * Opens a vote of a class, or turns to another round; answers come as `vote`. One vote at a time in a bridge: a newer one
   * ends it. @param round null: nobody may answer just now
   */
  openVote: { ask: { lesson: string; round: 0 | 1 | null }; answer: OpenedVote };
  closeVote: { ask: object; answer: null };
}

export type Operation = keyof Operations;
export type Ask<O extends Operation> = Operations[O]['ask'];
export type Answer<O extends Operation> = Operations[O]['answer'];

/** `id` is null when the question could not be read. */
export type Reply = { id: number; answer: unknown } | { id: number | null; failure: BridgeFailure };

/**
 * What the bridge tells unasked. A page that reads too slowly gets fewer of them that cover longer intervals: counts stay
 * right, looks at single requests are left out.
 */
export type Notice =
  | { event: 'progress'; run: number; progress: Progress }
  | { event: 'ended'; run: number; measured: Measured };

/** What the page with the vote is told. */
export type VoteNotice =
  | { event: 'vote'; lesson: string; round: 0 | 1; voter: string; given: unknown }
  /** Another page has opened a vote. */
  | { event: 'voteEnded' };

/** Any message of the bridge. */
export type Message = Reply | Notice | VoteNotice;
