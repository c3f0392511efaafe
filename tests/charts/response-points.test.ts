/** A response time or a percentile that is pointed at on one chart, marked on the other. */
import { describe, expect, it } from 'vitest';
import { percentiles } from '../../src/charts/percentiles.ts';
import { quantileOf } from '../../src/charts/quantiles.ts';
import { responseHistogram } from '../../src/charts/response-histogram.ts';
import { responsePoints } from '../../src/charts/response-points.ts';
import type { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { box, buckets, data, histogramWords, percentileWords } from './response-times.ts';

const palette = paletteOf('light');

describe('a place among response times that is pointed at on the other chart', () => {
  const circles = (nodes: readonly Parameters<typeof toText>[0][]) =>
    nodes.filter(({ tag }) => tag === 'circle').map(({ attributes }) => attributes);

  it('is a share of each side for a time, and a time of each side for a share', () => {
    const inUs = (place: Parameters<typeof responsePoints>[1]) =>
      responsePoints(data.sides, place).map(({ side, ns, share }) => [side, Math.round(ns / 1000), share]);
    expect(inUs({ ns: 2e6 })).toEqual([
      ['a', 2000, 1000 / 1010],
      ['b', 2000, 1],
    ]);
    expect(inUs({ share: 0.999 })).toEqual([
      ['a', 8032, 0.999],
      ['b', 502, 0.999],
    ]);
    expect(responsePoints([{ id: 'a', buckets: [] }], { ns: 1 })).toEqual([]);
  });

  it('leads back to itself: the percentile of a time has that time', () => {
    for (const share of [0.5, 0.9, 0.995]) {
      const [point] = responsePoints(data.sides, { share });
      const [back] = responsePoints(data.sides, { ns: point?.ns ?? 0 });
      expect(back?.share).toBeGreaterThanOrEqual(share);
      expect(quantileOf(buckets, back?.share ?? 0)).toBe(point?.ns);
    }
  });

  it('is marked on either chart where its own crosshair would be', () => {
    const points = responsePoints(data.sides, { share: 0.99 });
    const onHistogram = circles(responseHistogram.marks(data, box, palette, histogramWords, points));
    const { area, toAxis } = responseHistogram.axis(data, box, histogramWords);
    expect(onHistogram).toHaveLength(2);
    const [first, last] = responseHistogram.axis(data, box, histogramWords).fullRange.map(toAxis) as [
      number,
      number,
    ];
    const x = area.left + ((toAxis(points[0]?.ns ?? 1) - first) / (last - first)) * (area.right - area.left);
    expect(onHistogram[0]?.cx).toBeCloseTo(x, 0);

    const time = responsePoints(data.sides, { ns: points[0]?.ns ?? 0 });
    const onPercentiles = circles(percentiles.marks(data, box, palette, percentileWords, time));
    const nines = percentiles.axis(data, box, percentileWords);
    const [from, to] = nines.fullRange.map(nines.toAxis) as [number, number];
    const at = nines.toAxis(time[0]?.share ?? 0);
    expect(onPercentiles[0]?.cx).toBeCloseTo(
      nines.area.left + ((at - from) / (to - from)) * (nines.area.right - nines.area.left),
      0,
    );
  });

  it('is left out where its part of the axis is not shown', () => {
    const part = { ...data, shown: [7e6, 9e6] as const };
    const points = responsePoints(data.sides, { share: 0.5 });
    expect(responseHistogram.marks(part, box, palette, histogramWords, points)).toEqual([]);
  });
});
