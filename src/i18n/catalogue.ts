/** Loads the texts of a language. */
import type {} from 'use-intl';
import type { Language } from '../lib/languages.ts';
import { byLanguage } from './by-language.ts';
import type { Catalogue, FirstTexts, LaterTexts, Messages } from './texts.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

const first = byLanguage(import.meta.glob<FirstTexts>('./*/index.ts', { import: 'default' }));
const later = byLanguage(import.meta.glob<LaterTexts>('./*/later.ts', { import: 'default' }));

/** The languages in use. */
const catalogues = new Map<Language, Promise<Catalogue>>();

/**
 * The texts of the header, of Start and of the Lab until a panel opens. {@link loadCatalogue} adds the others to the same
 * object, so that nothing on the page renders again for them.
 */
export function loadFirstTexts(language: Language): Promise<Catalogue> {
  const known = catalogues.get(language);
  if (known) return known;
  const loading = first[language]().then((texts) => ({
    ...texts,
    messages: { ...texts.messages } as Catalogue['messages'],
    issues: {} as Catalogue['issues'],
  }));
  catalogues.set(language, loading);
  // The next call tries again.
  loading.catch(() => catalogues.delete(language));
  return loading;
}

/** All texts of a language. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const [catalogue, { messages, issues }] = await Promise.all([loadFirstTexts(language), later[language]()]);
  Object.assign(catalogue.messages, messages);
  Object.assign(catalogue.issues, issues);
  return catalogue;
}

/** Resolves when the languages in use have all their texts: what loads later may show any of them. */
export const allTexts = (): Promise<unknown> => Promise.all([...catalogues.keys()].map(loadCatalogue));
