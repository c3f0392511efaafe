/**
 * The sentence for a problem, in either language: what happened, why, and what to do. Free of React, so that the command line
 * says the same words as the page.
 */
import { createTranslator } from 'use-intl/core';
import type { Language } from '../lib/languages.ts';
import type { Problem, ProblemCode } from '../scenario/problem.ts';
import en from './en/issues.json';
import zh from './zh-CN/issues.json';

const texts: Record<Language, Record<ProblemCode, string>> = { en, 'zh-CN': zh };

/** What is said of a problem beyond its own facts. */
export interface IssueWords {
  /** The reader's name for a path, in front of the path itself. */
  readonly labelOf?: (path: string) => string | undefined;
}

/** The sentence without its code. @param problem an engine issue or a problem of the page */
export function issueText(problem: Problem, lang: Language, { labelOf }: IssueWords = {}): string {
  const number = new Intl.NumberFormat(lang, { maximumSignificantDigits: 15, useGrouping: false });
  const bound = (value: number | null | undefined) => (typeof value === 'number' ? number.format(value) : '');
  const label = labelOf?.(problem.path);
  const values = {
    path: problem.path,
    name: label === undefined ? problem.path : `${label} (${problem.path})`,
    value: problem.value ?? '',
    min: bound(problem.min),
    max: bound(problem.max),
    nearest: bound(problem.nearest),
    suggestion: problem.suggestion ?? '',
    expected: problem.expected ?? '',
    allowed: (problem.allowed ?? []).join(lang === 'en' ? ', ' : '、'),
    line: bound(problem.line),
    column: bound(problem.column),
    hint: hintOf(problem),
    ...problem.facts,
  };
  const translate = createTranslator({ locale: lang, messages: texts[lang] as Record<string, string> });
  return translate(problem.code, values);
}

/** Which of its facts the sentence should offer as a way out. */
function hintOf(problem: Problem): 'suggestion' | 'allowed' | 'value' | 'none' {
  if (problem.suggestion) return 'suggestion';
  if ((problem.allowed?.length ?? 0) > 0) return 'allowed';
  return problem.value ? 'value' : 'none';
}
