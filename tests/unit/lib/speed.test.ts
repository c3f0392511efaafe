import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampSpeed,
  DENSE_FROM,
  DETENTS,
  detentOf,
  glideSpeed,
  MAX_SPEED,
  neighbourDetent,
  speedForMedian,
  speedForPair,
  UNLIMITED_SPEED,
} from '../../../src/lib/speed.ts';

test('the median request takes 4 to 8 seconds on screen, within the limits', () => {
  fc.assert(
    fc.property(fc.double({ min: 8_000, max: 4e9, noNaN: true }), (medianNs) => {
      const seconds = medianNs / speedForMedian(medianNs);
      expect(seconds).toBeGreaterThanOrEqual(3.99);
      expect(seconds).toBeLessThanOrEqual(8.01);
    }),
  );
});

test('a detent is preferred when it fits', () => {
  expect(detentOf(speedForMedian(12_000_000))?.id).toBe('crowd');
  expect(detentOf(speedForMedian(500_000))?.id).toBe('trip');
  expect(speedForMedian(Number.NaN)).toBe(100_000);
});

test('neighbours are detents, also from between two; the ends have none beyond', () => {
  expect(neighbourDetent(300_000, 1)?.id).toBe('crowd');
  expect(neighbourDetent(300_000, -1)?.id).toBe('trip');
  expect(neighbourDetent(0, -1)?.id).toBe('events');
  expect(neighbourDetent(1e9, 1)?.id).toBe('max');
  expect(neighbourDetent(UNLIMITED_SPEED, 1)?.id).toBe('max');
  expect(neighbourDetent(UNLIMITED_SPEED, -1)?.id).toBe('real');
});

test('speeds stay within the limits; an empty or invalid value means stepping', () => {
  expect([clampSpeed(1), clampSpeed(1e12), clampSpeed(0), clampSpeed(-5), clampSpeed(Number.NaN)]).toEqual([
    1_000, 1e9, 0, 0, 0,
  ]);
  for (const { nsPerSecond } of DETENTS) expect(clampSpeed(nsPerSecond)).toBe(nsPerSecond);
});

const US = 1_000;

test('a newly opened pair gets a speed that fits its faster side', () => {
  expect(speedForPair([1_070 * US, 309 * US])).toBe(speedForMedian(309 * US));
  expect(speedForPair([309 * US, 1_070 * US])).toBe(speedForMedian(309 * US));
  // The pair that everybody sees first: 22 times apart.
  expect(speedForPair([26_400 * US, 1_190 * US])).toBe(speedForMedian(1_190 * US));
});

test('very different sides get a speed in between', () => {
  const [near, far] = [100 * US, 12_000 * US];
  const speed = speedForPair([near, far]);
  expect(speed).toBe(speedForMedian(Math.sqrt(near * far)));
  expect(far / speed).toBeLessThan(90);
  expect(near / speed).toBeGreaterThan(0.3);
});

test('after a change of a setting the automatic speed stays while it is legible', () => {
  expect(speedForPair([1_190 * US], 200_000)).toBe(200_000);
  expect(speedForPair([309 * US], 200_000)).toBe(200_000);
  expect(speedForPair([190 * US], 200_000)).toBe(speedForMedian(190 * US));
  expect(speedForPair([6_100 * US], 200_000)).toBe(speedForMedian(6_100 * US));
});

test('dots glide only at legible speeds', () => {
  expect([0, 10_000, DENSE_FROM / 2].map(glideSpeed)).toEqual([0, 10_000, DENSE_FROM / 2]);
  expect([DENSE_FROM, MAX_SPEED, UNLIMITED_SPEED].map(glideSpeed)).toEqual([0, 0, 0]);
});
