/** The texts of the glossary in one language, loaded when somebody reads or needs them. */
import type { Language } from '../lib/languages.ts';

export interface TermText {
  readonly name: string;
  /** Its name in the other language. */
  readonly other: string;
  readonly text: string;
  /** Where it is on the stage or in the panels. */
  readonly where: string;
  /** How it is written in texts, divided by `|`. */
  readonly marks: string;
}

/** By the ids of `learn/glossary/terms.ts`. */
export type TermTexts = Readonly<Record<string, TermText>>;

const loaders: Record<Language, () => Promise<{ default: TermTexts }>> = {
  en: () => import('./en/terms.json'),
  'zh-CN': () => import('./zh-CN/terms.json'),
};

export const loadTerms = async (language: Language): Promise<TermTexts> =>
  (await loaders[language]()).default;
