/** Measures round trips between this process and Redis: one PING at a time on an idle connection. */
import type { PingTimes } from '../protocol.ts';

/** The first round trips warm up code and caches, and are not measured. */
const WARM_UP = 50;
const MAX_MS = 10_000;

/** Ends early with fewer samples after ten seconds, or when `signal` aborts. */
export async function measurePing(
  ping: () => Promise<unknown>,
  count: number,
  signal: AbortSignal,
): Promise<PingTimes> {
  const timesUs: number[] = [];
  const end = performance.now() + MAX_MS;
  for (let i = -WARM_UP; i < count; i++) {
    const start = performance.now();
    await ping();
    const now = performance.now();
    if (i >= 0) timesUs.push((now - start) * 1000);
    if (signal.aborted || now > end) break;
  }
  return quantiles(timesUs);
}

function quantiles(timesUs: number[]): PingTimes {
  const sorted = timesUs.sort((a, b) => a - b);
  // Nearest rank: always a measured value.
  const at = (q: number) => round(sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0);
  const sum = sorted.reduce((total, time) => total + time, 0);
  return {
    count: sorted.length,
    minUs: at(0),
    meanUs: round(sum / Math.max(1, sorted.length)),
    p50Us: at(0.5),
    p90Us: at(0.9),
    p99Us: at(0.99),
    maxUs: at(1),
  };
}

const round = (us: number) => Math.round(us * 10) / 10;
