/** The sentences of problems in one language, for the page: loaded with the first problem. */
import type { Language } from '../lib/languages.ts';
import type { Problem } from '../scenario/problem.ts';
import type { IssueTexts, IssueWords } from './sentence.ts';

/** The sentence of a problem without its code. */
export type Sentences = (problem: Problem, words?: IssueWords) => string;

const texts: Record<Language, () => Promise<{ default: IssueTexts }>> = {
  en: () => import('./en/issues.json'),
  'zh-CN': () => import('./zh-CN/issues.json'),
};

export async function loadSentences(language: Language): Promise<Sentences> {
  const [{ sentenceFor }, { default: issues }] = await Promise.all([
    import('./sentence.ts'),
    texts[language](),
  ]);
  return (problem, words) => sentenceFor(problem, language, issues, words);
}
