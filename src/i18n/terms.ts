/** The texts of the glossary in one language, loaded on first use. */
import type { Language } from '../lib/languages.ts';
import { byLanguage } from './by-language.ts';

export interface TermText {
  readonly name: string;
  /** Its name in the language that `termsAlsoIn` names (`lib/languages.ts`). */
  readonly other: string;
  /** What it is. */
  readonly text: string;
  /** Why it matters, with numbers and sources. */
  readonly more: string;
  /** Its place on the stage or in the panels. */
  readonly where: string;
  /** Its spellings in texts, divided by `|`. */
  readonly marks: string;
}

/** By the ids of `learn/glossary/terms.ts`. */
export type TermTexts = Readonly<Record<string, TermText>>;

const loaders = byLanguage(import.meta.glob<TermTexts>('./*/terms.json', { import: 'default' }));

export const loadTerms = (language: Language): Promise<TermTexts> => loaders[language]();
