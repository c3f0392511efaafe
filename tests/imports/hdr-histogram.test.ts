/** In the form of HdrHistogram's `outputPercentileDistribution`, and this page's own. */
import { expect, it } from 'vitest';
import { hdrText } from '../../src/charts/hdr-text.ts';
import { hdrHistogram } from '../../src/evidence/imports/hdr-histogram.ts';
import { percentileOf } from '../../src/evidence/imports/overlay.ts';
import { UnitNeeded } from '../../src/evidence/imports/question.ts';
import { sample } from './samples.ts';

it('asks for the unit, which the form does not have', () => {
  expect(() => hdrHistogram.read(sample('hdr-histogram.txt'), 'latency.hgrm')).toThrow(UnitNeeded);
});

it('reads percentiles and the mean', () => {
  const text = sample('hdr-histogram.txt');
  expect(hdrHistogram.recognises(text)).toBe(true);
  const [point] = hdrHistogram.read(text, 'latency.hgrm', { unit: 'ms' }).points;
  expect(point?.percentiles).toHaveLength(6);
  expect(point && percentileOf(point, 0.99)?.value).toBe(407);
  expect(point?.meanUs?.value).toBe(220);
});

it('reads what the page writes', () => {
  const buckets = [
    { fromNs: 0, toNs: 2e6, middleNs: 1e6, count: 3, upTo: 3 },
    { fromNs: 2e6, toNs: 4e6, middleNs: 3e6, count: 1, upTo: 4 },
  ];
  const notes = ['# Percentiles of A', '# http://localhost/#/lab?t=2ms'];
  const text = hdrText(buckets, { meanNs: 1.5e6, maxNs: 3.5e6 }, notes);
  expect(text.split('\n').slice(-4)).toEqual(['# unit: ms', ...notes, '']);
  expect(hdrHistogram.read(text, 'own').points[0]).toMatchObject({
    meanUs: { value: 1500 },
    percentiles: [
      { share: 0.75, us: 1000 },
      { share: 1, us: 3500 },
    ],
  });
});
