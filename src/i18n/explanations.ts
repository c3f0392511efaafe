/** The longer texts of one language, loaded when the first of them is asked for. */
import type { Language } from '../lib/languages.ts';
import type { Explanations } from './explanation-texts.ts';

const loaders: Record<Language, () => Promise<{ default: Explanations }>> = {
  en: () => import('./en/explanations.ts'),
  'zh-CN': () => import('./zh-CN/explanations.ts'),
};

/** All explanations in one language. */
export const loadExplanations = async (language: Language): Promise<Explanations> =>
  (await loaders[language]()).default;
