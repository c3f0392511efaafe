/** Written by redis-benchmark 7.0.15: `redis-benchmark -c 50 -n 50000 -t set,get`, and with `-q`. */
import { expect, it } from 'vitest';
import { percentileOf } from '../../src/evidence/imports/overlay.ts';
import { redisBenchmark } from '../../src/evidence/imports/redis-benchmark.ts';
import { sample } from './samples.ts';

const text = sample('redis-benchmark.txt');

it('reads a report with its progress in it', () => {
  expect(redisBenchmark.recognises(text)).toBe(true);
  const { points } = redisBenchmark.read(text, 'run.txt');
  expect(points.map(({ name, at }) => [name, at])).toEqual([
    ['SET', { 'workload.arrivals.callers': 50 }],
    ['GET', { 'workload.arrivals.callers': 50 }],
  ]);
  const [set] = points;
  expect(set?.perSec?.value).toBe(146198.83);
  expect(set?.meanUs?.value).toBeCloseTo(220);
  expect(set && percentileOf(set, 0.5)?.value).toBeCloseTo(215);
  const shares = set?.percentiles.map(({ share }) => share) ?? [];
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

it('reads a quiet report', () => {
  const quiet = sample('redis-benchmark-quiet.txt');
  expect(redisBenchmark.recognises(quiet)).toBe(true);
  expect(
    redisBenchmark
      .read(quiet, 'q')
      .points.map(({ name, perSec, percentiles }) => [name, perSec, percentiles]),
  ).toEqual([
    ['SET', { value: 89285.71 }, [{ share: 0.5, us: 223 }]],
    ['GET', { value: 26925.15 }, [{ share: 0.5, us: 279 }]],
  ]);
});

it('numbers a test that was run twice', () => {
  const twice = redisBenchmark.read(text + text, 'run.txt');
  expect(twice.points.map(({ name }) => name)).toEqual(['SET', 'GET', 'SET (2)', 'GET (2)']);
});
