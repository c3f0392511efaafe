import { describe, expect, it, vi } from 'vitest';
import { memoize } from '../../../src/lib/memoize.ts';

/** As use-intl keeps its formatters. */
function kept() {
  const all: Record<string, unknown> = {};
  const create = () => ({
    get: (key: string) => all[key],
    set: (key: string, value: unknown) => {
      all[key] = value;
    },
  });
  return { all, cache: { create } };
}

describe('a formatter', () => {
  it('is made once for the same language and the same wishes', () => {
    const make = vi.fn(
      (language: string, wishes?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, wishes),
    );
    const format = memoize(make, kept());
    const one = format('en', { maximumFractionDigits: 1 });
    expect(format('en', { maximumFractionDigits: 1 })).toBe(one);
    expect(format('en')).not.toBe(one);
    expect(format('zh-CN', { maximumFractionDigits: 1 })).not.toBe(one);
    expect(make).toHaveBeenCalledTimes(3);
    expect(one.format(1.26)).toBe('1.3');
  });

  it('is kept where use-intl wants it', () => {
    const { all, cache } = kept();
    memoize((language: string) => language.length, { cache })('en');
    expect(all).toEqual({ '["en"]': 2 });
  });
});
