/** Where defaults come from, in the reader's language: by the English text, which `scenario/generated/defaults.json` has. */
import type { Language } from '../lib/languages.ts';
import type { SourceTexts } from './cost-sources.ts';

const loaders: Record<Language, () => Promise<SourceTexts>> = {
  en: async () => ({}),
  'zh-CN': async () => (await import('./default-sources.zh-CN.json')).default,
};

export const loadDefaultSources = (language: Language): Promise<SourceTexts> => loaders[language]();
