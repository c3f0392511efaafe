import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampSpeed,
  DETENTS,
  detentOf,
  FLAT_OUT,
  neighbourDetent,
  speedForMedian,
} from '../../../src/lib/speed.ts';

test('the median request takes 4 to 8 seconds on screen, as far as the limits allow', () => {
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

test('neighbours are detents, also from between them; the ends stay', () => {
  expect(neighbourDetent(300_000, 1)?.id).toBe('crowd');
  expect(neighbourDetent(300_000, -1)?.id).toBe('trip');
  expect(neighbourDetent(0, -1)?.id).toBe('events');
  expect(neighbourDetent(1e9, 1)?.id).toBe('max');
  expect(neighbourDetent(FLAT_OUT, 1)?.id).toBe('max');
  expect(neighbourDetent(FLAT_OUT, -1)?.id).toBe('real');
});

test('speeds stay inside the limits; nothing and nonsense mean stepping', () => {
  expect([clampSpeed(1), clampSpeed(1e12), clampSpeed(0), clampSpeed(-5), clampSpeed(Number.NaN)]).toEqual([
    1_000, 1e9, 0, 0, 0,
  ]);
  for (const { nsPerSecond } of DETENTS) expect(clampSpeed(nsPerSecond)).toBe(nsPerSecond);
});
