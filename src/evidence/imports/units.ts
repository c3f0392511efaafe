/** Units of time as benchmarks write them. */

export const TIME_UNITS = ['ns', 'us', 'ms', 's'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Microseconds in a unit. */
export const US_IN: Readonly<Record<TimeUnit, number>> = { ns: 1e-3, us: 1, ms: 1e3, s: 1e6 };

const SPELLINGS: Readonly<Record<TimeUnit, RegExp>> = {
  ns: /^(ns|nsecs?|nanos|nanosecs?|nanoseconds?)$/,
  us: /^(us|µs|usecs?|µsecs?|micros|microsecs?|microseconds?)$/,
  ms: /^(ms|msecs?|millis|millisecs?|milliseconds?)$/,
  s: /^(s|secs?|seconds?)$/,
};

/** The unit of a word in any spelling; undefined for other words. */
export function timeUnit(word: string): TimeUnit | undefined {
  const plain = word.normalize('NFKC').replace('μ', 'µ').toLowerCase();
  return TIME_UNITS.find((unit) => SPELLINGS[unit].test(plain));
}

/** A time in microseconds, without the last digits that binary fractions add. */
export const inUs = (value: number, unit: TimeUnit): number => Number((value * US_IN[unit]).toPrecision(12));
