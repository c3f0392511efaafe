/** Number formats: three significant digits, a unit that suits the magnitude, separators of the locale. */

/** Model time in one of four units. */
export type DurationUnit = 'ns' | 'µs' | 'ms' | 's';

export interface Duration {
  readonly value: number;
  readonly unit: DurationUnit;
}

const DURATIONS: readonly (readonly [DurationUnit, number])[] = [
  ['s', 1e9],
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
];

/**
 * Splits nanoseconds into value and unit: 1 240 000 → 1.24 ms. Values that round up to 1000 take the next
 * unit.
 */
export function durationOf(ns: number): Duration {
  const size = Math.abs(Number(ns.toPrecision(3)));
  for (const [unit, factor] of DURATIONS) if (size >= factor) return { value: ns / factor, unit };
  return { value: ns, unit: 'ns' };
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/**
 * Formats three significant digits; integers of 1000 and above keep all digits: 0.123, 12.3, 1,235.
 *
 * @param step distance of axis ticks; adds the decimals that distinguish neighbours (1.275 and 1.280 for
 * 0.005)
 */
export function formatNumber(value: number, locale: string, step?: number): string {
  if (step) {
    // The difference of two ticks may be slightly below 0.001 after rounding.
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-6));
    return formatOf(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
      value,
    );
  }
  if (Math.abs(value) >= 1000) return formatOf(locale, { maximumFractionDigits: 0 }).format(value);
  return formatOf(locale, { maximumSignificantDigits: 3 }).format(value);
}

/** A share (0 … 1) in per cent, with three significant digits. */
export const formatShare = (share: number, locale: string): string =>
  formatOf(locale, { style: 'percent', maximumSignificantDigits: 3 }).format(share);

/** An integer with separators. */
export function formatCount(value: number, locale: string): string {
  return formatOf(locale, { maximumFractionDigits: 0 }).format(value);
}

/** A duration: "1.24 ms", with a no-break space. */
export function formatDuration(ns: number, locale: string): string {
  const { value, unit } = durationOf(ns);
  return `${formatNumber(value, locale)}\u00a0${unit}`;
}

/**
 * An instant with enough digits for a resolution of `resolutionNs`: 12.340 ms at 1 µs. All instants of a run
 * share one unit, so digits do not jump during playback.
 *
 * @param least minimum number of decimals, up to whole nanoseconds
 */
export function formatInstant(
  ns: number,
  resolutionNs: number,
  endNs: number,
  locale: string,
  min = 0,
): string {
  const { unit } = durationOf(endNs);
  const factor = DURATIONS.find(([name]) => name === unit)?.[1] ?? 1;
  const wanted = Math.ceil(Math.log10(factor / Math.max(1, resolutionNs)) - 1e-9);
  const digits = Math.min(Math.round(Math.log10(factor)), Math.max(min, wanted));
  const format = formatOf(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(ns / factor)}\u00a0${unit}`;
}

/**
 * An instant on a clock, in the unit that suits it. It has at least three digits, and enough for a resolution
 * of `resolutionNs`. Trailing zeros stay, so digits do not jump: 380 µs, 5.00 ms, 12.340 ms at 1 µs.
 */
export function formatClock(ns: number, resolutionNs: number, locale: string): string {
  if (ns === 0) return '0\u00a0s';
  const { value } = durationOf(ns);
  const exponent = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3)))));
  return formatInstant(ns, resolutionNs, ns, locale, Math.max(0, 2 - exponent));
}

const PER_UNIT = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 } as const;

/**
 * A single instant in the unit that suits it, with three digits or the resolution `resolutionNs`, whichever
 * is more: 5.5 µs, 12.3456 ms.
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
