/**
 * Where the default of every setting comes from, and one consequence of changing it.
 * Costs have their source in the profile that they come from.
 */
import type { Language } from '../lib/languages.ts';
import type { Field } from '../model/scenario/fields.ts';
import type { SettingTexts } from './explanation-texts.ts';
import { loadExplanations } from './explanations.ts';
import { distributionOf } from './field-names.ts';

/** Sources and effects of all settings in one language. */
export const loadSettings = async (language: Language): Promise<SettingTexts> =>
  (await loadExplanations(language)).settings;

/** Where a default comes from; a distribution's is that of what is distributed. */
export const sourceOf = ({ sources }: SettingTexts, field: Field): string | undefined =>
  sources[(distributionOf(field) ?? field).key];

/** One consequence of changing a setting; of a distribution's mean that of what is distributed. */
export const effectOf = ({ effects }: SettingTexts, field: Field): string | undefined =>
  effects[field.key] ?? effects[(distributionOf(field) ?? field).key];
