/** Who makes requests: callers that wait for their replies, or arrivals that come whether or not anybody waits. */
import type { RealArrivals } from '../../workload/workload.ts';
import type { Connection, Ways } from './connection.ts';
import { type Random, sampler } from './random.ts';
import type { Recorder } from './recorder.ts';
import type { Requests } from './requests.ts';

/** After a failure: a client that asks again at once would only heat the machine. */
const AFTER_FAILURE_MS = 20;
/** How often a caller that is held back looks again. */
const HELD_MS = 5;

export interface Crew {
  ways: Ways;
  requests: Requests;
  recorder: Recorder;
  /** Whether a request may go now; it goes as many times as it may. */
  mayGo: () => boolean;
  isStopping: () => boolean;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Somebody who makes requests, one at a time. What a request needs is here once and for all: made anew for each, it would take
 * as long as the client itself.
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
    // Where nobody waits for a connection, reading the clock again would only cost time.
    if (this.#crew.ways.lends) this.#times.sentMs = performance.now();
    return this.#crew.requests.perform(connection);
  };

  /**
   * Makes one request, wanted since `startMs`, that has had this caller since `issuedMs`. Answers when its reply came, or
   * undefined when none did.
   */
  async request(startMs: number, issuedMs: number): Promise<number | undefined> {
    const { ways, recorder } = this.#crew;
    const times = this.#times;
    const calledMs = performance.now();
    times.startMs = startMs;
    times.issuedMs = issuedMs;
    times.calledMs = calledMs;
    times.sentMs = calledMs;
    recorder.begin(this.#number, startMs, calledMs);
    try {
      await ways.use(this.#work);
      return recorder.end(this.#number, times, this.#connection);
    } catch (error) {
      recorder.fail(this.#number, times, error);
      return undefined;
    }
  }
}

/** Each caller makes its next request when it has the reply to the last one. */
export function startClosed(crew: Crew, arrivals: RealArrivals & { kind: 'closed' }, random: Random): void {
  const thinkUs = sampler(arrivals.thinkUs, random);
  const work = async (number: number) => {
    const caller = new Caller(crew, number);
    if (arrivals.rampUs > 0) await pause((arrivals.rampUs / 1000) * (number / arrivals.callers));
    // Timers count in whole milliseconds: what one pause was too long is taken from the next.
    let debtMs = 0;
    // The next request is wanted when the reply is there, also while the thread serves the other callers first.
    let wantedSinceMs: number | undefined;
    while (!crew.isStopping()) {
      if (!crew.mayGo()) {
        crew.recorder.heldBack();
        wantedSinceMs = undefined;
        await pause(HELD_MS);
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

/** Answers what to call when requests arrive, with the moment they were meant to. */
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
      // Now and then what has been served is forgotten.
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
        crew.recorder.heldBack();
        crew.recorder.shed(1);
        continue;
      }
      waiting.push(atMs);
      const caller = free.pop();
      if (caller !== undefined) void serve(caller);
    }
  };
}
