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

/** What is known of one request before it is made. */
interface Wanted {
  /** Since when it is wanted, and since when there is a caller for it. */
  readonly startMs: number;
  readonly issuedMs: number;
}

/** Makes one request; answers when its reply came, or undefined when none did. */
async function request(
  { ways, requests, recorder }: Crew,
  caller: number,
  wanted: Wanted,
): Promise<number | undefined> {
  const calledMs = performance.now();
  const times = { ...wanted, calledMs, sentMs: calledMs };
  const id = recorder.begin(wanted.startMs, calledMs);
  const perform = requests.next();
  let index = -1;
  const work = (connection: Connection) => {
    index = connection.index;
    // Where nobody waits for a connection, reading the clock again would only cost time.
    if (ways.lends) times.sentMs = performance.now();
    return perform(connection);
  };
  try {
    await ways.use(work);
    return recorder.end(id, caller, times, index);
  } catch (error) {
    recorder.fail(id, caller, times, error);
    return undefined;
  }
}

/** Each caller makes its next request when it has the reply to the last one. */
export function startClosed(crew: Crew, arrivals: RealArrivals & { kind: 'closed' }, random: Random): void {
  const thinkUs = sampler(arrivals.thinkUs, random);
  const caller = async (number: number) => {
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
      wantedSinceMs = await request(crew, number, { startMs, issuedMs: startMs });
      if (wantedSinceMs === undefined) await pause(AFTER_FAILURE_MS);
      const thinkMs = thinkUs() / 1000 - debtMs;
      if (thinkMs <= 0) continue;
      const before = performance.now();
      wantedSinceMs = undefined;
      await pause(thinkMs);
      debtMs = Math.max(0, performance.now() - before - thinkMs);
    }
  };
  for (let number = 0; number < arrivals.callers; number++) void caller(number);
}

/** Answers what to call when requests arrive, with the moment they were meant to. */
export function startOpen(
  crew: Crew,
  { callers, maxBacklog }: RealArrivals & { kind: 'open' },
): (count: number, atMs: number) => void {
  const waiting: number[] = [];
  let first = 0;
  const free = Array.from({ length: callers }, (_, number) => callers - 1 - number);
  const serve = async (caller: number) => {
    while (!crew.isStopping() && first < waiting.length) {
      const startMs = waiting[first++] ?? 0;
      // Now and then what has been served is forgotten.
      if (first > 1024 && first * 2 > waiting.length) {
        waiting.splice(0, first);
        first = 0;
      }
      const answeredMs = await request(crew, caller, { startMs, issuedMs: performance.now() });
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
