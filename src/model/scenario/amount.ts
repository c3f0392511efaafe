/** Parses numbers as typed: with a unit and thousands separators. */
import { fieldNamed } from './fields.ts';
import type { Edits, Json } from './patch.ts';

/** A number and its typed unit in lower case; the unit is empty if absent. */
export interface Amount {
  readonly value: number;
  readonly unit: string;
}

/**
 * Digits, optionally in groups of three, with decimals: a comma is never a decimal separator in the page's
 * languages.
 */
export const DIGITS = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
/** Units: letters, a percent sign, or a rate per second. */
export const UNIT = '[a-zµμ%/]*';
const WHOLE = new RegExp(`^(${DIGITS}(?:e[+-]?\\d{1,3})?)\\s*(${UNIT})$`, 'iu');

/** An amount from its parts. */
export const amountOf = (digits: string, unit: string): Amount => ({
  value: Number(digits.replaceAll(',', '')),
  // Micro has three spellings.
  unit: unit.toLowerCase().replace(/^[uμ]s$/, 'µs'),
});

/** Parses an amount; undefined for other text. Full-width digits and commas are accepted. */
export function readAmount(text: string): Amount | undefined {
  const [, digits, unit = ''] = WHOLE.exec(text.normalize('NFKC').trim()) ?? [];
  if (digits === undefined) return undefined;
  const amount = amountOf(digits, unit);
  return Number.isFinite(amount.value) ? amount : undefined;
}

/** Families of convertible units, in multiples of the smallest. */
const FAMILIES: readonly Readonly<Record<string, number>>[] = [
  { ns: 1, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9 },
  // As in redis.conf, 1 KB is 1024 bytes, like 1 KiB.
  {
    b: 1,
    bytes: 1,
    kb: 1024,
    kib: 1024,
    mb: 1024 ** 2,
    mib: 1024 ** 2,
    gb: 1024 ** 3,
    gib: 1024 ** 3,
  },
  { 'bit/s': 1, 'kbit/s': 1e3, 'mbit/s': 1e6, 'gbit/s': 1e9, kbps: 1e3, mbps: 1e6, gbps: 1e9 },
  { '1/s': 1, '/s': 1, 'k/s': 1e3, k: 1e3, 'm/s': 1e6, 'req/s': 1, 'ops/s': 1 },
];

/**
 * Converts an amount to another unit; a number without a unit is unchanged. Undefined for unrelated units.
 */
export function inUnit({ value, unit }: Amount, target: string | undefined): number | undefined {
  const to = target?.toLowerCase() ?? '';
  if (unit === '' || unit === to) return value;
  const family = FAMILIES.find((units) => unit in units && to in units);
  const [from, into] = [family?.[unit], family?.[to]];
  return from === undefined || into === undefined
    ? undefined
    : Number(((value * from) / into).toPrecision(12));
}

/** An amount in a field's unit. For a unitless share, 1 % is 0.01; for a count, 10k is 10 000. */
export function inField(
  amount: Amount,
  { unit, max }: { readonly unit?: string | undefined; readonly max?: number | undefined },
): number | undefined {
  if (unit === undefined && amount.unit === '%' && max === 1)
    return Number((amount.value / 100).toPrecision(12));
  if (unit === undefined && amount.unit === 'k' && max !== 1) return amount.value * 1000;
  return inUnit(amount, unit);
}

/** The number in this unit that a text stands for; undefined if none. */
export function numberIn(text: string, unit: string | undefined): number | undefined {
  const amount = readAmount(text);
  return amount && inUnit(amount, unit);
}

/**
 * Edits with amounts converted to their fields' units. Other values are unchanged, and the engine reports
 * them.
 */
export const withUnits = (edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([path, value]): [string, Json] => {
      const field = typeof value === 'string' ? fieldNamed(path) : undefined;
      const isNumber = field?.kind === 'number' || field?.kind === 'integer';
      const amount = isNumber ? readAmount(String(value)) : undefined;
      return [path, (field && amount && inField(amount, field)) ?? value];
    }),
  );
