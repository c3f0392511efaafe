/**
 * The clock of an open load, in a thread of its own. Node's timers count in milliseconds, in which thousands of requests
 * would arrive at once; a thread that may sleep without an event loop is on time to some 50 µs. Arrivals reach the client as
 * they do in a server: as something that another thread has for its event loop.
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

/** What the pacer is told through shared memory; it has no event loop to hear anything else. */
export const Signal = { wait: 0, run: 1, stop: 2 } as const;

/** So many requests arrived; `lateMs` is how long ago the first of them was meant to. */
export interface Arrived {
  readonly count: number;
  readonly lateMs: number;
}

/** Arrivals closer together than this travel in one message. */
const GRAIN_MS = 0.05;

/** Says that it is ready with an arrival of nobody, and returns when it is told to stop. */
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
