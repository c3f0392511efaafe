/**
 * A relay that delays traffic to Redis: forwards bytes in both directions after a delay, in order, in its own
 * thread. It gives real clients round trips of 1, 12 or 250 ms on one machine.
 */
import { type AddressInfo, connect, createServer } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import { randomFrom, sampler } from '../load/random.ts';
import { watchLoop } from '../load/recorder.ts';
import { Direction } from './direction.ts';
import type { FromRelay, RelayOrder } from './messages.ts';

const REPORT_MS = 100;
/** Event-loop timers are trusted to this resolution; the rest is spent in short sleeps. */
const COARSE_MS = 2;
const NAP_MS = 0.05;

export function relay(order: RelayOrder, port: MessagePort): void {
  const send = (message: FromRelay) => port.postMessage(message);
  const directions = new Set<Direction>();
  const use = watchLoop();
  const late = { sumMs: 0, maxMs: 0, count: 0 };
  const total = { packetsOut: 0, packetsBack: 0, bytesOut: 0, bytesBack: 0 };
  const nap = new Int32Array(new SharedArrayBuffer(4));

  let timer: NodeJS.Timeout | undefined;
  let isTurning = false;
  let wakesMs = Number.POSITIVE_INFINITY;
  const poll = () => {
    isTurning = false;
    wakesMs = Number.POSITIVE_INFINITY;
    let dueMs = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const direction of directions) {
      if (direction.dueMs <= now) direction.release(now, counters.get(direction) ?? count);
      dueMs = Math.min(dueMs, direction.dueMs);
    }
    if (dueMs < Number.POSITIVE_INFINITY) schedule(dueMs);
  };
  const schedule = (dueMs: number) => {
    if (isTurning || dueMs >= wakesMs) return;
    clearTimeout(timer);
    const waitMs = dueMs - performance.now();
    if (waitMs > COARSE_MS) {
      wakesMs = dueMs;
      timer = setTimeout(poll, Math.floor(waitMs - COARSE_MS / 2));
      return;
    }
    isTurning = true;
    // Sockets are polled between two sleeps.
    if (waitMs > 0) Atomics.wait(nap, 0, 0, Math.min(NAP_MS, waitMs));
    setImmediate(poll);
  };

  const count = (lateMs: number) => {
    late.sumMs += lateMs;
    late.maxMs = Math.max(late.maxMs, lateMs);
    late.count++;
  };
  const counters = new WeakMap<Direction, (lateMs: number, bytes: number) => void>();
  const oneWayMs = order.rttUs / 2000;
  const jitterOut = sampler(order.requestJitterUs, randomFrom(order.seed, 5));
  const jitterBack = sampler(order.replyJitterUs, randomFrom(order.seed, 6));

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const redis = connect({ ...order.target, noDelay: true, allowHalfOpen: true });
    const out = new Direction(client, redis, () => oneWayMs + jitterOut() / 1000, schedule);
    const back = new Direction(redis, client, () => oneWayMs + jitterBack() / 1000, schedule);
    counters.set(out, (lateMs, bytes) => {
      count(lateMs);
      total.packetsOut++;
      total.bytesOut += bytes;
    });
    counters.set(back, (lateMs, bytes) => {
      count(lateMs);
      total.packetsBack++;
      total.bytesBack += bytes;
    });
    directions.add(out).add(back);
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        if (client.destroyed && redis.destroyed) {
          directions.delete(out);
          directions.delete(back);
        }
      });
    }
  });
  server.listen(0, '127.0.0.1', () =>
    send({ kind: 'listening', port: (server.address() as AddressInfo).port }),
  );

  setInterval(() => {
    const lateMeanUs = late.count > 0 ? (late.sumMs / late.count) * 1000 : 0;
    send({ kind: 'report', use: { ...use(), lateMeanUs, lateMaxUs: late.maxMs * 1000, ...total } });
    Object.assign(late, { sumMs: 0, maxMs: 0, count: 0 });
    Object.assign(total, { packetsOut: 0, packetsBack: 0, bytesOut: 0, bytesBack: 0 });
  }, REPORT_MS);
}
