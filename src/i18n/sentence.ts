/** Turns a problem into a sentence with the texts of one language. */
import { createTranslator } from 'use-intl/core';
import type { Language } from '../lib/languages.ts';
import { acceptedUnits } from '../model/scenario/amount.ts';
import { fieldNamed } from '../model/scenario/fields.ts';
import type { Problem, ProblemCode } from '../model/scenario/problem.ts';

/**
 * One message per code, with placeholders for the facts of a problem. `whole` names the scenario if a problem
 * has no path; `between` separates values.
 */
export type IssueTexts = Readonly<Record<ProblemCode | 'whole' | 'between', string>>;

/** Texts of a problem beyond its own facts. */
export interface IssueWords {
  /** The name of a path, in front of the path itself. */
  readonly labelOf?: (path: string) => string | undefined;
}

/** Enough characters to find the input again. */
const MOST_QUOTED = 80;
const quoted = (text: string): string =>
  text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;

/** A text without the backslashes before quotes, which the engine's JSON quoting adds. */
function plainly(value: string): string {
  if (!/^".*\\.*"$/s.test(value)) return value;
  try {
    return `“${JSON.parse(value)}”`;
  } catch {
    return value;
  }
}

/** A number whose comma can only be a decimal one: commas separate thousands here. */
const DECIMAL_COMMA = /^"?-?\d+,(?:\d{1,2}|\d{4,})(?:\D|$)/;

/** A number with something behind it: an unknown unit, or one of another kind. */
const UNKNOWN_UNIT = /^"-?[\d.,]+\s*[^\d\s.,]/;

/** The sentence without its code. */
export function sentenceFor(
  problem: Problem,
  lang: Language,
  texts: IssueTexts,
  { labelOf }: IssueWords = {},
): string {
  const number = new Intl.NumberFormat(lang, { maximumSignificantDigits: 15, useGrouping: 'min2' });
  const bound = (value: number | null | undefined) => (typeof value === 'number' ? number.format(value) : '');
  const label = labelOf?.(problem.path);
  const path = quoted(problem.path);
  const values = {
    path,
    // A problem of the whole scenario has no path.
    name: label === undefined ? path || texts.whole : `${label} (${path})`,
    value: quoted(plainly(problem.value ?? '')),
    isEmpty: problem.value === '""' ? 'yes' : 'no',
    min: bound(problem.min),
    max: bound(problem.max),
    nearest: bound(problem.nearest) || (problem.suggestion ?? ''),
    suggestion: problem.suggestion ?? '',
    expected: problem.expected ?? '',
    allowed: (problem.allowed ?? []).join(texts.between),
    line: bound(problem.line),
    column: bound(problem.column),
    hint: hintOf(problem),
    form: formOf(problem),
    units: unitsOf(problem).join(texts.between),
    ...problem.facts,
  };
  const translate = createTranslator({ locale: lang, messages: texts as Record<string, string> });
  return translate(problem.code, values);
}

/** The units that the number field of a problem accepts. */
function unitsOf({ path, expected }: Problem): readonly string[] {
  const field = expected === 'number' || expected === 'integer' ? fieldNamed(path) : undefined;
  return field ? acceptedUnits(field) : [];
}

/** What is wrong with the notation of a number: its decimal comma, or its unit. */
function formOf(problem: Problem): 'comma' | 'units' | 'none' {
  const value = problem.value ?? '';
  if (DECIMAL_COMMA.test(value)) return 'comma';
  return UNKNOWN_UNIT.test(value) && unitsOf(problem).length > 0 ? 'units' : 'none';
}

/** The facts that the sentence offers as a remedy. */
function hintOf(problem: Problem): 'suggestion' | 'allowed' | 'value' | 'none' {
  if (problem.suggestion) return 'suggestion';
  if ((problem.allowed?.length ?? 0) > 0) return 'allowed';
  return problem.value ? 'value' : 'none';
}
