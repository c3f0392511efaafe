/** Rescales a ledger to human times: writing the command, about one system call, becomes one second. */
import type { Ledger, LedgerLine } from './ledger.ts';

export interface HumanScale {
  /** The line that becomes one second. */
  readonly unit: LedgerLine;
  /** The longest line and the total, in rescaled seconds. */
  readonly longest: LedgerLine;
  readonly longestSec: number;
  readonly totalSec: number;
}

/** Undefined if the command has not been written, or no line is longer. */
export function toHumanScale({ lines, totalNs }: Ledger): HumanScale | undefined {
  const unit = lines.find(({ phase, ns }) => phase === 'clientWrite' && ns > 0);
  if (!unit) return undefined;
  const longest = lines.reduce((max, line) => (line.ns > max.ns ? line : max), unit);
  if (longest === unit) return undefined;
  return { unit, longest, longestSec: longest.ns / unit.ns, totalSec: totalNs / unit.ns };
}

/** Units of long times and their length, s. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds in the two largest non-zero units: 3 hr 20 min. */
export function longTime(seconds: number, locale: string): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length);
  const units = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first + 2);
  const smallest = units.at(-1)?.[1] ?? 1;
  const rounded = Math.round(seconds / smallest) * smallest;
  // Rounding can fill the next unit: 60 minutes become an hour.
  if (rounded >= (UNITS[(first < 0 ? UNITS.length : first) - 1]?.[1] ?? Number.POSITIVE_INFINITY))
    return longTime(rounded, locale);
  let rest = rounded;
  const parts = units.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  return parts
    .filter(({ count }, i) => i === 0 || count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ');
}
