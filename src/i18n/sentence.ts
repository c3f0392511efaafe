/** Turns a problem into a sentence with the texts of one language. */
import { createTranslator } from 'use-intl/core';
import type { Language } from '../lib/languages.ts';
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
    form: DECIMAL_COMMA.test(problem.value ?? '') ? 'comma' : 'none',
    ...problem.facts,
  };
  const translate = createTranslator({ locale: lang, messages: texts as Record<string, string> });
  return translate(problem.code, values);
}

/** The facts that the sentence offers as a remedy. */
function hintOf(problem: Problem): 'suggestion' | 'allowed' | 'value' | 'none' {
  if (problem.suggestion) return 'suggestion';
  if ((problem.allowed?.length ?? 0) > 0) return 'allowed';
  return problem.value ? 'value' : 'none';
}
