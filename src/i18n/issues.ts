/**
 * The sentence for a problem, in either language: what happened, why, and what to do. For the command line, which has
 * both languages at hand; the page has the texts of one in its catalogue.
 */
import type { Language } from '../lib/languages.ts';
import type { Problem } from '../model/scenario/problem.ts';
import en from './en/issues.json';
import { type IssueTexts, type IssueWords, sentenceFor } from './sentence.ts';
import zh from './zh-CN/issues.json';

const texts: Record<Language, IssueTexts> = { en, 'zh-CN': zh };

/** The sentence without its code. @param problem an engine issue or a problem of the page */
export const issueText = (problem: Problem, lang: Language, words: IssueWords = {}): string =>
  sentenceFor(problem, lang, texts[lang], words);
