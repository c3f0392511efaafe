import { durationOf } from './format.ts';

const PER_UNIT = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 } as const;

/**
 * A point of model time by itself, as one says it: in the unit that suits it, to `resolutionNs` or three digits, whichever is more:
 * 5.5 µs, 12.3456 ms.
 */
export function formatMoment(ns: number, resolutionNs: number, locale: string): string {
  const { value, unit } = durationOf(ns);
  const digits = Math.max(0, Math.ceil(Math.log10(PER_UNIT[unit] / Math.max(1, resolutionNs))));
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: digits,
    maximumSignificantDigits: 3,
    roundingPriority: 'morePrecision',
  });
  return `${format.format(value)}\u00a0${unit}`;
}
