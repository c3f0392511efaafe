/** Types that the readers of "Your system" pass to diagnosis, advice and the page. */
import type { Json } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';

/** A client library of `model/libraries`. */
export type LibraryId = string;

/** A question about what no piece says: callers, instances, load, round trip … */
export type QuestionId = string;

/** The user's answers by question, or by the path of a field. */
export type Answers = Readonly<Record<QuestionId, Json>>;

/** One text that the user gave. Secrets are masked in it before anything else sees it. */
export interface Piece {
  readonly id: string;
  /** File name; empty for pasted text. */
  readonly name: string;
  readonly text: string;
}

/** The form of a piece, recognised by its content. */
export type PieceKind = string;

/** Where a value comes from. */
export type Origin =
  | {
      readonly from: 'line';
      /** Id of the piece. */
      readonly piece: string;
      /** From 1. */
      readonly line: number;
      /** The option in the notation of the piece. */
      readonly key: string;
      /** The line, masked. */
      readonly text: string;
    }
  | {
      readonly from: 'default';
      readonly library: LibraryId;
      readonly version: string;
      readonly key: string;
      readonly source: string;
    }
  | { readonly from: 'answer'; readonly question: QuestionId }
  | {
      readonly from: 'proposal';
      readonly question: QuestionId;
      /** The line from which it follows; absent: an assumption. */
      readonly basis?: Origin;
    };

/** One value of the scenario with its origin. */
export interface Setting {
  /** Path in the scenario. */
  readonly path: string;
  readonly value: Json;
  readonly origin: Origin;
  /** The limit in bytes behind a number of entries. */
  readonly cache?: CacheBytes;
}

/** A cache whose limit is in bytes, and what one entry takes of it. */
export interface CacheBytes {
  /** Limit of each cache, bytes. */
  readonly bytes: number;
  /** One entry with its key and its value, bytes. */
  readonly entryBytes: number;
  /** Its key, bytes. */
  readonly keyBytes: number;
  /** Caches of a process: one for each connection. */
  readonly caches: number;
}

/** An option that was read and sets no field. */
export interface Unused {
  readonly origin: Origin;
  readonly library: LibraryId | null;
  readonly option: string;
  readonly value: Json;
  /**
   * `outside`: the key is known, and the model has no setting for it. `other`: it belongs to what was not chosen, such as
   * another client or profile. Null: the key is unknown.
   */
  readonly meaning: 'outside' | 'other' | null;
}

/** What the text leaves open and has several meanings: each has a proposal, which an answer replaces. */
export interface Choice {
  /** The key of its answer: `library`, `version`, `profile`, `container`, `replicas`, `server`, `costs.profile`, or `\${NAME}`. */
  readonly id: QuestionId;
  readonly kind:
    | 'library'
    | 'version'
    | 'profile'
    | 'container'
    | 'replicas'
    | 'server'
    | 'costs'
    | 'placeholder';
  /** What can be chosen; empty: any text. */
  readonly values: readonly string[];
  /** The answer or the proposal; null: nothing can be proposed. */
  readonly value: string | null;
  readonly isAnswered: boolean;
  /** The line that leaves it open; of the machine its answer or proposal. */
  readonly origin: Origin;
}

/** A value with its origin. */
export interface Seen<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** One connection of CLIENT LIST. */
export interface SeenClient {
  /** Masked address. */
  readonly addr?: string;
  /** Number of its host, from 1 in the order of the list; absent for the connection that asked. */
  readonly host?: number;
  readonly cmd?: string;
  readonly totCmds?: number;
  readonly totNetIn?: number;
  /** Bytes of replies that wait for this client. */
  readonly omem?: number;
}

/** A slow command of the slow log or of a counter. */
export interface SlowCommand {
  readonly name: string;
  readonly count: number;
  readonly maxUs: number;
  /** Mean of the slow ones; absent: only the longest is known. */
  readonly meanUs?: number;
  readonly origin?: Origin;
  /** Number of all commands in which these were; absent: unknown. */
  readonly among?: number;
  /** Time in which these were; absent: unknown. */
  readonly seconds?: number;
}

/** A command with a large request or reply, from COMMANDLOG. */
export interface LargeCommand {
  readonly name: string;
  readonly of: 'request' | 'reply';
  readonly count: number;
  readonly maxBytes: number;
  /** Mean of the large ones; absent: only the largest is known. */
  readonly meanBytes?: number;
  /** Time in which these were; absent: unknown. */
  readonly seconds?: number;
  readonly origin?: Origin;
}

/** Execution times of a command in the server, µs. */
export interface SeenPercentiles {
  readonly p50?: number;
  readonly p99?: number;
  readonly 'p99.9'?: number;
  readonly origin?: Origin;
}

/** Replies that begin with this word. */
export interface SeenError {
  readonly name: string;
  readonly count: number;
  /** Number of all commands in which these were; absent: unknown. */
  readonly among?: number;
  readonly origin?: Origin;
}

export interface SeenPause {
  readonly event: string;
  readonly latestMs: number;
  readonly maxMs: number;
  /** How often it comes: once in this time, s; absent: unknown. */
  readonly seconds?: number;
  readonly origin?: Origin;
}

/** What the server and the client said; absent: was not read. */
export interface Observed {
  readonly maxclients?: Seen<number>;
  readonly connectedClients?: Seen<number>;
  readonly rejectedConnections?: Seen<number>;
  readonly opsPerSec?: Seen<number>;
  readonly commandsPerSecByName?: Seen<
    Readonly<
      Record<string, { readonly callsPerSec: number; readonly usPerCall: number; readonly origin?: Origin }>
    >
  >;
  readonly commandsPerRead?: Seen<number>;
  readonly mainThreadBusyShare?: Seen<number>;
  readonly connectionsPerSec?: Seen<number>;
  /** Of the slow log, a histogram or counters without a duration, by name. */
  readonly slowCommands?: Seen<readonly SlowCommand[]>;
  /** Bytes of replies for each command, a mean. */
  readonly replyBytes?: Seen<number>;
  readonly clients?: Seen<readonly SeenClient[]>;
  readonly latestForkUs?: Seen<number>;
  /** Of the large requests and replies of COMMANDLOG, by name: number, and bytes of the largest. */
  readonly largeCommands?: Seen<readonly LargeCommand[]>;
  /** Percentiles of the server's execution times by command. */
  readonly latencyByName?: Seen<Readonly<Record<string, SeenPercentiles>>>;
  /** Replies with an error, since the start or between two readings. */
  readonly errors?: Seen<readonly SeenError[]>;
  /** Pauses by the event that LATENCY DOCTOR and LATENCY LATEST name. */
  readonly pauses?: Seen<readonly SeenPause[]>;
  /** 99th percentile of the response time that the user sees, ns. */
  readonly p99Ns?: Seen<number>;
  /** Product and version of the server. */
  readonly server?: Seen<{ readonly product: 'redis' | 'valkey'; readonly version: string }>;
  /** Worker threads of .NET's pool, from a timeout line of StackExchange.Redis. */
  readonly workerThreads?: Seen<{ readonly busy: number; readonly min: number }>;
}

/** An option of the library, in the library's own name. */
export interface ReadOption {
  readonly option: string;
  readonly value: Json;
  readonly origin: Origin;
}

export interface Reading {
  readonly pieces: readonly {
    readonly piece: Piece;
    readonly kind: PieceKind | null;
    /** Lines of a recognised piece that are about something else, from 1. */
    readonly unread?: readonly number[];
  }[];
  readonly library: {
    readonly id: LibraryId;
    /** Null: no piece and no answer says it. */
    readonly version: string | null;
    /** The version whose defaults are used where none is known. */
    readonly assumed?: string;
    readonly origin: Origin;
  } | null;
  readonly options: readonly ReadOption[];
  readonly settings: readonly Setting[];
  readonly unused: readonly Unused[];
  readonly observed: Observed;
  /** Client processes, from a Deployment. */
  readonly instances?: number;
  /** Keys whose value is a placeholder without a default. */
  readonly missing: readonly string[];
  /** What the text leaves open; every proposal that was taken is among them. */
  readonly choices?: readonly Choice[];
  readonly problems: readonly Problem[];
  /** Number of secrets that were masked. */
  readonly masked: number;
}
