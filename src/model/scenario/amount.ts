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
/** Units: letters, a percent sign, a rate per second, and the Chinese names of units. */
export const UNIT = '[a-zµμ%/纳微毫秒分钟字节次千万]*';
/** A whole text may also group by spaces, and omit the digits before or after the point. */
const WHOLE_DIGITS = String.raw`-?(?:(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d*)?|\.\d+)`;
const WHOLE = new RegExp(
  String.raw`^(${WHOLE_DIGITS}(?:e[+-]?\d{1,3})?)\s*(1/s|(?:[k千万]\s+)?${UNIT})$`,
  'iu',
);

/** An amount from its parts. */
export const amountOf = (digits: string, unit: string): Amount => ({
  value: Number(digits.replaceAll(/[, ]/g, '')),
  // Micro has three spellings.
  unit: unit
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^[uμ]s$/, 'µs'),
});

/** Parses an amount; undefined for other text. Full-width digits, commas and per cent signs are accepted. */
export function readAmount(text: string): Amount | undefined {
  const [, digits, unit = ''] = WHOLE.exec(text.normalize('NFKC').trim()) ?? [];
  if (digits === undefined) return undefined;
  const amount = amountOf(digits, unit);
  return Number.isFinite(amount.value) ? amount : undefined;
}

/** A rate with each multiple of its names: `k/s` is 1000 `/s`. */
const ratesOf = (names: readonly string[], multiples: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(multiples).flatMap(([multiple, factor]) =>
      names.map((name): [string, number] => [multiple + name, factor]),
    ),
  );

/** Multiples of a count. */
const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, 千: 1e3, 万: 1e4 };

/** Families of convertible units, in multiples of the smallest. */
const FAMILIES: readonly Readonly<Record<string, number>>[] = [
  {
    ns: 1,
    µs: 1e3,
    ms: 1e6,
    s: 1e9,
    min: 60e9,
    usec: 1e3,
    msec: 1e6,
    sec: 1e9,
    纳秒: 1,
    微秒: 1e3,
    毫秒: 1e6,
    秒: 1e9,
    分钟: 60e9,
  },
  // As in redis.conf, 1 KB is 1024 bytes, like 1 KiB.
  {
    b: 1,
    kb: 1024,
    mb: 1024 ** 2,
    gb: 1024 ** 3,
    byte: 1,
    bytes: 1,
    字节: 1,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
  },
  { 'bit/s': 1, 'kbit/s': 1e3, 'mbit/s': 1e6, 'gbit/s': 1e9, kbps: 1e3, mbps: 1e6, gbps: 1e9 },
  {
    '1/s': 1,
    ...ratesOf(['/s', 'req/s', 'ops/s', 'rps', 'qps', '/秒', '次/秒'], { '': 1, ...MULTIPLES }),
    'm/s': 1e6,
    ...MULTIPLES,
  },
];

/** The units to offer where a text has another one, by the unit of the field. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  ns: ['ns', 'µs', 'ms', 's'],
  µs: ['ns', 'µs', 'ms', 's'],
  ms: ['µs', 'ms', 's', 'min'],
  B: ['B', 'KB', 'MB', 'GB'],
  'Mbit/s': ['kbit/s', 'Mbit/s', 'Gbit/s'],
  '1/s': ['/s', 'k/s'],
};

/** Units that a number field accepts, for an error message. */
export const acceptedUnits = ({ unit, max }: NumberField): readonly string[] =>
  unit === undefined ? [max === 1 ? '%' : 'k'] : (OFFERED[unit] ?? [unit]);

/** What a number field says about its unit. */
export interface NumberField {
  readonly unit?: string | undefined;
  readonly max?: number | undefined;
}

/** Without the noise of binary fractions: 1.1 × 1000 is 1100. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/**
 * Converts an amount to another unit; a number without a unit is unchanged. Undefined for unrelated units.
 */
export function inUnit({ value, unit }: Amount, target: string | undefined): number | undefined {
  const to = target?.toLowerCase() ?? '';
  if (unit === '' || unit === to) return value;
  const family = FAMILIES.find((units) => unit in units && to in units);
  const [from, into] = [family?.[unit], family?.[to]];
  return from === undefined || into === undefined ? undefined : rounded((value * from) / into);
}

/** An amount in a field's unit. For a unitless share, 1 % is 0.01; for a count, 10k is 10 000. */
export function inField(amount: Amount, { unit, max }: NumberField): number | undefined {
  if (unit !== undefined) return inUnit(amount, unit);
  if (max === 1 && amount.unit === '%') return rounded(amount.value / 100);
  const multiple = max === 1 ? undefined : MULTIPLES[amount.unit];
  return multiple === undefined ? inUnit(amount, unit) : rounded(amount.value * multiple);
}

/**
 * The value of a field, in its unit, that a text stands for; undefined if none.
 * @param shown the unit of a number without one: the field's, or another unit that the control displays
 */
export function valueFrom(text: string, field: NumberField, shown = field.unit): number | undefined {
  const amount = readAmount(text);
  if (!amount) return undefined;
  return inField(amount.unit === '' ? { ...amount, unit: shown?.toLowerCase() ?? '' } : amount, field);
}

/** A field's value as the number that its control displays in the unit `shown`; {@link valueFrom} reads it back. */
export function shownValue(value: number, { unit }: NumberField, shown = unit): number {
  if (shown === unit) return value;
  if (unit === undefined) return rounded(value * 100);
  return inUnit({ value, unit: unit.toLowerCase() }, shown) ?? value;
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
