/** Words in plain English, so that the snapshots can be read. */

import type { ThroughputWords } from '../../src/charts/throughput-over-time.ts';
import type { BreakdownWords } from '../../src/charts/time-breakdown.ts';
import { formatDuration, formatNumber } from '../../src/lib/format.ts';

const number = (value: number) => formatNumber(value, 'en');
const duration = (ns: number) => formatDuration(ns, 'en').replace('\u00a0', ' ');

export const throughputWords: ThroughputWords = {
  xTitle: (unit) => `Model time (${unit})`,
  yTitle: 'Completed requests per second',
  side: (id) => id.toUpperCase(),
  mean: (value) => `mean ${value}`,
  number,
  instant: duration,
  duration,
  tableCaption: (bin) => `in steps of ${bin}`,
  tableTime: 'From',
  steps: (bin, isCounted) => `${isCounted ? 'Counted' : 'Recorded'} in steps of ${bin}.`,
  empty: 'Nothing has been played yet.',
  last: (sides) =>
    `${sides.map(({ side, last, time, min, max }) => `${side} ${last} at ${time} (${min} to ${max})`).join('; ')}.`,
  means: (sides) => `${sides.map(({ side, mean, half }) => `${side} ${mean} ±${half ?? '?'}`).join('; ')}.`,
};

export const breakdownWords: BreakdownWords = {
  xTitle: (unit) => `Mean time per request (${unit})`,
  xTitleShare: 'Share (%)',
  side: (id) => id.toUpperCase(),
  phase: (phase) => phase,
  group: (group) => group,
  number,
  duration,
  percent: (share) => `${number(share * 100)}%`,
  total: (side, value) => `${side}: ${value}`,
  tableCaption: 'Phases',
  tablePhase: 'Phase',
  tableShare: (side) => `share of ${side}`,
  tableTotal: 'Response time',
  sentence: ({ side, total, first, firstShare, second, secondShare }) =>
    `${side}: ${total}, ${first} ${firstShare}${second === 'none' ? '' : `, ${second} ${secondShare}`}.`,
  leftOut: (side, { failed, shed, waiting }) =>
    `${side} leaves out ${failed} failed, ${shed} shed, ${waiting} waiting.`,
  noAnswers: (side) => `${side}: no request was answered.`,
  empty: 'Counting.',
};
