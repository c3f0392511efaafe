import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../src/bridge/workload/measured.ts';
import { rateBins } from '../../../src/live/RealCharts.tsx';

const report = (atMs: number, intervalMs: number, completed: number) =>
  ({ atUs: atMs * 1000, intervalUs: intervalMs * 1000, completed }) as Progress;

describe('the rates of a real run', () => {
  it('are those of the reports when they come in time', () => {
    const { binNs, perSec } = rateBins([report(100, 100, 10), report(200, 100, 30)]);
    expect(binNs).toBe(100e6);
    expect(perSec).toEqual([100, 300]);
  });

  it('keep what was completed when a report is late', () => {
    // The second report covers 150 ms, and with it two intervals.
    const { perSec } = rateBins([report(100, 100, 10), report(250, 150, 30), report(300, 50, 5)]);
    expect(perSec).toEqual([100, 200, 150]);
    expect(perSec.reduce((sum, rate) => sum + rate * 0.1, 0)).toBeCloseTo(45);
  });

  it('end with the last interval that has passed', () => {
    expect(rateBins([report(100, 100, 10), report(190, 90, 9)]).perSec).toEqual([100]);
    expect(rateBins([]).perSec).toEqual([]);
  });

  it('are of longer intervals in a long run', () => {
    const { binNs, perSec } = rateBins(Array.from({ length: 600 }, (_, i) => report((i + 1) * 100, 100, 7)));
    expect(binNs).toBe(1e9);
    expect(perSec).toEqual(new Array(60).fill(70));
  });
});
