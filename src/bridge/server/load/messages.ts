/** What the bridge and the thread that makes the requests say to each other. */
import type { Look, MeasuredSummary, ThreadUse } from '../../workload/measured.ts';
import type { RealWorkload } from '../../workload/workload.ts';
import type { Tally } from './histogram.ts';

/** Last words of a thread whose Redis sent more than any reply can be. */
export const TOO_MUCH = 'replies without an end';

/** How connections are made. Secrets are in here: it is handed to the thread and nowhere else. */
export interface Access {
  readonly socket:
    | { readonly path: string }
    | { readonly host: string; readonly port: number; readonly tls: Tls | null };
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  readonly resp: 2 | 3;
}

export interface Tls {
  /** The name that the certificate must have, also when the connection goes through the relay. */
  readonly servername: string;
  /** A certificate to trust besides the system's, as PEM text. */
  readonly ca: string | undefined;
}

export interface LoadOrder {
  readonly workload: RealWorkload;
  readonly access: Access;
  readonly keys: readonly string[];
  readonly ttlMs: number;
  readonly warmupMs: number;
  readonly measuredMs: number;
  /** Most commands a second; null: as many as it can. */
  readonly commandsPerSec: number | null;
  /** The core that the thread stays on; null: any. */
  readonly core: number | null;
}

/** The order as the thread gets it. */
export interface ThreadOrder extends LoadOrder {
  /** Not 0: no more requests. Seen at once, also in the middle of a turn in which messages have to wait. */
  readonly stop: SharedArrayBuffer;
}

/** Why requests fail: the first word of Redis' error, or ours in lower case. */
export type FailureCounts = Readonly<Record<string, number>>;

/** What has happened since the last report. Everything in it adds up. */
export interface Report {
  readonly atUs: number;
  readonly intervalUs: number;
  readonly isWarmup: boolean;
  readonly issued: number;
  readonly completed: number;
  readonly shed: number;
  readonly failures: FailureCounts;
  /** Requests at the end of the interval, and their number times time within it (number × µs). */
  readonly inProgress: number;
  readonly inProgressUs: number;
  readonly oldestUs: number | null;
  readonly response: Tally;
  /** Sums over the completed requests, ns. */
  readonly waitCallerNs: number;
  readonly waitConnectionNs: number;
  readonly look: Look | null;
  /** Null when another program makes the requests. */
  readonly use: ThreadUse | null;
  /** The latest reason for a failure, in the words of Redis or of the client. */
  readonly lastError: string | null;
  /** How long nothing was answered although something was asked, ms. */
  readonly silentMs: number;
  readonly wasHeldBack: boolean;
}

export type FromLoad =
  | { readonly kind: 'connected' }
  /** Warm-up is over: measuring begins now. */
  | { readonly kind: 'measuring' }
  /** The measured time is over; what is under way is still awaited. */
  | { readonly kind: 'measured' }
  | { readonly kind: 'report'; readonly report: Report }
  /** What another program says of its whole run. */
  | { readonly kind: 'benchmarked'; readonly summary: MeasuredSummary }
  /** The connections are closed; how often each command was sent in the whole run. */
  | { readonly kind: 'ended'; readonly sent: Readonly<Record<string, number>> }
  /** It could not begin. */
  | { readonly kind: 'refused'; readonly message: string };

export type ToLoad = { readonly kind: 'stop' };
