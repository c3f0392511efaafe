import { describe, expect, it } from 'vitest';
import { nearestStop, nextStop, stopsOf } from '../../../../src/lab/settings/stops.ts';
import { fieldNamed } from '../../../../src/model/scenario/fields.ts';

const stops = (path: string, max: number) => {
  const field = fieldNamed(path);
  return field ? stopsOf(field, max) : [];
};

describe('the stops of a slider', () => {
  it('are round, ascending and inside the range', () => {
    expect(stops('client.connections.maxTotal', 50)).toEqual([
      1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50,
    ]);
    const rtt = stops('network.rttUs', 1e6);
    expect(rtt.slice(0, 4)).toEqual([0, 1, 1.2, 1.5]);
    expect(rtt.at(-1)).toBe(1e6);
    expect([...rtt].sort((a, b) => a - b)).toEqual(rtt);
  });

  it('never leave the range of the field', () => {
    expect(stops('client.cores', 1e9).at(-1)).toBe(250);
    expect(Math.min(...stops('workload.arrivals.ratePerSec', 1e6))).toBeGreaterThanOrEqual(0.001);
  });

  it('are found from any value', () => {
    const some = [0, 1, 10, 100];
    expect(nearestStop(some, 0)).toBe(0);
    expect(nearestStop(some, 40)).toBe(3);
    expect(nearestStop(some, 1e6)).toBe(3);
    expect(nextStop(some, 10, 1)).toBe(100);
    expect(nextStop(some, 11, -1)).toBe(10);
    expect(nextStop(some, 100, 1)).toBe(100);
    expect(nextStop(some, 0, -1)).toBe(0);
  });
});
