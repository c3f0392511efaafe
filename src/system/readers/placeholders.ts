/** Placeholders in values: `${NAME:default}` proposes its default, `${NAME}` is asked for. */
import { libraries, optionOf } from '../../model/libraries/library.ts';
import type { Context, FoundOption } from './reader-result.ts';

/** Placeholders may hold placeholders, to this depth. */
const MAX_DEPTH = 5;
/** An innermost placeholder: its name, and its default after `:` or `:-`. */
const INNERMOST = /\$\{([^:{}$]+)(?::-?([^{}$]*))?\}/;

export interface Resolved {
  readonly options: readonly FoundOption[];
  /** Options whose placeholder has no value. */
  readonly missing: readonly FoundOption[];
}

/** Whether any library sets a field with this option: only then its placeholder matters. */
const matters = (key: string): boolean =>
  libraries.some((library) => {
    const option = optionOf(library, key);
    return option !== undefined && option.unit !== 'text';
  });

/** Values with the answers or the defaults of their placeholders. */
export function resolvePlaceholders(found: readonly FoundOption[], { ask }: Context): Resolved {
  const missing: FoundOption[] = [];
  const options = found.flatMap((option): FoundOption[] => {
    if (typeof option.raw !== 'string' || !option.raw.includes('${')) return [option];
    // Names, addresses and the like set nothing: they stay as they are.
    if (!matters(option.key)) return [option];
    const raw = filledPlaceholders(option.raw, option.line, ask);
    if (raw !== undefined) return [{ ...option, raw }];
    missing.push(option);
    return [];
  });
  return { options, missing };
}

/** A text with the answers or the defaults of its placeholders; undefined if one has no value. */
export function filledPlaceholders(raw: string, line: number, ask: Context['ask']): string | undefined {
  let text = raw;
  let isMissing = false;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const match = INNERMOST.exec(text);
    if (!match) break;
    const [whole, name = '', proposal] = match;
    const id = `\${${name.trim()}}`;
    const value = ask({ id, kind: 'placeholder', values: [], proposal: proposal ?? null, line });
    if (value === null || value === '') isMissing = true;
    text = text.replace(whole, () => value ?? '');
  }
  return isMissing || text.includes('${') ? undefined : text;
}
