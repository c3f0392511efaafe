/** Numbers as people write them. */
import { expect, it } from 'vitest';
import { inField, numberIn, readAmount, withUnits } from '../../../../src/model/scenario/amount.ts';

it.each([
  ['500us', 'µs', 500],
  ['1 ms', 'µs', 1000],
  ['0.5 ms', 'µs', 500],
  ['1,000', 'µs', 1000],
  ['10,000,000', 'µs', 10_000_000],
  ['１，０００', 'µs', 1000],
  ['100 Mbit/s', 'Mbit/s', 100],
  ['1e3', undefined, 1000],
  ['-4', 'µs', -4],
  ['3 KB', 'B', 3072],
  ['1 KiB', 'B', 1024],
  ['2MB', 'B', 2_097_152],
  ['1 Gbit/s', 'Mbit/s', 1000],
  ['20k/s', '1/s', 20_000],
  ['1 %', '%', 1],
])('%s, where values are in %s, is %s', (text, unit, value) => {
  expect(numberIn(text, unit)).toBe(value);
});

it.each(['0x10', '1,5', '1,00', '5 kg', 'soon', '', '1e309', '8 or 9'])('“%s” is not a duration', (text) => {
  expect(numberIn(text, 'µs')).toBeUndefined();
});

it.each([
  ['1 %', { max: 1 }, 0.01],
  ['0.5%', { max: 1 }, 0.005],
  ['10k', { max: 100_000 }, 10_000],
  ['1 %', { max: 64 }, undefined],
  ['1 ms', { max: 1 }, undefined],
])('%s in a field without a unit, %o, is %s', (text, field, value) => {
  const amount = readAmount(text);
  expect(amount && inField(amount, field)).toBe(value);
});

it('keeps the written unit', () => {
  expect(readAmount('12 Ms')).toEqual({ value: 12, unit: 'ms' });
});

it('is read in a link in the unit of its field; invalid text stays as written', () => {
  expect(
    withUnits({
      'network.rttUs': '1ms',
      'client.cores': '1,000',
      'client.io.kind': '5ms',
      'run.measuredMs': '1e309',
    }),
  ).toEqual({
    'network.rttUs': 1000,
    'client.cores': 1000,
    'client.io.kind': '5ms',
    'run.measuredMs': '1e309',
  });
});
