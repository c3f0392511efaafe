/** Turns a problem into a sentence with the texts of one language. */
import { createTranslator } from 'use-intl/core';
import type { Language } from '../lib/languages.ts';
import type { Problem, ProblemCode } from '../model/scenario/problem.ts';

/**
 * One message per code, with placeholders for the facts of a problem; `whole` names the scenario where a problem has no path,
 * `between` separates values.
 */
export type IssueTexts = Readonly<Record<ProblemCode | 'whole' | 'between', string>>;

/** What is said of a problem beyond its own facts. */
export interface IssueWords {
  /** The reader's name for a path, in front of the path itself. */
  readonly labelOf?: (path: string) => string | undefined;
}

/** Enough of what was written to find it again. */
const MOST_QUOTED = 80;
const quoted = (text: string): string =>
  text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;

/** A text that the engine quotes as JSON does, without the backslashes in front of its own quotes. */
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
    // What is wrong with all of it has no path.
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

/** Which of its facts the sentence should offer as a way out. */
function hintOf(problem: Problem): 'suggestion' | 'allowed' | 'value' | 'none' {
  if (problem.suggestion) return 'suggestion';
  if ((problem.allowed?.length ?? 0) > 0) return 'allowed';
  return problem.value ? 'value' : 'none';
}
