import { expect, test } from 'vitest';
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import { readAxisNumber, readAxisValues } from '../../src/model/sweep/axis-text.ts';

const rtt = fieldNamed('network.rttUs');
const threads = fieldNamed('workload.arrivals.callers');

test('reads the values of an axis as people type them', () => {
  expect(readAxisValues('100, 0.5 ms；1ms 2000', rtt)).toEqual([100, 500, 1000, 2000]);
  expect(readAxisValues('8 16 200 8', threads)).toEqual([8, 16, 200]);
  expect(readAxisValues('true, false', undefined)).toEqual([true, false]);
  expect(readAxisValues('auto, 3 kg', rtt)).toEqual(['auto', '3kg']);
});

test('reads the ends of a range, and no number where there is none', () => {
  expect(readAxisNumber(' 0.5 ms ', rtt)).toBe(500);
  expect(readAxisNumber('1e3', threads)).toBe(1000);
  expect(readAxisNumber('', rtt)).toBeUndefined();
  expect(readAxisNumber('3 kg', rtt)).toBeUndefined();
  expect(readAxisNumber('3 ms', undefined)).toBeUndefined();
});
