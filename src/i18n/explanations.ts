/** The longer texts of one language, loaded when the first of them is asked for. */
import type { Language } from '../lib/languages.ts';
import type { Field } from '../model/scenario/fields.ts';
import { byLanguage } from './by-language.ts';
import type { Explanations, Help, SettingTexts, SourceTexts } from './explanation-texts.ts';
import { distributionOf } from './field-names.ts';

const loaders = byLanguage(import.meta.glob<Explanations>('./*/explanations.ts', { import: 'default' }));

/** All explanations in one language. */
export const loadExplanations = (language: Language): Promise<Explanations> => loaders[language]();

/** Where defaults come from, in the reader's language: by the English text, which `model/scenario/generated/defaults.json` has. */
export const loadDefaultSources = async (language: Language): Promise<SourceTexts> =>
  (await loadExplanations(language)).defaultSources;

export const loadHelp = async (language: Language): Promise<Help> => (await loadExplanations(language)).help;

/** One sentence on what a field means; of a distribution's parameter with what is distributed. */
export function fieldHelp(help: Help, field: Field): string {
  const own = help.fields[field.key] ?? '';
  const whole = distributionOf(field);
  return whole ? `${fieldHelp(help, whole)} ${own}` : own;
}

/** What choosing a value means. */
export const choiceHelp = (help: Help, { choiceKey }: Field, value: string): string =>
  help.choices[`${choiceKey}.${value}`] ?? '';

/** Sources and effects of all settings in one language. */
export const loadSettings = async (language: Language): Promise<SettingTexts> =>
  (await loadExplanations(language)).settings;

/** Where a default comes from; a distribution's is that of what is distributed. */
export const sourceOf = ({ sources }: SettingTexts, field: Field): string | undefined =>
  sources[(distributionOf(field) ?? field).key];

/** One consequence of changing a setting; of a distribution's mean that of what is distributed. */
export const effectOf = ({ effects }: SettingTexts, field: Field): string | undefined =>
  effects[field.key] ?? effects[(distributionOf(field) ?? field).key];
