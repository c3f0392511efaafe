/**
 * What page and bridge say to each other: JSON messages over one WebSocket, the page asks and the bridge answers.
 * The bridge speaks no language: what went wrong is a code with numbers, and the page has the sentence for it.
 */

/** Path of the WebSocket on the bridge's own port. A plain GET of it says why a socket was refused. */
export const BRIDGE_PATH = '/__bridge';

/** The sub-protocol both sides agree on; the token is offered as a second one, so that it is in no URL and no log. */
export const SUBPROTOCOL = 'roundtrip.v1';
export const TOKEN_PREFIX = 'token.';

/** What the bridge accepts. It enforces these; the page reads them to say so before someone tries. */
export const LIMITS = {
  messageBytes: 128 * 1024,
  valueBytes: 64 * 1024,
  keyBytes: 128,
  keysPerSession: 10_000,
  messagesPerSecond: 2_000,
  /** Keys outlive a session that could not clean up by at most this. */
  ttlMs: 60_000,
  pings: 10_000,
  sessions: 8,
} as const;

/**
 * BR-01 nobody answers at the address      BR-02 the connection to the bridge was lost
 * BR-03 this page may not use the bridge   BR-04 wrong token
 * BR-05 Redis does not answer              BR-06 Redis asks for a password, or refuses the one it got
 * BR-07 command not offered                BR-08 this Redis has so many clients that it looks like production
 * BR-09 message not understood             BR-10 too many messages
 * BR-11 message, key or value too large    BR-12 Redis names another node: it is part of a cluster
 * BR-13 Redis answered with an error       BR-14 too many pages use the bridge
 */
export type BridgeCode =
  | 'BR-01'
  | 'BR-02'
  | 'BR-03'
  | 'BR-04'
  | 'BR-05'
  | 'BR-06'
  | 'BR-07'
  | 'BR-08'
  | 'BR-09'
  | 'BR-10'
  | 'BR-11'
  | 'BR-12'
  | 'BR-13'
  | 'BR-14';

export interface BridgeFailure {
  code: BridgeCode;
  /** Numbers and names for the sentence: `{ limit: 65536 }`, `{ command: 'FLUSHALL' }`. */
  detail: Record<string, string | number>;
}

/** Where the Redis behind the bridge is; `private` is the throw-away server that the bridge started itself. */
export type RedisAddress =
  | { kind: 'private' }
  | { kind: 'unix' }
  | { kind: 'loopback'; port: number }
  | { kind: 'remote'; host: string; port: number };

export interface Hello {
  redisVersion: string;
  mode: string;
  connectedClients: number;
  address: RedisAddress;
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

export type CommandReply = string | number | null;

/** What can be asked, with the question's fields and the answer's type. */
export interface Operations {
  hello: { ask: object; answer: Hello };
  /** Names the host of a Redis that looks like production, to go on all the same. */
  confirm: { ask: { host: string }; answer: null };
  measurePing: { ask: { count: number }; answer: PingTimes };
  command: { ask: { words: readonly string[] }; answer: CommandReply };
}

export type Operation = keyof Operations;
export type Ask<O extends Operation> = Operations[O]['ask'];
export type Answer<O extends Operation> = Operations[O]['answer'];

export type Question = { [O in Operation]: { id: number; op: O } & Ask<O> }[Operation];
/** `id` is null when the question could not be read. */
export type Reply = { id: number; answer: unknown } | { id: number | null; failure: BridgeFailure };
