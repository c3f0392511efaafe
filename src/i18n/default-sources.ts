/** Where defaults come from, in the reader's language: by the English text, which `model/scenario/generated/defaults.json` has. */
import type { Language } from '../lib/languages.ts';
import type { SourceTexts } from './explanation-texts.ts';
import { loadExplanations } from './explanations.ts';

export const loadDefaultSources = async (language: Language): Promise<SourceTexts> =>
  (await loadExplanations(language)).defaultSources;
