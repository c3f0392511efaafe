/** Written by redis-benchmark 7.0.15: `redis-benchmark -c 50 -n 50000 -t set,get --csv`. */
import { expect, it } from 'vitest';
import { redisBenchmarkCsv } from '../../src/evidence/imports/redis-benchmark-csv.ts';
import { sample } from './samples.ts';

it('reads what --csv writes', () => {
  const text = sample('redis-benchmark.csv');
  expect(redisBenchmarkCsv.recognises(text)).toBe(true);
  const { points } = redisBenchmarkCsv.read(text, 'run.csv');
  expect(points[0]).toEqual({
    name: 'SET',
    at: {},
    perSec: { value: 90090.09 },
    meanUs: { value: 359 },
    minUs: 40,
    maxUs: 40_927,
    percentiles: [
      { share: 0.5, us: 247 },
      { share: 0.95, us: 639 },
      { share: 0.99, us: 991 },
    ],
  });
  expect(points[1]?.name).toBe('GET');
});

it('reads the two columns of old versions', () => {
  const old = '"SET","90090.09"\n"GET","33134.53"\n';
  expect(redisBenchmarkCsv.recognises(old)).toBe(true);
  expect(
    redisBenchmarkCsv.read(old, 'old.csv').points.map(({ name, perSec }) => [name, perSec?.value]),
  ).toEqual([
    ['SET', 90090.09],
    ['GET', 33134.53],
  ]);
});
