/**
 * What a real run has shown, in the words of the model's `Summary` where they mean the same, so that the same charts draw
 * both. What cannot be seen from here is absent or null, never zero.
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
 * Stretches of a request's way that JavaScript can time: waiting for a free caller (from its intended arrival on), waiting
 * for a connection of a pool, and from the call of the command to its reply. The last holds all that the model tells apart
 * between `prepare` and `decode`.
 */
export type VisiblePhase = Extract<Phase, 'waitCaller' | 'waitConnection'> | 'callToReply';

export interface VisiblePhaseTime {
  readonly phase: VisiblePhase;
  readonly meanUs: number;
  /** Share of the mean response time. */
  readonly share: number;
}

/** Failed requests by the first word of the reason: Redis' own (`OOM`, `NOAUTH`), or ours in lower case (`connection`, `timeout`). */
export interface FailureKind {
  readonly reason: string;
  readonly count: number;
}

/** The part of a `Summary` that reality answers. Times are wall time, from just before a request to just after its reply. */
export interface MeasuredSummary {
  /** Start of the measured window after the first request, µs, and its length. */
  readonly windowStartUs: number;
  readonly windowUs: number;
  readonly requests: Omit<Requests, 'failures'> & { readonly failures: readonly FailureKind[] };
  readonly throughput: Throughput;
  readonly responseTime: Distribution;
  /** The same buckets as the model's. Null from a driver that tells only percentiles. */
  readonly responseHistogram: ResponseHistogram | null;
  /** Over the whole run, warm-up included; intervals are equal but for the clock's inaccuracy. */
  readonly series: Series | null;
  /** Null from a driver that does not time them. */
  readonly phases: readonly VisiblePhaseTime[] | null;
  readonly little: Omit<Little, 'residualNs'> | null;
}

/** Differences of the server's own counters over a window. Null: this server does not count it. */
export interface ServerUse {
  readonly windowUs: number;
  /** From `INFO commandstats`, the bridge's own INFO left out. */
  readonly commands: readonly {
    readonly name: string;
    readonly calls: number;
    /** Mean execution time. */
    readonly meanUs: number;
    readonly failed: number;
  }[];
  readonly cpuUserUs: number;
  readonly cpuSystemUs: number;
  /** read() and write() calls that carried something. */
  readonly reads: number | null;
  readonly writes: number | null;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly usedMemoryBytes: number;
  readonly connectedClients: number;
}

/** A thread that is busier than this share of its time decides what is measured: it has none left for more requests. */
export const FULL_THREAD = 0.95;

/** One thread of the bridge: how full its event loop was, and how late its timers came. */
export interface ThreadUse {
  /** Share of the time that the event loop was not idle. */
  readonly utilisation: number;
  readonly delayMeanUs: number;
  readonly delayMaxUs: number;
  /** Processor time of this thread alone, in cores; absent where the system does not tell, and from older recordings. */
  readonly cores?: number | undefined;
}

/** The relay: what it was asked to add is in the workload. */
export interface RelayUse extends ThreadUse {
  /** What it added to a packet beyond what it was asked to add. */
  readonly lateMeanUs: number;
  readonly lateMaxUs: number;
  readonly packetsOut: number;
  readonly packetsBack: number;
  readonly bytesOut: number;
  readonly bytesBack: number;
}

/** The bridge as a part of the experiment. */
export interface BridgeUse {
  /** The thread that makes the requests; null when another program makes them. */
  readonly load: ThreadUse | null;
  readonly main: ThreadUse;
  readonly relay: RelayUse | null;
  /** Processor time of the whole bridge, in cores. */
  readonly cores: number;
  readonly residentBytes: number;
}

/** What the measurement added to the server, for whoever shares it. */
export interface Footprint {
  readonly commandsPerSec: number;
  /** Those by which the bridge observes. */
  readonly observingPerSec: number;
  readonly bytesPerSec: number;
  readonly connections: number;
  /** Growth of used memory; null when it shrank, because others freed more. */
  readonly memoryBytes: number | null;
}

/** So many callers are looked at one request after the other, however many there are: those with the lowest numbers. */
export const CALLERS_SEEN = 200;

/**
 * A look at single requests, for the stage: for a moment, `fromUs` to `toUs`, every request of the first callers. A column
 * holds one thing of each, a request is one place in all of them. Moments are whole µs since the first request of the run;
 * the stretches of a request follow each other without a gap. It holds times and numbers and nothing else: no keys, no values.
 */
export interface Look {
  readonly fromUs: number;
  /** Where it equals the beginning of the next look, that goes on where this one ends. */
  readonly toUs: number;
  /**
   * Requests answered since the last look was told that were under way during it or an earlier one: of a slow request the
   * look that it began in has been told long before.
   */
  readonly caller: readonly number[];
  /** -1: none that is known. */
  readonly connection: readonly number[];
  /** When it was wanted. */
  readonly startUs: readonly number[];
  readonly waitCallerUs: readonly number[];
  readonly waitConnectionUs: readonly number[];
  /** From the call to the write() that took it along; null: not seen, it is a part of `awayUs` (TLS, a connection that was made again). */
  readonly unwrittenUs: readonly (number | null)[];
  /** From there to the arrival of its reply: network, Redis, network; where just then cannot be seen from here. */
  readonly awayUs: readonly number[];
  /** From the arrival to the caller having the reply; null as above. */
  readonly deliveryUs: readonly (number | null)[];
  /** 1: it was answered with an error, or not at all. */
  readonly failed: readonly (0 | 1)[];
}

/** What has happened since the last progress; about ten times a second. */
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
  /** About once a second: differences since the last one. */
  readonly server: ServerUse | null;
  /** Null: nothing was looked at, or the page was too slow to be told. */
  readonly look: Look | null;
  /** Why requests fail or stay away just now. */
  readonly trouble: Remark | null;
}

/** What a run has shown, once it has ended. */
export interface Measured {
  readonly workload: RealWorkload;
  readonly ended: 'complete' | 'stopped' | 'lost';
  /** Null when it ended before anything was measured. */
  readonly summary: MeasuredSummary | null;
  /** Over the measured window. */
  readonly server: ServerUse | null;
  /** From the server's counters: what its calls carried. What the client's calls carried cannot be seen from here. */
  readonly batching: Batching;
  readonly bridge: BridgeUse;
  readonly footprint: Footprint | null;
  /** Cores that other programs kept busy meanwhile; absent where Redis is on another machine, and from older recordings. */
  readonly othersCores?: number | undefined;
  /**
   * Both counts of every command of the whole run, key handling included: the clients' and the server's. They differ when
   * others used the same commands meanwhile, or when replies were lost.
   */
  readonly counted: readonly {
    readonly name: string;
    readonly sent: number;
    readonly server: number | null;
  }[];
  /** What the reader has to know: that the bridge itself was the limit, that the relay was late. */
  readonly remarks: readonly Remark[];
}
