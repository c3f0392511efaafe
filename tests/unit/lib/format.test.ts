import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatClock,
  formatCount,
  formatDuration,
  formatInstant,
  formatMoment,
  formatNumber,
} from '../../../src/lib/format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0 ns'],
  [7, '7 ns'],
  [999.4, '999 ns'],
  [999.6, '1 µs'],
  [1_240, '1.24 µs'],
  [43_210, '43.2 µs'],
  [999_600, '1 ms'],
  [1_240_000, '1.24 ms'],
  [550e6, '550 ms'],
  [12.3456e9, '12.3 s'],
  [3_600e9, '3,600 s'],
])('%d ns is %s', (ns, text) => {
  expect(plain(formatDuration(ns, 'en'))).toBe(text);
});

test('numbers have three significant digits and the separators of the language', () => {
  expect(formatNumber(0.012345, 'en')).toBe('0.0123');
  expect(formatNumber(123456.7, 'en')).toBe('123,457');
  expect(formatNumber(181500, 'zh-CN')).toBe('181,500');
  expect(formatCount(3000, 'en')).toBe('3,000');
});

test('times of one run share their unit and have the needed precision', () => {
  const end = 550e6;
  expect(plain(formatInstant(1_234_567, 10_000, end, 'en'))).toBe('1.23 ms');
  expect(plain(formatInstant(1_234_567, 1, end, 'en'))).toBe('1.234567 ms');
  expect(plain(formatInstant(0, 1e6, end, 'en'))).toBe('0 ms');
  expect(plain(formatInstant(2.5e9, 1e7, 60e9, 'en'))).toBe('2.50 s');
});

test.each([
  // In a run of more than a second, before its first millisecond is over.
  [380_000, 1_000, '380 µs'],
  [5_000_000, 100_000, '5.00 ms'],
  // Standing still at a speed at which no digit after the point could be followed: 1:1, and as fast as the computer counts.
  [569_030, 1e8, '569 µs'],
  [569_030, 1e12, '569 µs'],
  [1_056_768, 1e4, '1.06 ms'],
  [12_340_000, 1_000, '12.340 ms'],
  [999_600, 1e5, '1.00 ms'],
  [1.2e9, 1.2e9, '1.20 s'],
  [550e6, 550e6, '550 ms'],
  [7, 1, '7 ns'],
  [0, 1, '0 s'],
])('the clock at %d ns with a resolution of %d ns shows %s', (ns, resolutionNs, text) => {
  expect(plain(formatClock(ns, resolutionNs, 'en'))).toBe(text);
});

test('a single time has a fitting unit and no trailing zeros', () => {
  expect(plain(formatMoment(5_500, 1, 'en'))).toBe('5.5 µs');
  expect(plain(formatMoment(5_500, 200_000, 'en'))).toBe('5.5 µs');
  expect(plain(formatMoment(12_345_678, 1_000, 'en'))).toBe('12.346 ms');
  expect(plain(formatMoment(12_345_678, 1, 'en'))).toBe('12.345678 ms');
  expect(plain(formatMoment(1_234_567_891, 100_000_000, 'zh-CN'))).toBe('1.23 s');
  expect(plain(formatMoment(0, 1, 'en'))).toBe('0 ns');
});

test('two times one resolution apart always differ', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5e8 }),
      fc.constantFrom(1, 10, 1_000, 20_000, 1e6),
      (ns, resolution) => {
        const read = (time: number) => formatInstant(time, resolution, 550e6, 'en');
        expect(read(ns)).not.toBe(read(ns + 2 * resolution));
      },
    ),
  );
});
