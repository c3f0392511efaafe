import { expect, it } from 'vitest';
import { percentileOf } from '../../src/evidence/imports/overlay.ts';
import { measuredOverlays } from '../../src/evidence/measured/overlays.ts';
import { allRows } from '../../src/evidence/predict/predict.ts';

const rows = allRows();
const overlays = measuredOverlays(rows);

it('every measured row is a point of its table', () => {
  for (const { title, points } of overlays)
    expect(points.map(({ name }) => name)).toEqual(
      rows.filter(({ table }) => table === title).map(({ id }) => id),
    );
  expect(overlays.flatMap(({ points }) => points)).toHaveLength(rows.length);
});

it('a point has the varied setting, its value and its range', () => {
  const point = overlays
    .find(({ title }) => title === 'java_clients')
    ?.points.find(({ name }) => name === 'loopback 200 jedis 8');
  expect(point?.perSec).toEqual({ value: 95_142, low: 44_065, high: 96_960 });
  expect(point?.at).toMatchObject({
    'workload.arrivals.callers': 200,
    'client.connections.maxTotal': 8,
    'network.rttUs': 0,
  });
  // The same in every row: not varied.
  expect(point?.at).not.toHaveProperty('client.cores');
});

it('a percentile is the requested one, or the next one of a fine list', () => {
  const at = (shares: number[], share: number) =>
    percentileOf(
      { name: '', at: {}, percentiles: shares.map((one) => ({ share: one, us: 1000 * one })) },
      share,
    )?.value;
  expect(at([0.5, 0.99], 0.99)).toBe(990);
  expect(at([0.5, 0.99], 0.9)).toBeUndefined();
  expect(at([0.5, 0.984375, 0.99072], 0.99)).toBe(990.72);
  expect(at([0.5], 0.99)).toBeUndefined();
});
