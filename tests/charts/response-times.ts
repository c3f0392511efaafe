/** Response times to draw, and words that show what charts of them are given. */
import type { DistributionData, PercentileWords } from '../../src/charts/percentiles.ts';
import { bucketsOf } from '../../src/charts/quantiles.ts';
import type { HistogramWords } from '../../src/charts/response-histogram.ts';
import { formatCount, formatDuration, formatNumber } from '../../src/lib/format.ts';

export const duration = (ns: number) => formatDuration(ns, 'en').replace('\u00a0', ' ');
export const box = { width: 600, height: 240, fontSize: 10 };

/** A thousand values of about 1 ms, ten of 8 ms. */
export const buckets = bucketsOf({ fromUs: [1000, 8000], toUs: [1008, 8064], counts: [1000, 10] });
export const data: DistributionData = {
  sides: [
    { id: 'a', buckets },
    { id: 'b', buckets: bucketsOf({ fromUs: [500], toUs: [504], counts: [20] }) },
  ],
};
const target = {
  label: (value: string) => `target ${value}`,
  within: (share: number) => `${Math.floor(share * 1e4) / 100}%`,
  sentence: (facts: Record<string, string>) => `${Object.values(facts).join(' ')}.`,
};

export const percentileWords: PercentileWords = {
  side: (id) => id.toUpperCase(),
  percentile: (share) => `${Math.round(share * 1e6) / 1e4}%`,
  duration,
  rough: (time) => `${time} ?`,
  count: (value) => formatCount(value, 'en'),
  xTitle: 'x',
  yTitle: 'y',
  tableCaption: 'percentiles',
  tablePercentile: 'p',
  tableBeyond: (side) => `${side} beyond`,
  sentence: (facts) => `${Object.values(facts).join(' ')}.`,
  noAnswers: (side) => `${side}: no request was answered.`,
  empty: 'nothing',
  target,
};
export const histogramWords: HistogramWords = {
  side: (id) => id.toUpperCase(),
  duration,
  percent: (share) => `${formatNumber(share * 100, 'en')}%`,
  xTitle: 'x',
  yTitle: 'y',
  median: (side, value) => `${side} median ${value}`,
  beyond: (side, share) => `${side} ${share} beyond`,
  tableCaption: 'histogram',
  tableFrom: 'from',
  tableTo: 'to',
  sentence: (facts) => `${Object.values(facts).join(' ')}.`,
  noAnswers: (side) => `${side}: no request was answered.`,
  empty: 'nothing',
  target,
};
