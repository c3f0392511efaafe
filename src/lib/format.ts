/**
 * Numbers for people: three significant digits, the unit that suits the size, the separators of the language.
 */

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

/** Splits nanoseconds into value and unit: 1 240 000 → 1.24 ms. Values that would round up to 1000 take the next unit. */
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
 * Three significant digits; integers from 1000 on keep all theirs: 0.123, 12.3, 1,235.
 *
 * @param step of an axis: as many decimals as tell one of its ticks from the next, 1.275 and 1.280 by steps of 0.005
 */
export function formatNumber(value: number, locale: string, step?: number): string {
  if (step) {
    // What rounding makes of 0.001, as a difference of two ticks, may lie below it.
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-6));
    return formatOf(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
      value,
    );
  }
  if (Math.abs(value) >= 1000) return formatOf(locale, { maximumFractionDigits: 0 }).format(value);
  return formatOf(locale, { maximumSignificantDigits: 3 }).format(value);
}

/** A whole number with separators. */
export function formatCount(value: number, locale: string): string {
  return formatOf(locale, { maximumFractionDigits: 0 }).format(value);
}

/** A span of model time: "1.24 ms". The space does not break. */
export function formatDuration(ns: number, locale: string): string {
  const { value, unit } = durationOf(ns);
  return `${formatNumber(value, locale)}\u00a0${unit}`;
}

/**
 * A point of model time, with as many digits as it takes to tell it from its neighbours `resolutionNs` away:
 * 12.340 ms at a resolution of 1 µs. All instants of one run in one unit, so that digits do not jump while playing.
 *
 * @param least digits after the point that there are in any case, as far as nanoseconds have them
 */
export function formatInstant(
  ns: number,
  resolutionNs: number,
  endNs: number,
  locale: string,
  least = 0,
): string {
  const { unit } = durationOf(endNs);
  const factor = DURATIONS.find(([name]) => name === unit)?.[1] ?? 1;
  const wanted = Math.ceil(Math.log10(factor / Math.max(1, resolutionNs)) - 1e-9);
  const digits = Math.min(Math.round(Math.log10(factor)), Math.max(least, wanted));
  const format = formatOf(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(ns / factor)}\u00a0${unit}`;
}

/**
 * A point of model time as a clock shows it: the unit that suits it, three digits or as many as tell it from its neighbours `resolutionNs`
 * away, whichever is more; zeros at the end stay, so that digits do not jump while playing. 380 µs, 5.00 ms, 12.340 ms at a resolution of 1 µs.
 */
export function formatClock(ns: number, resolutionNs: number, locale: string): string {
  if (ns === 0) return '0\u00a0s';
  const { value } = durationOf(ns);
  const whole = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3)))));
  return formatInstant(ns, resolutionNs, ns, locale, Math.max(0, 2 - whole));
}

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
