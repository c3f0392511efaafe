import { expect, it } from 'vitest';
import { longTime, toHumanScale } from '../../../../src/model/analysis/human-scale.ts';
import { ledgerOf } from '../../../../src/model/analysis/ledger.ts';

const leg = (phase: 'clientWrite' | 'wireOut' | 'wireBack', fromNs: number, toNs: number) =>
  ({ phase, fromNs, toNs }) as Parameters<typeof ledgerOf>[0]['legs'][number];

it('a trip of 12 ms takes 3 h 20 min if a write of 1 µs takes a second', () => {
  const asIf = toHumanScale(
    ledgerOf({ legs: [leg('clientWrite', 0, 1_000), leg('wireOut', 1_000, 12_001_000)] }),
  );
  expect(asIf).toMatchObject({ longest: { phase: 'wireOut' }, longestSec: 12_000, totalSec: 12_001 });
  expect(longTime(12_000, 'en')).toBe('3 hr 20 min');
  expect(longTime(12_000, 'zh-CN')).toBe('3小时 20分钟');
});

it('is undefined for a request that is not written or takes no time', () => {
  expect(toHumanScale(ledgerOf({ legs: [leg('wireBack', 0, 10)] }))).toBeUndefined();
  expect(
    toHumanScale(ledgerOf({ legs: [leg('clientWrite', 0, 10), leg('wireBack', 10, 12)] })),
  ).toBeUndefined();
});

it('long times use their two largest units', () => {
  expect([0.4, 1, 59.6, 60, 61, 3_599.9, 3_600, 90_000, 86_400 * 9].map((s) => longTime(s, 'en'))).toEqual([
    '0 sec',
    '1 sec',
    '1 min',
    '1 min',
    '1 min 1 sec',
    '1 hr',
    '1 hr',
    '1 day 1 hr',
    '9 days',
  ]);
});
