import { expect, it } from 'vitest';
import { memoize } from '../../../src/i18n/memoize.ts';

it('makes a formatter once for a language and its options, and keeps it where it is told to', () => {
  const shelf = new Map<string, Intl.NumberFormat>();
  const cache = {
    create: () => ({
      get: (key: string) => shelf.get(key),
      set: (key: string, made: Intl.NumberFormat) => void shelf.set(key, made),
    }),
  };
  let made = 0;
  const format = memoize(
    (locale: string, options?: Intl.NumberFormatOptions) => {
      made++;
      return new Intl.NumberFormat(locale, options);
    },
    { cache },
  );
  const one = format('en', { maximumFractionDigits: 1 });
  expect(format('en', { maximumFractionDigits: 1 })).toBe(one);
  expect(one.format(1.25)).toBe('1.3');
  expect(format('en', { maximumFractionDigits: 2 }).format(1.25)).toBe('1.25');
  expect(format('de', { maximumFractionDigits: 1 }).format(1.25)).toBe('1,3');
  expect(format('en')).not.toBe(one);
  expect([made, shelf.size]).toEqual([4, 4]);
});
