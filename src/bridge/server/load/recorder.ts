/** Counts and times requests in the load thread, cheaply enough not to disturb the measurement. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { ThreadUse } from '../../workload/measured.ts';
import { Histogram } from './histogram.ts';
import type { Report } from './messages.ts';
import { Samples, type Times } from './sampling.ts';
import type { SocketTimes } from './socket-times.ts';

/** CPU time of the calling thread; undefined if the system does not report it per thread. */
function threadCpu(): { usedNs: number; atMs: number } | undefined {
  try {
    const [used] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return { usedNs: Number(used), atMs: performance.now() };
  } catch {
    return undefined;
  }
}

/** Monitors the calling thread's event loop; returns the usage since the last call. */
export function watchLoop(): () => ThreadUse {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let last = performance.eventLoopUtilization();
  let cpu = threadCpu();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    // The histogram records the full distance between two ticks; the lateness is the part beyond the
    // resolution.
    const lateUs = (ns: number) =>
      Number.isFinite(ns) && delay.count > 0 ? Math.max(0, ns / 1000 - 10_000) : 0;
    const before = cpu;
    cpu = threadCpu();
    const cores = before &&
      cpu && { cores: (cpu.usedNs - before.usedNs) / 1e6 / Math.max(1, cpu.atMs - before.atMs) };
    const use = {
      ...cores,
      utilisation: utilization,
      delayMeanUs: lateUs(delay.mean),
      delayMaxUs: lateUs(delay.max),
    };
    delay.reset();
    return use;
  };
}

export class Recorder {
  readonly #response = new Histogram();
  readonly #use = watchLoop();
  /** Due time of each caller's request; NaN = none. */
  readonly #since: Float64Array;
  #underway = 0;
  #startMs = 0;
  #reportedMs = 0;
  #changedMs = 0;
  #lastAnswerMs = 0;
  #issued = 0;
  #completed = 0;
  #shed = 0;
  #area = 0;
  #waitCallerMs = 0;
  #waitConnectionMs = 0;
  #failures: Record<string, number> = {};
  #lastError: string | null = null;
  #wasRateLimited = false;

  readonly #looks: Samples;

  constructor(callers: number, socketTimes: SocketTimes) {
    this.#looks = new Samples(callers, socketTimes);
    this.#since = new Float64Array(callers).fill(Number.NaN);
  }

  start(): void {
    this.#startMs = performance.now();
    this.#reportedMs = this.#startMs;
    this.#changedMs = this.#startMs;
    this.#lastAnswerMs = this.#startMs;
    this.#looks.start(this.#startMs);
    this.#use();
  }

  /** Starts a request that was due at `startMs`. */
  begin(caller: number, startMs: number, now: number): void {
    this.#level(now);
    // Its time counts from when it was due, even before the last report.
    this.#area += Math.max(0, now - startMs);
    if (this.#underway === 0) this.#lastAnswerMs = now;
    this.#since[caller] = startMs;
    this.#underway++;
    this.#issued++;
    this.#looks.begin(caller, now);
  }

  /** Records a reply; returns its time. */
  end(caller: number, times: Times, connection: number): number {
    const now = performance.now();
    this.#level(now);
    this.#leave(caller);
    this.#lastAnswerMs = now;
    this.#completed++;
    this.#response.record(Math.round((now - times.startMs) * 1e6));
    this.#waitCallerMs += times.issuedMs - times.startMs;
    this.#waitConnectionMs += times.sentMs - times.calledMs;
    this.#looks.end(caller, connection, times, now, false);
    return now;
  }

  fail(caller: number, times: Times, error: unknown): void {
    const now = performance.now();
    this.#level(now);
    this.#leave(caller);
    const message = error instanceof Error ? error.message : String(error);
    const reason = reasonOf(error, message);
    this.#failures[reason] = (this.#failures[reason] ?? 0) + 1;
    this.#lastError = message.slice(0, 200);
    this.#looks.end(caller, -1, times, now, true);
  }

  /** Counts requests rejected by a full queue. */
  shed(count: number): void {
    this.#shed += count;
  }

  rateLimited(): void {
    this.#wasRateLimited = true;
  }

  get isIdle(): boolean {
    return this.#underway === 0;
  }

  /** The activity since the last report. */
  report(isWarmup: boolean): Report {
    const now = performance.now();
    this.#level(now);
    const oldest = this.#oldest();
    const report: Report = {
      atUs: Math.round((now - this.#startMs) * 1000),
      intervalUs: Math.round((now - this.#reportedMs) * 1000),
      isWarmup,
      issued: this.#issued,
      completed: this.#completed,
      shed: this.#shed,
      failures: this.#failures,
      inProgress: this.#underway,
      inProgressUs: this.#area * 1000,
      oldestUs: oldest === undefined ? null : Math.round((now - oldest) * 1000),
      response: this.#response.take(),
      waitCallerNs: this.#waitCallerMs * 1e6,
      waitConnectionNs: this.#waitConnectionMs * 1e6,
      look: this.#looks.take(now),
      use: this.#use(),
      lastError: this.#lastError,
      silentMs: this.#underway > 0 ? Math.round(now - this.#lastAnswerMs) : 0,
      wasRateLimited: this.#wasRateLimited,
    };
    this.#reportedMs = now;
    this.#issued = 0;
    this.#completed = 0;
    this.#shed = 0;
    this.#area = 0;
    this.#waitCallerMs = 0;
    this.#waitConnectionMs = 0;
    this.#failures = {};
    this.#lastError = null;
    this.#wasRateLimited = false;
    return report;
  }

  #leave(caller: number): void {
    this.#since[caller] = Number.NaN;
    this.#underway--;
  }

  #oldest(): number | undefined {
    const min = this.#since.reduce(
      (earliest, ms) => (ms < earliest ? ms : earliest),
      Number.POSITIVE_INFINITY,
    );
    return Number.isFinite(min) ? min : undefined;
  }

  /** Updates the time integral of requests in progress. */
  #level(now: number): void {
    this.#area += (now - this.#changedMs) * this.#underway;
    this.#changedMs = now;
  }
}

/** Redis errors start with a word in capitals; the client's own are timeouts or connection errors. */
function reasonOf(error: unknown, message: string): string {
  const word = /^([A-Z]{2,})\b/.exec(message)?.[1];
  if (word) return word;
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || /timed? ?out/i.test(message));
  return isLate ? 'timeout' : 'connection';
}
