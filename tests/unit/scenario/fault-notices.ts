/** Claims of the texts about pairs with faults: storms, lost nodes, silent connections, stalls and bursts. */
import { expect } from 'vitest';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import { deep } from '../../support/tier.ts';
import { failed, meanUs, p99Us, qps, rateBetween, simulate, use } from './notice-runs.ts';

/** By pair: what must hold of A and B. */
export const faultClaims: Readonly<Record<string, (a: Summary, b: Summary) => void | Promise<void>>> = {
  'virtual-pinned': (a, b) => {
    // Eight requests at a time, each of a round trip and its work.
    expect(qps(a)).toBeGreaterThan(7000);
    expect(qps(a)).toBeLessThan(8000);
    expect(qps(b) / qps(a)).toBeGreaterThan(6);
    expect(use('connections', b)).toBeGreaterThan(0.99);
  },
  'virtual-pool': (a, b) => {
    expect(a.requests.failures).toEqual([{ failure: 'poolTimeout', count: 768 }]);
    expect(b.requests.failed).toBe(0);
    // The rest of its two seconds.
    expect(qps(a) / qps(b)).toBeCloseTo(0.5 / 2, 2);
  },
  'retry-storm-trigger': async (a, b) => {
    expect(rateBetween(a, 1400, 2000) / rateBetween(b, 1400, 2000)).toBeLessThan(1 / 3);
    // By mechanism: on all seeds the storm keeps itself alive, and the same load without a stall is healthy.
    for (const seed of deep ? [2, 3, 4, 5, 6, 7, 8, 9, 10] : [2]) {
      const [storm, untouched] = [
        await simulate('retry-storm', { seed }),
        await simulate('retry-storm-untouched', { seed }),
      ];
      expect(rateBetween(storm, 600, 2000), `${seed}`).toBeLessThan(3500 / 3);
      expect(rateBetween(untouched, 600, 2000), `${seed}`).toBeGreaterThan(3200);
      expect(failed(untouched), `${seed}`).toBe(0);
    }
  },
  'retry-storm': async (a, b) => {
    expect(use('serverMain', a)).toBeGreaterThan(0.99);
    expect(use('serverMain', b)).toBeLessThan(0.8);
    expect(failed(a) / failed(b)).toBeGreaterThan(20);
    expect(rateBetween(b, 600, 2000)).toBeGreaterThan(3400);
    // Less load ends the storm, and then the old load is healthy again.
    const rate = (atMs: number, value: number) => ({
      kind: 'limitChanged',
      atMs,
      path: 'workload.arrivals.ratePerSec',
      value,
    });
    const stall = { kind: 'serverStall', atMs: 300, durationMs: 100 };
    const rested = await simulate('retry-storm', {
      'run.measuredMs': 3400,
      events: [stall, rate(1000, 100), rate(2000, 350)],
    });
    expect(rateBetween(rested, 600, 1000)).toBeLessThan(3500 / 3);
    expect(rateBetween(rested, 2500, 4000)).toBeGreaterThan(3200);
  },
  'retry-storm-pool': async (a, b) => {
    expect(rateBetween(a, 600, 2000)).toBeLessThan(1200);
    expect(rateBetween(b, 600, 2000)).toBeGreaterThan(3400);
    expect(failed(b)).toBe(0);
    // K connections send K / 20 ms at most: 90 less than the 4,800/s of Redis, 100 more.
    for (const seed of deep ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1]) {
      const withPool = (maxTotal: number) =>
        simulate('retry-storm', { seed, 'client.connections.maxTotal': maxTotal, 'run.measuredMs': 2400 });
      expect(rateBetween(await withPool(9), 1000, 3000), `${seed}`).toBeGreaterThan(3300);
      expect(rateBetween(await withPool(10), 1000, 3000), `${seed}`).toBeLessThan(3500 / 2);
    }
  },
  hysteresis: (a, b) => {
    for (const summary of [a, b]) expect(summary.requests.shed).toBe(0);
    expect(qps(a)).toBeLessThan(3500 / 3);
    expect(qps(b)).toBeGreaterThan(3400);
    expect(failed(b)).toBe(0);
  },
  'no-hysteresis': (a, b) => {
    expect(use('serverMain', a)).toBeGreaterThan(0.99);
    expect(qps(b)).toBeGreaterThan(3400);
    expect(failed(b)).toBe(0);
  },
  'node-lost': (a, b) => {
    expect(rateBetween(a, 400, 4250)).toBe(0);
    expect(rateBetween(a, 4400, 5000)).toBeGreaterThan(1500);
    expect(rateBetween(b, 400, 1000)).toBeGreaterThan(500);
    expect(rateBetween(b, 1200, 5000)).toBeGreaterThan(1900);
  },
  'reconnect-backoff': (a, b) => {
    // 1 + 2 + 4 + … + 2048 ms, and 50 + 100 + … + 450 ms: the first tries after the restart.
    expect((a.responseTime.maxUs ?? 0) / 1e6 - 4.095).toBeGreaterThan(0);
    expect((a.responseTime.maxUs ?? 0) / 1e6 - 4.095).toBeLessThan(0.01);
    expect((b.responseTime.maxUs ?? 0) / 1e6 - 2.25).toBeGreaterThan(0);
    expect((b.responseTime.maxUs ?? 0) / 1e6 - 2.25).toBeLessThan(0.01);
    expect([failed(a), failed(b)]).toEqual([0, 0]);
  },
  'max-clients': (a, b) => {
    // 50 callers for 500 ms, of whom each fails after two round trips of 2 ms.
    expect(failed(a) / 0.5).toBeGreaterThan(12_300);
    expect(failed(a) / 0.5).toBeLessThan(12_500);
    expect(failed(b)).toBe(0);
    expect(use('serverMain', a)).toBeGreaterThan(1.3 * use('serverMain', b));
    expect(meanUs(b)).toBeGreaterThan(meanUs(a));
  },
  proxy: (a, b) => {
    const inProxyUs = b.phases
      .filter(({ phase }) => phase.startsWith('proxy'))
      .reduce((sum, { time }) => sum + (time.meanUs ?? 0), 0);
    expect(inProxyUs).toBeGreaterThan(30);
    expect(inProxyUs).toBeLessThan(32);
    expect(meanUs(b) / meanUs(a)).toBeCloseTo(2, 1);
    expect(1 - use('serverMain', b) / use('serverMain', a)).toBeCloseTo(0.28, 1);
    expect(use('proxy', b)).toBeCloseTo(0.68, 2);
  },
  'accept-queue': (a, b) => {
    // Redis stands still until 600 ms.
    expect(rateBetween(b, 700, 1400) / rateBetween(b, 300, 500)).toBeCloseTo(1, 1);
    expect(rateBetween(a, 700, 1400) / rateBetween(b, 700, 1400)).toBeLessThan(0.5);
    expect((a.responseTime.maxUs ?? 0) / (b.responseTime.maxUs ?? 1)).toBeGreaterThan(8);
  },
  'silent-death': (a, b) => {
    expect(rateBetween(a, 310, 3000)).toBe(0);
    expect(failed(a)).toBeGreaterThan(50);
    expect(rateBetween(b, 310, 600)).toBe(0);
    expect(rateBetween(b, 620, 3000)).toBeGreaterThan(2000);
  },
  'silent-pool': (a, b) => {
    expect(rateBetween(a, 340, 2290)).toBe(0);
    expect(rateBetween(a, 2400, 3000)).toBeGreaterThan(2000);
    expect(rateBetween(b, 340, 390)).toBe(0);
    expect(rateBetween(b, 450, 3000)).toBeGreaterThan(1900);
  },
  fork: (a, b) => {
    expect((a.responseTime.p50Us ?? 0) / (b.responseTime.p50Us ?? 1)).toBeCloseTo(1, 1);
    expect(p99Us(a) / p99Us(b)).toBeGreaterThan(100);
    expect(qps(a) / qps(b)).toBeCloseTo(1, 2);
  },
  autoscaling: (a, b) => {
    expect(rateBetween(a, 500, 1600) / 4).toBeCloseTo(3950, -2);
    expect(rateBetween(b, 900, 1100)).toBeGreaterThan(20_000);
    expect(rateBetween(b, 1200, 1600) / (4 * 4800)).toBeCloseTo(1, 1);
    expect(meanUs(a) / meanUs(b)).toBeGreaterThan(5);
  },
};
