/**
 * The pacer of an open load, in its own thread. Node's timers have millisecond resolution, in which thousands
 * of requests would arrive at once. A thread that sleeps without an event loop is accurate to about 50 µs.
 * Arrivals reach the client as messages of another thread, as in a server.
 */
import type { MessagePort } from 'node:worker_threads';
import type { RealArrivals } from '../../workload/workload.ts';
import { randomFrom, sampler } from './random.ts';

export interface PacerOrder {
  readonly arrivals: RealArrivals & { kind: 'open' };
  readonly seed: number;
  /** One number, a `Signal`. */
  readonly signal: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** Commands to the pacer in shared memory; it has no event loop for messages. */
export const Signal = { wait: 0, run: 1, stop: 2 } as const;

/** A number of arrivals; `lateMs` is the delay of the first. */
export interface Arrived {
  readonly count: number;
  readonly lateMs: number;
}

/** Arrivals closer than this share one message. */
const GRAIN_MS = 0.05;

/** Signals readiness with an arrival of zero requests; returns when it is stopped. */
export function pace({ arrivals, seed, signal, port }: PacerOrder): void {
  const cell = new Int32Array(signal);
  const { ratePerSec, burstSize, process } = arrivals;
  const gapMs = (1000 * burstSize) / ratePerSec;
  const kind = process === 'poisson' ? 'exponential' : 'constant';
  const gap = sampler(
    kind === 'constant' ? { kind, value: gapMs } : { kind, mean: gapMs },
    randomFrom(seed, 3),
  );
  port.postMessage({ count: 0, lateMs: 0 } satisfies Arrived);
  Atomics.wait(cell, 0, Signal.wait);
  let due = performance.now() + gap();
  while (Atomics.load(cell, 0) === Signal.run) {
    const now = performance.now();
    if (due > now) {
      Atomics.wait(cell, 0, Signal.run, Math.min(100, Math.max(GRAIN_MS, due - now)));
      continue;
    }
    const first = due;
    let count = 0;
    for (; due <= now; due += gap()) count += burstSize;
    port.postMessage({ count, lateMs: now - first } satisfies Arrived);
  }
}
