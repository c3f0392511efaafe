import { describe, expect, it } from 'vitest';
import { medianError } from '../../../../src/live/calibration/calibration-tables.ts';
import { unseenPoints } from '../../../../src/live/calibration/points.ts';
import { planOf } from '../../../../src/live/calibration/runtimes/runtimes.ts';

const NEITHER = { predicted: null, seen: null };

const [held, free] = [true, false].map((isHeld) =>
  unseenPoints(planOf('node'), true).find((point) => point.isHeld === isHeld),
);

/** A prediction that was off by this share of what was then measured. */
const off = (isHeld: boolean, share: number, othersCores = 0) => {
  const point = isHeld ? held : free;
  if (!point) throw new Error('both kinds of points are predicted');
  const also = { p99Us: NEITHER, clientCpuUs: NEITHER };
  return { ...point, perSec: 1000 * (1 + share), seen: 1000, rounds: [1000], also, isHeld, othersCores };
};

describe('what is said of the predictions of a calibration', () => {
  it('is nothing before anything is measured', () => {
    expect(medianError([{ ...off(true, 0.1), seen: null }])).toBeUndefined();
  });

  it('is one figure over all, and one of those that the kernel places', () => {
    const judged = [off(true, 0.02), off(true, -0.04), off(true, 0.06), off(false, -0.5, 1), off(false, 0.3)];
    const found = medianError([...judged, { ...off(false, 9), seen: null }]);
    expect(found?.count).toBe(5);
    expect(found?.share).toBeCloseTo(0.06);
    expect(found?.free?.count).toBe(2);
    expect(found?.free?.share).toBeCloseTo(0.4);
    expect(found?.disturbed).toBe(1);
  });

  it('is not divided where nothing could be held', () => {
    expect(medianError([off(false, 0.2), off(false, 0.1)])?.free).toBeUndefined();
  });
});
