/**
 * What the page explains when it is asked: what a field, a choice, a preset, a figure is.
 */
import type { Language } from '../lib/languages.ts';
import type { Field } from '../model/scenario/fields.ts';
import type { Help } from './explanation-texts.ts';
import { loadExplanations } from './explanations.ts';
import { distributionOf } from './field-names.ts';

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
