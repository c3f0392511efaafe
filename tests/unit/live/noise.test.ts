import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../src/bridge/workload/measured.ts';
import { noiseOf, noiseShare, percentileNoise } from '../../../src/live/noise.ts';

const report = (completed: number, isWarmup = false) =>
  ({ completed, intervalUs: 100_000, isWarmup }) as Progress;

describe('the noise of a machine', () => {
  it('is where nine of ten reports lie', () => {
    // 1000, 1010 … 2000 requests per second.
    const reports = Array.from({ length: 101 }, (_, index) => report(100 + index));
    const [low, high] = noiseOf(reports) ?? [];
    expect(low).toBeCloseTo(1050);
    expect(high).toBeCloseTo(1950);
  });

  it('leaves out the warm-up, and is unknown after a short run', () => {
    const steady = Array.from({ length: 10 }, () => report(100));
    expect(noiseOf([report(0, true), ...steady])).toEqual([1000, 1000]);
    expect(noiseOf(steady.slice(1))).toBeUndefined();
  });

  it('is as large as its farther end, as a share of the mean', () => {
    expect(noiseShare([900, 1050], 1000)).toBeCloseTo(0.1);
    expect(noiseShare([1000, 1000], 1000)).toBe(0);
  });

  it('is a band of percentiles as far as every report supports them', () => {
    // Each report has 200 replies within one bucket, at 1 ms or, in one of twenty, at 2 ms.
    const at = (ms: number) =>
      ({
        ...report(200),
        histogram: { fromUs: [ms * 1000], toUs: [ms * 1000 + 10], counts: [200] },
      }) as Progress;
    const band = percentileNoise([...Array.from({ length: 19 }, () => at(1)), at(2)]);
    expect(band[0]?.share).toBeCloseTo(0.5);
    // 95 % leaves ten of 200 beyond.
    expect(band.at(-1)?.share).toBeGreaterThan(0.94);
    expect(band.every(({ share }) => share <= 0.95 + 1e-9)).toBe(true);
    expect(band[0]?.lowNs).toBeCloseTo(1e6, -5);
    expect(band[0]?.highNs).toBeGreaterThan(1e6);
    expect(percentileNoise([at(1)])).toEqual([]);
  });
});
