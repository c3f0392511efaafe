/**
 * What the page explains when it is asked: what a field, a choice, a preset, a figure is. Loaded with the first question. The
 * English help of fields is the engine's own, from the doc comments in Rust.
 */
import type { Language } from '../lib/languages.ts';
import type { Field } from '../scenario/fields.ts';
import type english from './en/help.json';
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

const loaders: Record<Language, () => Promise<Help>> = {
  en: async () => {
    const [{ default: fields }, { default: others }] = await Promise.all([
      import('../scenario/generated/help.json'),
      import('./en/help.json'),
    ]);
    return { ...fields, ...others };
  },
  'zh-CN': async () => (await import('./zh-CN/help.json')).default,
};

const loaded = new Map<Language, Promise<Help>>();

/** The explanations in one language; the same promise every time, unless it has failed. */
export function loadHelp(language: Language): Promise<Help> {
  let help = loaded.get(language);
  if (!help) {
    help = loaders[language]();
    help.catch(() => loaded.delete(language));
    loaded.set(language, help);
  }
  return help;
}

/** One sentence on what a field means; of a distribution's parameter with what is distributed. */
export function fieldHelp(help: Help, field: Field): string {
  const own = help.fields[field.key] ?? '';
  const whole = distributionOf(field);
  return whole ? `${fieldHelp(help, whole)} ${own}` : own;
}

/** What choosing a value means. */
export const choiceHelp = (help: Help, { choiceKey }: Field, value: string): string =>
  help.choices[`${choiceKey}.${value}`] ?? '';
