/** Loads the texts of a language. */
import type {} from 'use-intl';
import type { Language } from '../lib/languages.ts';
import type { Catalogue, Messages } from './texts.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./en/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
};

/** Loads a language; another one is not fetched before it is chosen. */
export const loadCatalogue = async (language: Language): Promise<Catalogue> =>
  (await loaders[language]()).default;
