/** Loads the texts of a language. */
import type {} from 'use-intl';
import type { Language } from '../lib/languages.ts';
import { byLanguage } from './by-language.ts';
import type { Catalogue, Messages } from './texts.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

const loaders = byLanguage(import.meta.glob<Catalogue>('./*/index.ts', { import: 'default' }));

/** Loads a language on demand. */
export const loadCatalogue = (language: Language): Promise<Catalogue> => loaders[language]();
