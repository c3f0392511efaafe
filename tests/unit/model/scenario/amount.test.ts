/** Numbers as people write them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  inField,
  numberIn,
  readAmount,
  shownValue,
  valueFrom,
  withUnits,
} from '../../../../src/model/scenario/amount.ts';
import { fields } from '../../../../src/model/scenario/fields.ts';

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

it.each([
  ['３ ＫＢ', 'B', 3072],
  ['0.5 毫秒', 'µs', 500],
  ['2万/秒', '1/s', 20_000],
  ['20k req/s', '1/s', 20_000],
  ['20 000 rps', '1/s', 20_000],
  ['50,000 1/s', '1/s', 50_000],
  ['.5', 'µs', 0.5],
  ['5.', 'µs', 5],
  ['1 ％', '%', 1],
])('%s as people type it, in %s, is %s', (text, unit, value) => {
  expect(numberIn(text, unit)).toBe(value);
});

it('reads a bare number in the unit that the control displays', () => {
  const [share, time] = [{ max: 1 }, { unit: 'µs' }];
  expect(valueFrom('1', share, '%')).toBe(0.01);
  expect(valueFrom('20', time, 'ms')).toBe(20_000);
  expect(valueFrom('20 µs', time, 'ms')).toBe(20);
  expect(shownValue(0.07, share, '%')).toBe(7);
  expect(shownValue(20_000, time, 'ms')).toBe(20);
});

const numberFields = fields.filter(({ kind }) => kind === 'number' || kind === 'integer');
const anyField = fc.constantFrom(...numberFields);

it('makes of any text a finite number or nothing, without an exception', () => {
  const digits = fc.stringMatching(/^[-+]?[0-9０-９., ]{1,8}$/);
  const unit = fc.constantFrom('', ' ', '%', '％', 'KB', 'ms', 'μs', 'k/s', '万', 'kg', 'e3', '1/s');
  const typed = fc.tuple(digits, unit).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), typed), anyField, (text, field) => {
      const value = valueFrom(text, field);
      if (value === undefined) return;
      expect(Number.isFinite(value)).toBe(true);
      // No guess: a text that is read consists of digits and a unit only.
      expect(text.normalize('NFKC')).toMatch(/^\s*-?[\d., ]+(e[+-]?\d+)?\s*(1\/s|[^\d.,]*)$/iu);
    }),
  );
});

it('reads back what the control displays, in the unit of the field and in another', () => {
  const value = fc
    .double({ min: 1e-9, max: 1e12, noNaN: true })
    .map((number) => Number(number.toPrecision(9)));
  fc.assert(
    fc.property(value, anyField, (number, field) => {
      expect(valueFrom(String(number), field)).toBe(number);
      const other =
        field.unit === 'µs' ? 'ms' : field.unit === undefined && field.max === 1 ? '%' : field.unit;
      expect(valueFrom(String(shownValue(number, field, other)), field, other)).toBe(number);
    }),
  );
});
