/**
 * Protocol of page and bridge: JSON messages over one WebSocket. The page sends requests and the bridge
 * replies; during a workload the bridge also sends notices. Errors are codes with numbers; the page has their
 * texts.
 */
import type { DriverProgram, LibraryName } from './workload/library.ts';
import type { LIMITS } from './workload/limits.ts';
import type { Measured, Progress } from './workload/measured.ts';
import type { Adaptation, Plan } from './workload/plan.ts';
import type { BridgeCode, Remark } from './workload/remark.ts';
import type { Driver, RealWorkload } from './workload/workload.ts';

export type { BridgeCode };

/** Path of the WebSocket on the bridge's port. A plain GET returns why a socket was rejected. */
export const BRIDGE_PATH = '/__bridge';

/** The sub-protocol. The token is offered as a second one, so that it appears in no URL and no log. */
export const SUBPROTOCOL = 'roundtrip.v3';
export const TOKEN_PREFIX = 'token.';

/** Reason of a failure. */
export type BridgeFailure = Remark;

/** Address of the Redis behind the bridge; `private` is the temporary server that the bridge started. */
export type RedisAddress =
  | { kind: 'private' }
  | { kind: 'unix' }
  | { kind: 'loopback'; port: number }
  | { kind: 'remote'; host: string; port: number };

/** The machine of a measurement, recorded as its origin. It has no names and no addresses. */
export interface Machine {
  platform: string;
  release: string;
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** Programs and libraries with their versions: node, redis, @redis/client, ioredis, redis-benchmark. */
  versions: Record<string, string>;
}

/** A tool that builds or runs drivers. */
export interface ToolState {
  name: string;
  /** Null: not installed, or it does not say. */
  version: string | null;
  /** Whether it is installed in a version that the drivers need. */
  isUsable: boolean;
}

/** The program of libraries in one language. */
export interface ProgramState {
  program: DriverProgram;
  tools: readonly ToolState[];
  /** Profiles of the builds that exist; null is the standard build. */
  built: readonly (string | null)[];
}

export interface Hello {
  redisVersion: string;
  mode: string;
  connectedClients: number;
  /** Drivers that can run: those of Node, and libraries whose programs can be built here. */
  drivers: readonly Driver[];
  /** The programs of the libraries. */
  programs: readonly ProgramState[];
  machine: Machine;
  /** Why this Redis looks like production, if it does; then `confirm` must come first. */
  caution: BridgeFailure | null;
  address: RedisAddress;
  /** Whether client and Redis can be pinned to one core. */
  canHold: boolean;
  /** Prefix of all keys of this session; the page names keys without it. */
  keyPrefix: string;
  limits: typeof LIMITS;
}

/** Sequential PING round trips, measured inside the bridge, so without the path from page to bridge. */
export interface PingTimes {
  count: number;
  minUs: number;
  meanUs: number;
  p50Us: number;
  p90Us: number;
  p99Us: number;
  maxUs: number;
}

/** Counters, connections and slow commands of the Redis, as `redis-cli` prints them; names are masked. */
export interface Observation {
  /** INFO all, with commandstats. */
  info: string;
  clientList: string;
  slowLog: string;
  /** Commands that this user of Redis may not send. */
  refused: readonly string[];
}

/** Path for students' votes: a POST of a `Ballot`, with a `VoteReply` in return. */
export const VOTE_PATH = '/__vote';

/** One student's vote. */
export interface Ballot {
  /** The code on the teacher's screen. */
  code: string;
  lesson: string;
  /** Random id of the student's page; votes with the same id count once. */
  voter: string;
  /** The vote itself; only the teacher's page knows the question and validates it. */
  given: unknown;
}

/**
 * Why a vote was rejected.
 *
 * VOTE-01 no vote is open
 * VOTE-02 wrong code
 * VOTE-03 another lesson
 * VOTE-04 too many voters
 * VOTE-05 too often
 * VOTE-06 malformed, or from a foreign page
 * VOTE-08 too many voters at one network address
 */
export type VoteCode = `VOTE-0${1 | 2 | 3 | 4 | 5 | 6 | 8}`;

/** Before the discussion (0) or after it (1). */
export type VoteReply = { round: 0 | 1 } | { refused: VoteCode };

/** Path for students who drive a part of one system: a POST of a `DriveRequest`, with a `DriveReply` in return. */
export const DRIVE_PATH = '/__drive';

/** A student's page asks for what it drives, about once a second, and says what it has changed. */
export interface DriveRequest {
  /** The code on the teacher's screen. */
  code: string;
  /** Random id of the student's page, which no other student gets to know. */
  driver: string;
  /** A new value of the student's part; only the teacher's page knows the part and validates it. */
  value?: number;
}

/**
 * Why a student's request was rejected.
 *
 * DRV-01 no system is open to a class
 * DRV-02 wrong code
 * DRV-03 too many drivers
 * DRV-04 too many drivers at one network address
 * DRV-05 too often
 * DRV-06 malformed, or from a foreign page
 */
export type DriveCode = `DRV-0${1 | 2 | 3 | 4 | 5 | 6}`;

/** What the teacher's page has published: for all, and for this student (absent until it has). */
export type DriveReply = { board: unknown; own: unknown } | { refused: DriveCode };

export type CommandReply = string | number | null;

/** In every run, or in the first one of a library in the process that performs it. */
export type Steadiness = 'always' | 'once';

/** A scenario as stored in a file (absent fields have defaults), with options that only real runs have. */
export interface RunRequest {
  scenario: unknown;
  /** Wall time of the measured window. */
  seconds: number;
  /** Wall time of the warm-up. Default: a fifth of `seconds`, at most 2. */
  warmupSeconds?: number;
  /** A driver that a scenario cannot select. */
  driver?: 'redisBenchmark' | LibraryName;
  /** Release of the library. Default: the one that the scenario needs, else the newest. */
  version?: string;
  /** Whether the callers of a Java client are virtual threads, which need JDK 21. Default: threads. */
  virtualThreads?: boolean;
  /**
   * When the warm-up goes on until the throughput is steady: at most ten seconds, or four if only once; for
   * libraries only. Default: never.
   */
  steady?: Steadiness;
  /** RESP version. Default: 3, the clients' default. */
  resp?: 2 | 3;
  /** Number of distinct keys. Default: 100. */
  keys?: number;
  /**
   * Whether client and Redis are pinned to one core, with priority over other programs if permitted. Default:
   * the kernel schedules them.
   */
  isHeld?: boolean;
}

/** A door for the pages of a class: a vote, or a system that students drive. */
export interface OpenedVote {
  /** Shown on the screen. */
  code: string;
  /** Addresses of the page for other machines in the room; empty outside classroom mode. */
  origins: readonly string[];
}

/** Requests of the protocol: the fields of each (`ask`) and the type of its reply (`answer`). */
export interface Operations {
  hello: { ask: object; answer: Hello };
  /** Confirms a Redis that looks like production, by the name of its host. */
  confirm: { ask: { host: string }; answer: null };
  measurePing: { ask: { count: number }; answer: PingTimes };
  /** What the Redis says about itself; read-only. */
  observe: { ask: object; answer: Observation };
  command: { ask: { words: readonly string[] }; answer: CommandReply };
  /** Plans a run without running anything. */
  plan: { ask: RunRequest; answer: Plan };
  /**
   * Starts a workload. The reply comes once it runs; `progress` and `ended` follow with its number. A bridge
   * runs one at a time.
   */
  run: { ask: RunRequest; answer: { run: number; workload: RealWorkload; adapted: readonly Adaptation[] } };
  /**
   * Stops the session's workload. The reply comes within 200 ms at any stage; `ended` follows with the
   * measurements so far.
   */
  stop: { ask: object; answer: null };
  /** Builds the driver of a library; `build` notices have the output. The reply comes when it is built. */
  build: { ask: { library: LibraryName; version: string }; answer: readonly ProgramState[] };
  /** Stops the build, whose reply is then a failure. */
  cancelBuild: { ask: object; answer: null };
  /**
   * Opens a class vote, or switches its round; votes arrive as `vote` notices. A bridge has one vote at a
   * time: a new one ends the old. @param round null: voting is paused
   */
  openVote: { ask: { lesson: string; round: 0 | 1 | null }; answer: OpenedVote };
  closeVote: { ask: object; answer: null };
  /**
   * Opens one system to a class; students arrive as `drive` notices. A bridge has one such system at a time: a
   * new one ends the old.
   */
  openDrive: {
    /** The code that this page's room had before a reload or a restart of the bridge: students keep it. */
    ask: { readonly code?: string };
    answer: OpenedVote;
  };
  /** Publishes what all students see, and what each sees of the own part, by driver. */
  publishDrive: {
    ask: { board: unknown; own: Readonly<Record<string, unknown>> };
    answer: null;
  };
  closeDrive: { ask: object; answer: null };
}

export type Operation = keyof Operations;
export type Ask<O extends Operation> = Operations[O]['ask'];
export type Answer<O extends Operation> = Operations[O]['answer'];

/** `id` is null if the request could not be parsed. */
export type Reply = { id: number; answer: unknown } | { id: number | null; failure: BridgeFailure };

/**
 * Notices of the bridge. A slow page gets fewer of them for longer intervals: counts stay correct, samples of
 * single requests are dropped.
 */
export type Notice =
  | { event: 'progress'; run: number; progress: Progress }
  | { event: 'ended'; run: number; measured: Measured };

/** A line of a build's output. */
export type BuildNotice = { event: 'build'; line: string };

/** Notices for the page with the vote. */
export type VoteNotice =
  | { event: 'vote'; lesson: string; round: 0 | 1; voter: string; given: unknown }
  /** Another page has opened a vote. */
  | { event: 'voteEnded' };

/** Notices for the page with the system that students drive. */
export type DriveNotice =
  /** A student has come, or has changed the own part. */
  | { event: 'drive'; driver: string; value?: number }
  /** A student has not asked for a while. */
  | { event: 'driverGone'; driver: string }
  /** Another page has opened its system. */
  | { event: 'driveEnded' };

/** Any message of the bridge. */
export type Message = Reply | Notice | BuildNotice | VoteNotice | DriveNotice;
