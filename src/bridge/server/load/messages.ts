/** Messages between the bridge and the load thread. */
import type { MeasuredSummary, RequestSample, ThreadUse } from '../../workload/measured.ts';
import type { RealWorkload } from '../../workload/workload.ts';
import type { Tally } from './histogram.ts';

/** Error of a thread whose Redis sent an oversized reply. */
export const OVERSIZED_REPLY = 'replies without an end';

/** Connection parameters. They contain secrets and go only to the thread. */
export interface Access {
  readonly socket: Socket;
  /** Addresses of the nodes of a cluster; absent: a single server. */
  readonly nodes?: readonly Socket[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  readonly resp: 2 | 3;
}

/** An address. */
export type Socket =
  | { readonly path: string }
  | { readonly host: string; readonly port: number; readonly tls: Tls | null };

export interface Tls {
  /** Expected name in the certificate, also through the relay. */
  readonly servername: string;
  /** A CA certificate to trust besides the system's, PEM. */
  readonly ca: string | undefined;
}

export interface LoadOrder {
  readonly workload: RealWorkload;
  readonly access: Access;
  readonly keys: readonly string[];
  readonly ttlMs: number;
  readonly warmupMs: number;
  readonly measuredMs: number;
  /** Maximum commands per second; null: unlimited. */
  readonly commandsPerSec: number | null;
  /** Core that the thread is pinned to; null: any. */
  readonly core: number | null;
}

/** The order as sent to the thread. */
export interface ThreadOrder extends LoadOrder {
  /** Nonzero: send no more requests. Visible at once, even within an event-loop turn. */
  readonly stop: SharedArrayBuffer;
}

/** Failures by reason: the first word of Redis' error, or our own in lower case. */
export type FailureCounts = Readonly<Record<string, number>>;

/** Activity since the last report. All fields are additive. */
export interface Report {
  readonly atUs: number;
  readonly intervalUs: number;
  readonly isWarmup: boolean;
  readonly issued: number;
  readonly completed: number;
  readonly shed: number;
  readonly failures: FailureCounts;
  /** Requests in progress at the end of the interval, and the time integral of their number (number × µs). */
  readonly inProgress: number;
  readonly inProgressUs: number;
  readonly oldestUs: number | null;
  readonly response: Tally;
  /** Sums over the completed requests, ns. */
  readonly waitCallerNs: number;
  readonly waitConnectionNs: number;
  readonly look: RequestSample | null;
  /** Null if another program sends the requests. */
  readonly use: ThreadUse | null;
  /** The latest error message of Redis or the client. */
  readonly lastError: string | null;
  /** Time without any reply while requests were in flight, ms. */
  readonly silentMs: number;
  readonly wasRateLimited: boolean;
}

export type FromLoad =
  | { readonly kind: 'connected' }
  /** Warm-up has ended; measurement starts. */
  | { readonly kind: 'measuring' }
  /** The measured time is over; requests in flight may still complete. */
  | { readonly kind: 'measured' }
  | { readonly kind: 'report'; readonly report: Report }
  /** The report of another program for its whole run. */
  | { readonly kind: 'benchmarked'; readonly summary: MeasuredSummary }
  /** The connections are closed; number of commands sent in the whole run, by command. */
  | { readonly kind: 'ended'; readonly sent: Readonly<Record<string, number>> }
  /** It could not start. */
  | { readonly kind: 'refused'; readonly message: string };

export type ToLoad = { readonly kind: 'stop' };
