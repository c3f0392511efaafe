/**
 * Sources of requests: callers that wait for their replies (closed loop), or independent arrivals (open
 * loop).
 */
import type { RealArrivals } from '../../workload/workload.ts';
import type { Connection, ConnectionSet } from './connection.ts';
import { type Random, sampler } from './random.ts';
import type { Recorder } from './recorder.ts';
import type { Requests } from './requests.ts';

/** Pause after a failure: immediate retries would only use CPU. */
const AFTER_FAILURE_MS = 20;
/** Polling interval of a caller that the rate limit blocks. */
const BLOCKED_POLL_MS = 5;

export interface Crew {
  connections: ConnectionSet;
  requests: Requests;
  recorder: Recorder;
  /** Whether a request may be sent now; true consumes a permit. */
  mayGo: () => boolean;
  isStopping: () => boolean;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A caller: sends requests one at a time. All state is allocated once; allocating it per request would cost
 * as much as the client itself.
 */
class Caller {
  readonly #crew: Crew;
  readonly #number: number;
  readonly #times = { startMs: 0, issuedMs: 0, calledMs: 0, sentMs: 0 };
  #connection = -1;

  constructor(crew: Crew, number: number) {
    this.#crew = crew;
    this.#number = number;
  }

  readonly #work = (connection: Connection): Promise<unknown> => {
    this.#connection = connection.index;
    // Without a pool, reading the clock again would only cost time.
    if (this.#crew.connections.isPooled) this.#times.sentMs = performance.now();
    return this.#crew.requests.perform(connection);
  };

  /**
   * Sends one request, due at `startMs` and assigned to this caller at `issuedMs`. Resolves with the time of
   * the reply, or undefined without one.
   */
  async request(startMs: number, issuedMs: number): Promise<number | undefined> {
    const { connections, recorder } = this.#crew;
    const times = this.#times;
    const calledMs = performance.now();
    times.startMs = startMs;
    times.issuedMs = issuedMs;
    times.calledMs = calledMs;
    times.sentMs = calledMs;
    recorder.begin(this.#number, startMs, calledMs);
    try {
      await connections.use(this.#work);
      return recorder.end(this.#number, times, this.#connection);
    } catch (error) {
      recorder.fail(this.#number, times, error);
      return undefined;
    }
  }
}

/** Closed loop: each caller sends its next request after the reply to the last. */
export function startClosed(crew: Crew, arrivals: RealArrivals & { kind: 'closed' }, random: Random): void {
  const thinkUs = sampler(arrivals.thinkUs, random);
  const work = async (number: number) => {
    const caller = new Caller(crew, number);
    if (arrivals.rampUs > 0) await pause((arrivals.rampUs / 1000) * (number / arrivals.callers));
    // Timers have millisecond resolution: the excess of one pause is subtracted from the next.
    let debtMs = 0;
    // The next request is due when the reply arrives, even if the thread serves other callers first.
    let wantedSinceMs: number | undefined;
    while (!crew.isStopping()) {
      if (!crew.mayGo()) {
        crew.recorder.rateLimited();
        wantedSinceMs = undefined;
        await pause(BLOCKED_POLL_MS);
        continue;
      }
      const startMs = wantedSinceMs ?? performance.now();
      wantedSinceMs = await caller.request(startMs, startMs);
      if (wantedSinceMs === undefined) await pause(AFTER_FAILURE_MS);
      const thinkMs = thinkUs() / 1000 - debtMs;
      if (thinkMs <= 0) continue;
      const before = performance.now();
      wantedSinceMs = undefined;
      await pause(thinkMs);
      debtMs = Math.max(0, performance.now() - before - thinkMs);
    }
  };
  for (let number = 0; number < arrivals.callers; number++) void work(number);
}

/** Open loop: returns a function to call for each arrival with its intended time. */
export function startOpen(
  crew: Crew,
  { callers, maxBacklog }: RealArrivals & { kind: 'open' },
): (count: number, atMs: number) => void {
  const waiting: number[] = [];
  let first = 0;
  const free = Array.from({ length: callers }, (_, number) => new Caller(crew, callers - 1 - number));
  const serve = async (caller: Caller) => {
    while (!crew.isStopping() && first < waiting.length) {
      const startMs = waiting[first++] ?? 0;
      // Compacts the queue now and then.
      if (first > 1024 && first * 2 > waiting.length) {
        waiting.splice(0, first);
        first = 0;
      }
      const answeredMs = await caller.request(startMs, performance.now());
      if (answeredMs === undefined) await pause(AFTER_FAILURE_MS);
    }
    free.push(caller);
  };
  return (count, atMs) => {
    for (let i = 0; i < count; i++) {
      if (waiting.length - first >= maxBacklog && free.length === 0) {
        crew.recorder.shed(1);
        continue;
      }
      if (!crew.mayGo()) {
        crew.recorder.rateLimited();
        crew.recorder.shed(1);
        continue;
      }
      waiting.push(atMs);
      const caller = free.pop();
      if (caller !== undefined) void serve(caller);
    }
  };
}
