/** In the form of JMH 1.37 with `-rf json` (JSONResultFormat.java). */
import { expect, it } from 'vitest';
import { jmh } from '../../src/evidence/imports/jmh.ts';
import { sample } from './samples.ts';

it('reads throughputs with their error, and sampled times with percentiles', () => {
  const text = sample('jmh.json');
  expect(jmh.recognises(text)).toBe(true);
  const { points, machine } = jmh.read(text, 'jmh.json');
  expect(machine).toBe('OpenJDK 64-Bit Server VM 17.0.12');
  const [rate, times] = points;
  expect(rate).toEqual({
    name: 'RedisBenchmark.get pool=8 codec=utf8',
    at: { 'workload.arrivals.callers': 50, 'client.connections.maxTotal': 8 },
    perSec: { value: 94500, low: 92000, high: 97000 },
    percentiles: [],
  });
  expect(times?.name).toBe('RedisBenchmark.get pool=8 codec=utf8 (2)');
  expect(times?.meanUs).toEqual({ value: 528.25 });
  expect(times?.percentiles.map(({ us }) => us)).toEqual([71.2, 505.9, 640, 1134.6, 3133.4, 9322.5]);
});
