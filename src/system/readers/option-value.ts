/** The value of a library's option for the scenario: special values, units, and what cannot be read. */
import {
  isPerCore,
  type Library,
  type LibraryOption,
  type NameKind,
  type SpecialValue,
} from '../../model/libraries/library.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { booleanOf, durationMs, numberOf } from './value.ts';

export type OptionValue =
  /** A value of the field, or of the library where the model has no field. `edits`: further fields. */
  | { readonly value: Json; readonly edits?: Edits }
  /** As if the option were not written. */
  | { readonly isDefault: true }
  /** `unreadable`: no value of this kind. `negative`: an amount below zero, which means nothing here. */
  | { readonly fault: 'unreadable' | 'negative' };

const MS_OF = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 } as const;

/** What the text of a value is as a key of `special` and `values`. */
const textOf = (raw: Json): string => String(raw).trim().replaceAll(/["']/g, '');

/** Reads a value as an option of a library, written in a notation. */
export function optionValue(
  library: Library,
  option: LibraryOption,
  raw: Json,
  kind?: NameKind,
): OptionValue {
  const { unit, sets, values, patterns, entryBytes, entryKeys = 0 } = option;
  if (raw === null) return { isDefault: true };
  const matched = patterns?.find(({ match }) => new RegExp(match).test(String(raw)));
  if (matched) return { value: matched.value };
  const mapped = values?.[textOf(raw).toLowerCase()];
  if (mapped !== undefined) return { value: mapped };
  if (unit === 'text') return { value: raw };
  const bare = kind === undefined ? undefined : library.bare?.[kind];
  const amount = amountOf(option, raw, bare);
  const special = specialOf(option, raw, amount, kind);
  if (special === 'default') return { isDefault: true };
  if (special === 'none') return { value: 0 };
  if (special === 'unlimited') return { value: (sets === null ? null : fieldNamed(sets)?.max) ?? 0 };
  if (isPerCore(special)) return { value: { perCore: special.perCore } };
  if (special !== undefined) return { value: amount ?? raw, edits: special };
  // JavaScript's undefined is as if nothing were written. Without a field of the model no value has an effect.
  const nothing = sets === null ? /^(?:undefined|null|None|nil)$/ : /^undefined$/;
  if (nothing.test(textOf(raw))) return { isDefault: true };
  if (amount === undefined || (values && unit !== 'bool')) return { fault: 'unreadable' };
  const least = sets === null ? undefined : fieldNamed(sets)?.min;
  if (typeof amount === 'number' && amount < 0 && !(least !== undefined && amount >= least))
    return sets === null ? { value: amount } : { fault: 'negative' };
  if (entryBytes !== undefined && typeof amount === 'number')
    return { value: { bytes: amount, entryBytes, entryKeys } };
  return { value: amount };
}

/** The value in the unit of its field; undefined if it is of another kind. */
function amountOf({ unit, sets }: LibraryOption, raw: Json, bare?: keyof typeof MS_OF): Json | undefined {
  if (unit === 'bool') return booleanOf(raw);
  if (unit === 'count' || unit === 'bytes' || unit === 'text') return numberOf(raw);
  const ms = durationMs(raw, MS_OF[bare ?? unit]);
  // Rounds to a nanosecond: sums of parts are not exact.
  const scaled = ms === undefined ? undefined : ms * (sets?.endsWith('Us') ? 1000 : 1);
  return scaled === undefined ? undefined : Number(scaled.toFixed(6));
}

function specialOf(
  { special }: LibraryOption,
  raw: Json,
  amount: Json | undefined,
  kind?: NameKind,
): SpecialValue | undefined {
  if (!special) return undefined;
  const keys = [textOf(raw), ...(amount === undefined ? [] : [String(amount)])];
  for (const key of keys) {
    const found = special[`${kind}:${key}`] ?? special[key];
    if (found !== undefined) return found;
  }
  return typeof amount === 'number' && amount < 0 ? special.negative : undefined;
}
