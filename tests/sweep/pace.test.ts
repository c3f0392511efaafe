import { describe, expect, it } from 'vitest';
import { estimateMs, Pace, roundedSeconds } from '../../src/model/sweep/pace.ts';

describe('the duration of a sweep', () => {
  it('is estimated from parts of runs before it starts', () => {
    // 100 ms for a quarter of a run, 300 ms for a whole one: 350 ms a run in the mean.
    const samples = [
      { elapsedMs: 100, share: 0.25 },
      { elapsedMs: 300, share: 1 },
    ];
    expect(estimateMs(samples, 10, 2)).toBe(1750);
    // A worker more than there are runs has nothing to do.
    expect(estimateMs(samples, 1, 8)).toBe(350);
    expect(estimateMs([], 10, 2)).toBeUndefined();
    expect(estimateMs([{ elapsedMs: 100, share: 0 }], 10, 2)).toBeUndefined();
  });

  it('is estimated from completed runs after three of them, or a second', () => {
    const pace = new Pace();
    expect(pace.etaMs(10, 2, 5000)).toBeUndefined();
    pace.add(100);
    expect(pace.etaMs(10, 2, 100)).toBeUndefined();
    expect(pace.etaMs(10, 2, 1000)).toBe(500);
    pace.add(100);
    pace.add(100);
    expect(pace.etaMs(10, 2, 300)).toBe(500);
  });

  it('follows runs that become slower', () => {
    const pace = new Pace();
    for (let run = 0; run < 3; run++) pace.add(100);
    for (let run = 0; run < 50; run++) pace.add(400);
    expect(pace.etaMs(10, 1, 1000)).toBeGreaterThan(3900);
    expect(pace.etaMs(10, 1, 1000)).toBeLessThanOrEqual(4000);
  });

  it.each([
    [0, 1],
    [1499, 1],
    [9400, 9],
    [12_000, 10],
    [13_000, 15],
    [58_000, 60],
    [100_000, 120],
  ])('%d ms is shown as %d s', (ms, seconds) => expect(roundedSeconds(ms)).toBe(seconds));
});
