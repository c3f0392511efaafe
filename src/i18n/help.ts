/**
 * What the page explains when it is asked: what a field, a choice, a preset, a figure is.
 */
import type { Language } from '../lib/languages.ts';
import type { Field } from '../scenario/fields.ts';
import type english from './en/help.json';
import { loadExplanations } from './explanations.ts';
import { distributionOf } from './field-names.ts';

type Texts = Readonly<Record<string, string>>;

export interface Help {
  /** By definition: `Network.rttUs`. */
  readonly fields: Texts;
  /** By definition and value: `Connections.pooled`. */
  readonly choices: Texts;
  /** By the preset's id. */
  readonly presets: Texts;
  /** What to notice in a pair of presets, by its id. */
  readonly notices: Texts;
  /** What to notice in a preset that is in no pair, by its id. */
  readonly alone: Texts;
  /** By the row of the summary table. */
  readonly figures: Readonly<Record<keyof (typeof english)['figures'], string>>;
}

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
