/** The sentence for a problem in any language, for the command line; the page has the texts of one in its catalogue. */
import type { Language } from '../lib/languages.ts';
import type { Problem } from '../model/scenario/problem.ts';
import { byLanguage } from './by-language.ts';
import { type IssueTexts, type IssueWords, sentenceFor } from './sentence.ts';

const texts = byLanguage(import.meta.glob<IssueTexts>('./*/issues.json', { eager: true, import: 'default' }));

/** The sentence without its code. @param problem an engine issue or a problem of the page */
export const issueText = (problem: Problem, lang: Language, words: IssueWords = {}): string =>
  sentenceFor(problem, lang, texts[lang], words);
