/** Claims in the texts of the pairs on client-side caching, replicas and pub/sub. */
import { expect } from 'vitest';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import { p99Us, qps, use } from './notice-runs.ts';

/** By pair: what must hold of A and B. */
export const reads: Readonly<Record<string, (a: Summary, b: Summary) => void>> = {
  'client-caching': (a, b) => {
    expect(qps(b)).toBeGreaterThan(1.1 * qps(a));
    expect(use('serverMain', b)).toBeLessThan(0.6 * use('serverMain', a));
    expect(b.clientSideCache?.hitRatio ?? 0).toBeCloseTo(0.71, 1);
  },
  'client-caching-hot-key': (a, b) => {
    expect(qps(b)).toBeLessThan(qps(a));
    expect(b.clientSideCache?.hitRatio ?? 1).toBeLessThan(0.1);
  },
  'fan-out': (a, b) => {
    const perPublish = (summary: Summary) => use('serverMain', summary) / (0.05 * qps(summary));
    expect(1000 * perPublish(a)).toBeCloseTo(1.9, 0);
    expect(p99Us(a) / 1000).toBeCloseTo(4.2, 0);
    expect(p99Us(b) / 1000).toBeCloseTo(0.57, 1);
    expect((a.pubSub?.deliveriesPerSec ?? 0) / (b.pubSub?.deliveriesPerSec ?? 1)).toBeCloseTo(25, 0);
  },
  'replica-reads': (a, b) => {
    expect(qps(b) / qps(a)).toBeGreaterThan(2);
    expect(qps(b) / qps(a)).toBeLessThan(3);
    expect(b.replication?.appliedPerSec ?? 0).toBeCloseTo(2 * 0.1 * qps(b), -4);
  },
};
