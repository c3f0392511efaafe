/**
 * What all presets and pairs are called. The catalogue has the names of the first picture; the others are loaded with the
 * first question for them, as the presets themselves are.
 */
import type { Language } from '../lib/languages.ts';
import { loadCatalogue, type PresetTexts } from './catalogue.ts';

const loaders: Record<Language, () => Promise<{ default: PresetTexts }>> = {
  en: () => import('./en/presets.json'),
  'zh-CN': () => import('./zh-CN/presets.json'),
};

/** The names of all presets and pairs. */
export async function loadPresetTexts(language: Language): Promise<PresetTexts> {
  const [{ presets: first }, { default: others }] = await Promise.all([
    loadCatalogue(language),
    loaders[language](),
  ]);
  return {
    titles: { ...first.titles, ...others.titles },
    pairs: { ...first.pairs, ...others.pairs },
  };
}
