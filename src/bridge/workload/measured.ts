/**
 * Results of a real run, with the names of the model's `Summary` where the meaning is the same, so that the
 * same charts show both. Unobservable values are absent or null, never zero.
 */
import type {
  Batching,
  Distribution,
  Little,
  Phase,
  Requests,
  ResponseHistogram,
  Series,
  Throughput,
} from '../../model/scenario/generated/summary.ts';
import type { Remark } from './remark.ts';
import type { RealWorkload } from './workload.ts';

/**
 * Phases of a request that JavaScript can time: the wait for a caller (from the intended arrival on), the
 * wait for a connection, and the call until its reply. The last covers all phases of the model from `prepare`
 * to `decode`.
 */
export type VisiblePhase = Extract<Phase, 'waitCaller' | 'waitConnection'> | 'callToReply';

export interface VisiblePhaseTime {
  readonly phase: VisiblePhase;
  readonly meanUs: number;
  /** Share of the mean response time. */
  readonly share: number;
}

/**
 * Failed requests by reason: the first word of Redis' error (`OOM`, `NOAUTH`), or our own in lower case
 * (`connection`, `timeout`).
 */
export interface FailureKind {
  readonly reason: string;
  readonly count: number;
}

/**
 * The measurable part of a `Summary`. Times are wall time, from just before a request to just after its
 * reply.
 */
export interface MeasuredSummary {
  /** Start of the measured window after the first request, and its length, µs. */
  readonly windowStartUs: number;
  readonly windowUs: number;
  readonly requests: Omit<Requests, 'failures'> & { readonly failures: readonly FailureKind[] };
  readonly throughput: Throughput;
  readonly responseTime: Distribution;
  /** The model's buckets. Null for a driver that reports only percentiles. */
  readonly responseHistogram: ResponseHistogram | null;
  /** Over the whole run, warm-up included; intervals are equal up to clock inaccuracy. */
  readonly series: Series | null;
  /** Null for a driver that does not time them. */
  readonly phases: readonly VisiblePhaseTime[] | null;
  readonly little: Omit<Little, 'residualNs'> | null;
}

/** Increase of the server's counters over a window. Null: this server has no such counter. */
export interface ServerUse {
  readonly windowUs: number;
  /** From `INFO commandstats`, without the bridge's own INFO. */
  readonly commands: readonly {
    readonly name: string;
    readonly calls: number;
    /** Mean execution time. */
    readonly meanUs: number;
    readonly failed: number;
  }[];
  readonly cpuUserUs: number;
  readonly cpuSystemUs: number;
  /** read() and write() calls that transferred data. */
  readonly reads: number | null;
  readonly writes: number | null;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly usedMemoryBytes: number;
  readonly connectedClients: number;
}

/** Utilisation above which a thread is the bottleneck of a measurement. */
export const FULL_THREAD = 0.95;

/** One thread of the bridge: event-loop utilisation and timer lateness. */
export interface ThreadUse {
  /** Share of time in which the event loop was not idle. */
  readonly utilisation: number;
  readonly delayMeanUs: number;
  readonly delayMaxUs: number;
  /** CPU time of this thread, in cores; absent if the system does not report it, and in older recordings. */
  readonly cores?: number | undefined;
}

/** The relay. Its configured delay is in the workload. */
export interface RelayUse extends ThreadUse {
  /** Added delay per packet beyond the configured one. */
  readonly lateMeanUs: number;
  readonly lateMaxUs: number;
  readonly packetsOut: number;
  readonly packetsBack: number;
  readonly bytesOut: number;
  readonly bytesBack: number;
}

/** Resource use of the bridge during an experiment. */
export interface BridgeUse {
  /** The load thread; null if another program sends the requests. */
  readonly load: ThreadUse | null;
  readonly main: ThreadUse;
  readonly relay: RelayUse | null;
  /** CPU time of the whole bridge, in cores. */
  readonly cores: number;
  readonly residentBytes: number;
}

/** The process of a client library, over the measured window. Null: the system does not say. */
export interface ProgramUse {
  /** Versions of the library and of its runtime, by name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly cores: number | null;
  readonly voluntarySwitches: number | null;
  readonly involuntarySwitches: number | null;
  readonly residentBytes: number | null;
  /** Time in which the garbage collector stopped the callers. */
  readonly gcUs: number | null;
  readonly warmupUs: number;
  /** Whether the throughput was steady when the warm-up ended; null: that was no condition. */
  readonly isSteady: boolean | null;
}

/** Load that the measurement added to the server, for other users of it. */
export interface Footprint {
  readonly commandsPerSec: number;
  /** Commands by which the bridge observes. */
  readonly observingPerSec: number;
  readonly bytesPerSec: number;
  readonly connections: number;
  /** Growth of used memory; null if it shrank because others freed more. */
  readonly memoryBytes: number | null;
}

/** Maximum number of callers that are sampled: those with the lowest numbers. */
export const SAMPLED_CALLERS = 200;

/**
 * A sample of single requests for the stage: every request of the first callers from `fromUs` to `toUs`. It
 * is a structure of arrays, one index per request. Times are whole µs since the run's first request; a
 * request's phases are contiguous. It has no keys and no values.
 */
export interface RequestSample {
  readonly fromUs: number;
  /** If the next sample starts at this time, it continues this one. */
  readonly toUs: number;
  /**
   * Requests completed since the last message that overlapped a sample. A slow request may have started in an
   * earlier sample, which was sent long before.
   */
  readonly caller: readonly number[];
  /** -1: unknown. */
  readonly connection: readonly number[];
  /** When it was due. */
  readonly startUs: readonly number[];
  readonly waitCallerUs: readonly number[];
  readonly waitConnectionUs: readonly number[];
  /** From the call to its write(); null if not observed, then part of `awayUs` (TLS, reconnections). */
  readonly unwrittenUs: readonly (number | null)[];
  /** From the write to the arrival of the reply: network, Redis, network, which cannot be separated here. */
  readonly awayUs: readonly number[];
  /** From the arrival to the caller; null as above. */
  readonly deliveryUs: readonly (number | null)[];
  /** 1: it failed, with an error or without a reply. */
  readonly failed: readonly (0 | 1)[];
}

/** Activity since the last progress notice, about ten times per second. */
export interface Progress {
  /** Since the first request of the run. */
  readonly atUs: number;
  readonly intervalUs: number;
  readonly isWarmup: boolean;
  readonly issued: number;
  readonly completed: number;
  readonly failed: number;
  readonly shed: number;
  readonly inProgress: number;
  /** Of the completions in this interval. */
  readonly histogram: ResponseHistogram;
  readonly meanUs: number | null;
  readonly bridge: BridgeUse;
  /** About once per second: increase since the last reading. */
  readonly server: ServerUse | null;
  /** Null: no sample, or the page was too slow. */
  readonly look: RequestSample | null;
  /** Why requests currently fail or get no reply. */
  readonly trouble: Remark | null;
}

/** The final result of a run. */
export interface Measured {
  readonly workload: RealWorkload;
  readonly ended: 'complete' | 'stopped' | 'lost';
  /** Null if it ended before the measurement. */
  readonly summary: MeasuredSummary | null;
  /** Over the measured window. */
  readonly server: ServerUse | null;
  /** Commands per server call. The client's calls are not observable. */
  readonly batching: Batching;
  readonly bridge: BridgeUse;
  /** The program of a library that sent the requests; absent for the clients of Node. */
  readonly program?: ProgramUse | undefined;
  readonly footprint: Footprint | null;
  /** Cores used by other programs; absent if Redis is on another machine, and in older recordings. */
  readonly othersCores?: number | undefined;
  /**
   * Client and server counts of every command in the whole run, key handling included. They differ if others
   * used the same commands, or replies were lost.
   */
  readonly counted: readonly {
    readonly name: string;
    readonly sent: number;
    readonly server: number | null;
  }[];
  /** Caveats: the bridge itself was the bottleneck, the relay was late. */
  readonly remarks: readonly Remark[];
}
