/** The longer texts of one language, loaded on first use. */
import type { Language } from '../lib/languages.ts';
import type { Provenance } from '../model/scenario/cost-profiles.ts';
import type { Field } from '../model/scenario/fields.ts';
import { byLanguage } from './by-language.ts';
import type { Explanations, Help } from './explanation-texts.ts';
import { distributionOf } from './field-names.ts';

const loaders = byLanguage(import.meta.glob<Explanations>('./*/explanations.ts', { import: 'default' }));

/** All explanations in one language. */
export const loadExplanations = (language: Language): Promise<Explanations> => loaders[language]();

export const loadHelp = async (language: Language): Promise<Help> => (await loadExplanations(language)).help;

/** One sentence on a field; for a parameter of a distribution, with the distributed quantity. */
export function fieldHelp(help: Help, field: Field): string {
  const helpText = help.fields[field.key] ?? '';
  const distribution = distributionOf(field);
  return distribution ? `${fieldHelp(help, distribution)} ${helpText}` : helpText;
}

/** Description of a choice. */
export const choiceHelp = (help: Help, { choiceKey }: Field, value: string): string =>
  help.choices[`${choiceKey}.${value}`] ?? '';

/** How well the sources of defaults are known, by definition; the same in every language. */
export const loadProvenances = async (): Promise<Readonly<Record<string, Provenance>>> =>
  (await import('../model/scenario/generated/help.json')).provenances as Record<string, Provenance>;

/** The definition whose default a field has: a parameter of a distribution has that of its quantity. */
const definitionOf = (field: Field): string => (distributionOf(field) ?? field).key;

/** The provenance of a default. */
export const provenanceOf = (
  provenances: Readonly<Record<string, Provenance>>,
  field: Field,
): Provenance | undefined => provenances[definitionOf(field)];

/** The source of a default; for a distribution, that of its quantity. */
export const sourceOf = ({ sources }: Explanations, field: Field): string | undefined =>
  sources[definitionOf(field)];

/** One consequence of changing a setting; for a distribution's mean, that of its quantity. */
export const effectOf = ({ effects }: Explanations, field: Field): string | undefined =>
  effects[field.key] ?? effects[definitionOf(field)];
