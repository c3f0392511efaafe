/** A number as people write it: with a unit behind it, with separators between its thousands. */
import { fieldNamed } from './fields.ts';
import type { Edits, Json } from './patch.ts';

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

/** Units that go together, in the smallest of them. */
const FAMILIES: readonly Readonly<Record<string, number>>[] = [
  { ns: 1, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9 },
  // As redis.conf has it: 1 KB is 1024 bytes, as 1 KiB is.
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

/** An amount in another unit; without one of its own it is taken as it is. Undefined where the units do not go together. */
export function inUnit({ value, unit }: Amount, wanted: string | undefined): number | undefined {
  const to = wanted?.toLowerCase() ?? '';
  if (unit === '' || unit === to) return value;
  const family = FAMILIES.find((units) => unit in units && to in units);
  const [from, into] = [family?.[unit], family?.[to]];
  return from === undefined || into === undefined
    ? undefined
    : Number(((value * from) / into).toPrecision(12));
}

/** An amount in a field's unit. Of a share, which is 0 to 1 and has no unit, 1 % is 0.01; of a count, 10k is 10 000. */
export function inField(
  amount: Amount,
  { unit, max }: { readonly unit?: string | undefined; readonly max?: number | undefined },
): number | undefined {
  if (unit === undefined && amount.unit === '%' && max === 1)
    return Number((amount.value / 100).toPrecision(12));
  if (unit === undefined && amount.unit === 'k' && max !== 1) return amount.value * 1000;
  return inUnit(amount, unit);
}

/** The number that a text means where values have this unit; undefined where it means none. */
export function numberIn(text: string, unit: string | undefined): number | undefined {
  const amount = readAmount(text);
  return amount && inUnit(amount, unit);
}

/** The edits with every amount in its field's unit. What is none stays as it was written: the engine says what is wrong with it. */
export const withUnits = (edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([path, value]): [string, Json] => {
      const field = typeof value === 'string' ? fieldNamed(path) : undefined;
      const isNumber = field?.kind === 'number' || field?.kind === 'integer';
      const amount = isNumber ? readAmount(String(value)) : undefined;
      return [path, (field && amount && inField(amount, field)) ?? value];
    }),
  );
