/**
 * The number style of a table: `21000.5`, `21,000.5` or `21000,5`. All cells together decide; a table with an
 * ambiguous comma is refused.
 */
import { inRange, Refusal } from './refusal.ts';
import { type TimeUnit, timeUnit } from './units.ts';

export interface NumberStyle {
  readonly decimal: '.' | ',';
}

const COMMA_DECIMAL =
  /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+),(?:\d{1,2}|\d{4,})$|^[+-]?(?:0|\d{4,}),\d+$|^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/;
const COMMA_GROUPS = /^[+-]?\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$|^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/;
const COMMA_EITHER = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const SHOWN = 60;

/**
 * The style of a table's cells.
 * @throws Refusal with code IMP-09 when a comma may be both, or is both
 */
export function numberStyle(
  format: string,
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
): NumberStyle {
  let decimal: string | undefined;
  let groups: string | undefined;
  let either: { readonly line: number; readonly cell: string } | undefined;
  for (const { line, cells } of rows)
    for (const cell of cells) {
      if (!cell.includes(',') || cell.length > SHOWN) continue;
      const number = withoutUnit(cell);
      if (COMMA_DECIMAL.test(number)) decimal ??= cell;
      else if (COMMA_GROUPS.test(number)) groups ??= cell;
      else if (COMMA_EITHER.test(number)) either ??= { line, cell };
      if (decimal !== undefined && groups !== undefined)
        throw new Refusal('IMP-09', format, { line, value: cell });
    }
  if (either && decimal === undefined && groups === undefined)
    throw new Refusal('IMP-09', format, { line: either.line, value: either.cell });
  return { decimal: decimal === undefined ? '.' : ',' };
}

const withoutUnit = (cell: string): string => cell.replace(/\s*[a-zµμ%/]+$/i, '').trim();

/** A cell's number, with the unit after it. */
export interface CellNumber {
  readonly value: number;
  readonly unit?: TimeUnit;
  /** The cell itself has a rate: `82k req/s`. */
  readonly isRate?: true;
}

const AFTER = /^([+-]?[\d.,\s]*\d\.?(?:e[+-]?\d{1,3})?)\s*([a-zµμ%][a-zµμ/ ]*)?$/i;
const NONE = /^(?:|-+|–|—|n\/?a|[+-]?nan|null|none|nil|[+-]?inf(?:inity)?)$/i;
/** `k`, `M` (a small m may be milli), and the counted unit per second or minute. */
const RATE = /^([kKM]?)([a-z]*\/(?:(s|sec|second)|(min|minute)))?$/;

/** Whether a cell has no value. */
export const isNone = (cell: string): boolean => NONE.test(cell.trim());

/**
 * The number of a cell; undefined where it is none.
 * @throws Refusal when it is out of range
 */
export function cellNumber(
  cell: string,
  { decimal }: NumberStyle,
  refuse: () => Refusal,
): CellNumber | undefined {
  if (cell.length > SHOWN) return undefined;
  const [, digits = '', behind = ''] = AFTER.exec(cell.trim()) ?? [];
  const plain = plainDigits(digits.trim(), decimal);
  if (plain === undefined) return undefined;
  const value = inRange(Number(plain), refuse);
  const suffix = behind.replaceAll(' ', '');
  if (suffix === '') return { value };
  if (suffix === '%') return { value };
  const unit = timeUnit(suffix);
  if (unit !== undefined) return { value, unit };
  const [match, times = '', per, , minute] = RATE.exec(suffix) ?? [];
  if (match === undefined) return undefined;
  const scale = { '': 1, k: 1e3, K: 1e3, M: 1e6 }[times] ?? 1;
  return {
    value: inRange((value * scale) / (minute === undefined ? 1 : 60), refuse),
    ...(per === undefined ? {} : { isRate: true as const }),
  };
}

/** Digits in JavaScript's form; undefined when their groups are invalid. */
function plainDigits(digits: string, decimal: '.' | ','): string | undefined {
  const group = decimal === '.' ? ',' : '.';
  const shape =
    decimal === '.'
      ? /^[+-]?(?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d+)?$/i
      : /^[+-]?(?:\d{1,3}(?:[. ]\d{3})+|\d+)?(?:,\d*)?(?:e[+-]?\d+)?$/i;
  if (!/\d/.test(digits) || !shape.test(digits)) return undefined;
  return digits.replaceAll(group, '').replaceAll(' ', '').replace(',', '.');
}
