// Generated from src/bridge/drivers/protocol.schema.json by `npm run schema`; never edited.

import type { ArrivalProcess, Client, Dist } from '../../../model/scenario/generated/scenario.ts';

/**
 * A message of the bridge: one line of JSON on standard input. The end of the input means that the bridge is gone.
 */
export type ToDriver =
  | {
      kind: 'prepare';
      order: DriverOrder;
    }
  | {
      kind: 'run';
    }
  | {
      kind: 'stop';
    };

/**
 * A message of a driver: one line of JSON on standard output.
 */
export type FromDriver =
  | {
      kind: 'connected';
      /**
       * Versions of the libraries and of the runtime.
       */
      versions: {
        [k: string]: string;
      };
    }
  | {
      kind: 'measuring';
      /**
       * Length of the warm-up.
       */
      warmupUs: number;
      /**
       * Whether the throughput was steady; null or absent: not asked for.
       */
      isSteady?: boolean | null;
    }
  | {
      kind: 'report';
      report: DriverReport;
    }
  | {
      kind: 'measured';
    }
  | {
      kind: 'ended';
      /**
       * Whether the process has nothing left of this run and waits for another order. Otherwise it exits.
       */
      isReusable: boolean;
      /**
       * Commands sent in the whole run, by the server's names of commands.
       */
      sent: Counts;
    }
  | {
      kind: 'refused';
      /**
       * One sentence in English.
       */
      message: string;
    };

/**
 * What to run, how long and against which Redis. Secrets are nowhere else.
 */
export interface DriverOrder {
  library: DriverLibrary;
  /**
   * Version of the library. A driver that was built with another version refuses.
   */
  version: string;
  runtime: DriverRuntime;
  /**
   * The client section of the scenario.
   */
  client: Client;
  workload: DriverWorkload;
  access: DriverAccess;
  /**
   * Full names; callers take them in turn.
   *
   * @maxItems 10000
   */
  keys: string[];
  /**
   * Expiry of every SET.
   */
  ttlMs: number;
  /**
   * Minimum length of the warm-up.
   */
  warmupMs: number;
  /**
   * Length of the measurement.
   */
  measuredMs: number;
  /**
   * Null: the warm-up has a fixed length.
   */
  steady: {
    /**
     * Maximum length of the warm-up.
     */
    maxWarmupMs: number;
  } | null;
  /**
   * Maximum commands per second; null: unlimited.
   */
  commandsPerSec: number | null;
}

/**
 * A client library.
 */
export type DriverLibrary = 'jedis' | 'lettuce' | 'goRedis' | 'redigo' | 'rueidis';

/**
 * What runs the callers.
 */
export type DriverRuntime = 'threads' | 'virtualThreads' | 'goroutines';

/**
 * What the callers send, and when.
 */
export interface DriverWorkload {
  arrivals: DriverArrivals;
  command: DriverCommand;
  /**
   * A second command in the mix.
   */
  second: DriverSecond | null;
  batch: DriverBatch;
  /**
   * Seed of think times, arrivals and the mix.
   */
  seed: number;
}

/**
 * A source of requests.
 */
export type DriverArrivals =
  | {
      kind: 'closed';
      /**
       * Callers.
       */
      callers: number;
      /**
       * Time over which the callers start.
       */
      rampUs: number;
      /**
       * Pause between a reply and the next request.
       */
      thinkUs: Dist;
    }
  | {
      kind: 'open';
      /**
       * Arrivals per second.
       */
      ratePerSec: number;
      process: ArrivalProcess;
      /**
       * Requests that arrive together.
       */
      burstSize: number;
      /**
       * Maximum concurrent requests.
       */
      callers: number;
      /**
       * Requests that may wait for a caller; further ones are rejected.
       */
      maxBacklog: number;
    };

/**
 * One command.
 */
export interface DriverCommand {
  kind: 'get' | 'set';
  /**
   * Size of the value.
   */
  valueBytes: number;
}

/**
 * A second command.
 */
export interface DriverSecond {
  kind: 'get' | 'set';
  /**
   * Size of the value.
   */
  valueBytes: number;
  /**
   * Share of the requests.
   */
  share: number;
}

/**
 * Commands of one request.
 */
export type DriverBatch =
  | {
      kind: 'none';
    }
  | {
      kind: 'multiKey';
      /**
       * Keys.
       */
      size: number;
      /**
       * MGET.
       */
      replyPerKey: boolean;
    }
  | {
      kind: 'pipeline';
      /**
       * Commands.
       */
      size: number;
    }
  | {
      kind: 'transaction';
      /**
       * Commands.
       */
      size: number;
      /**
       * 1: all at once; 2: EXEC after the other replies.
       */
      roundTrips: 1 | 2;
    };

/**
 * How to reach Redis.
 */
export interface DriverAccess {
  socket: DriverSocket;
  /**
   * Addresses of the nodes of a cluster, `socket` among them. Absent: a single server.
   *
   * @maxItems 100
   */
  nodes?: DriverSocket[];
  /**
   * Absent: the default user.
   */
  username?: string;
  /**
   * Absent: none.
   */
  password?: string;
  /**
   * Number of the database.
   */
  database: number;
  /**
   * Version of RESP.
   */
  resp: 2 | 3;
}

/**
 * An address.
 */
export type DriverSocket =
  | {
      /**
       * Its path.
       */
      path: string;
    }
  | {
      /**
       * Name or address.
       */
      host: string;
      /**
       * Port.
       */
      port: number;
      /**
       * Null: no TLS.
       */
      tls: DriverTls | null;
    };

/**
 * TLS.
 */
export interface DriverTls {
  /**
   * Name in the certificate, also behind the relay.
   */
  servername: string;
  /**
   * A CA certificate to trust besides the system's, PEM.
   */
  ca?: string;
}

/**
 * Activity since the last report. All fields are additive.
 */
export interface DriverReport {
  /**
   * Time since the first request of the run.
   */
  atUs: number;
  /**
   * Time since the last report.
   */
  intervalUs: number;
  /**
   * Whether the interval is part of the warm-up.
   */
  isWarmup: boolean;
  /**
   * Requests begun.
   */
  issued: number;
  /**
   * Requests completed.
   */
  completed: number;
  /**
   * Requests rejected by a full queue.
   */
  shed: number;
  /**
   * By reason: the first word of Redis' error, or the driver's own in lower case.
   */
  failures: Counts;
  /**
   * Requests in progress at the end of the interval.
   */
  inProgress: number;
  /**
   * Time integral of their number (number × µs).
   */
  inProgressUs: number;
  /**
   * Age of the oldest request in progress; null: none.
   */
  oldestUs: number | null;
  /**
   * Response times of the completed requests, from the intended start to the reply.
   */
  response: DriverTally;
  /**
   * Sum over the completed requests: waiting for a caller.
   */
  waitCallerNs: number;
  /**
   * Sum over the completed requests: waiting for a connection.
   */
  waitConnectionNs: number;
  /**
   * A sample of single requests; null: none.
   */
  look: DriverSample | null;
  use: ProcessUse;
  /**
   * The latest error message; null: none.
   */
  lastError: string | null;
  /**
   * Time without any reply while requests were in flight.
   */
  silentMs: number;
  /**
   * Whether `commandsPerSec` held requests back.
   */
  wasRateLimited: boolean;
}

/**
 * A histogram in the bridge's buckets (64 an octave): indices and counts, ascending. The sum is exact.
 */
export interface DriverTally {
  /**
   * @maxItems 2240
   */
  buckets: number[];
  /**
   * @maxItems 2240
   */
  counts: number[];
  /**
   * Values.
   */
  count: number;
  /**
   * Their sum.
   */
  sumNs: number;
  /**
   * Null: no value.
   */
  minNs: number | null;
  /**
   * 0: no value.
   */
  maxNs: number;
}

/**
 * Single requests, one index per request, as in the bridge's `RequestSample`. Times in µs since the first request of the run.
 */
export interface DriverSample {
  /**
   * Begin.
   */
  fromUs: number;
  /**
   * End.
   */
  toUs: number;
  /**
   * @maxItems 10000
   */
  caller: number[];
  /**
   * -1: unknown.
   *
   * @maxItems 10000
   */
  connection: number[];
  /**
   * When it was due.
   *
   * @maxItems 10000
   */
  startUs: number[];
  /**
   * @maxItems 10000
   */
  waitCallerUs: number[];
  /**
   * @maxItems 10000
   */
  waitConnectionUs: number[];
  /**
   * From the call to the write; null: not observed, then part of `awayUs`.
   *
   * @maxItems 10000
   */
  unwrittenUs: (number | null)[];
  /**
   * From the write to the reply.
   *
   * @maxItems 10000
   */
  awayUs: number[];
  /**
   * From the reply to the caller; null: not observed.
   *
   * @maxItems 10000
   */
  deliveryUs: (number | null)[];
  /**
   * @maxItems 10000
   */
  failed: (0 | 1)[];
}

/**
 * What the driver's process used since the last report. Null: not measured.
 */
export interface ProcessUse {
  /**
   * CPU time per time.
   */
  cores: number | null;
  /**
   * Context switches of threads that waited.
   */
  voluntarySwitches: number | null;
  /**
   * Context switches of threads that lost their core.
   */
  involuntarySwitches: number | null;
  /**
   * Resident memory.
   */
  residentBytes: number | null;
  /**
   * Time in which the garbage collector stopped the program or worked.
   */
  gcUs: number | null;
}

/**
 * Numbers by name.
 */
export interface Counts {
  [k: string]: number;
}
