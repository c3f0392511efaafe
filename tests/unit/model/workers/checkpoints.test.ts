import { expect, test } from 'vitest';
import { Checkpoints } from '../../../../src/model/workers/checkpoints.ts';

/** A run of so many events, one a nanosecond, that is looked at every 5 000; its memory takes `imageBytes`. */
function simulated(checkpoints: Checkpoints, events: number, imageBytes: number): number[] {
  const kept: number[] = [];
  for (let at = 0; at <= events; at += 5_000)
    if (checkpoints.isDue(at)) {
      checkpoints.add({ nowNs: at, image: new Uint8Array(imageBytes), changed: 0 }, at);
      kept.push(checkpoints.bytes);
    }
  return kept;
}

/** The longest way from a checkpoint to any place of the run. */
const farthest = (checkpoints: Checkpoints, events: number): number =>
  Math.max(
    ...Array.from({ length: 500 }, (_, i) => Math.floor((events * i) / 499)).map(
      (timeNs) => timeNs - (checkpoints.before(timeNs)?.nowNs ?? Number.NaN),
    ),
  );

test('a million events of an ordinary run are within the first distance', () => {
  const checkpoints = new Checkpoints();
  simulated(checkpoints, 1_500_000, 1_600_000);
  expect(farthest(checkpoints, 1_500_000)).toBeLessThanOrEqual(100_000);
});

test.each([
  [1_600_000, 50_000_000],
  [9_000_000, 4_000_000],
])(
  'checkpoints of %d bytes over %d events stay within their memory limit, evenly spaced',
  (imageBytes, events) => {
    const most = 32 * 2 ** 20;
    const checkpoints = new Checkpoints(most);
    const bytes = simulated(checkpoints, events, imageBytes);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(most);
    // Never fewer than a third of what there is room for, or the way would be longer than it has to be.
    expect(farthest(checkpoints, events)).toBeLessThan((3 * events * imageBytes) / most);
    expect(checkpoints.before(0)?.nowNs).toBe(0);
  },
);

test('a run with memory above the limit keeps its start', () => {
  const checkpoints = new Checkpoints(1_000);
  simulated(checkpoints, 1_000_000, 5_000);
  expect(checkpoints.before(999_999)?.nowNs).toBeGreaterThan(0);
  expect(checkpoints.before(10)?.nowNs).toBe(0);
});
