/** A number as people write it: with a unit behind it, with separators between its thousands. */

/** A number with the unit that was typed behind it, in lower case; empty when there was none. */
export interface Amount {
  readonly value: number;
  readonly unit: string;
}

/** Digits, alone or in groups of three, with decimals: a comma is never a decimal point in the page's languages. */
export const DIGITS = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
/** Units are letters, a percent sign, or something per second. */
export const UNIT = '[a-zµμ%/]*';
const WHOLE = new RegExp(`^(${DIGITS}(?:e[+-]?\\d{1,3})?)\\s*(${UNIT})$`, 'iu');

/** An amount of its parts, as they were written. */
export const amountOf = (digits: string, unit: string): Amount => ({
  value: Number(digits.replaceAll(',', '')),
  // Micro is typed in three ways.
  unit: unit.toLowerCase().replace(/^[uμ]s$/, 'µs'),
});

/** The amount that a text is; undefined where it is something else. Wide digits and commas count as what they look like. */
export function readAmount(text: string): Amount | undefined {
  const [, digits, unit = ''] = WHOLE.exec(text.normalize('NFKC').trim()) ?? [];
  if (digits === undefined) return undefined;
  const amount = amountOf(digits, unit);
  return Number.isFinite(amount.value) ? amount : undefined;
}

const NS: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/** An amount in another unit; without one of its own it is taken as it is. Undefined where the units do not go together. */
export function inUnit({ value, unit }: Amount, wanted: string | undefined): number | undefined {
  if (unit === '' || unit === wanted?.toLowerCase()) return value;
  const [from, to] = [NS[unit], NS[wanted ?? '']];
  return from === undefined || to === undefined ? undefined : Number(((value * from) / to).toPrecision(12));
}

/** The number that a text means where values have this unit; undefined where it means none. */
export function numberIn(text: string, unit: string | undefined): number | undefined {
  const amount = readAmount(text);
  return amount && inUnit(amount, unit);
}
