/** Names of the schema's fields and choices. */
import { allClientKeys } from '../model/libraries/client-keys.ts';
import { type Field, fieldNamed } from '../model/scenario/fields.ts';
import type { FieldNames } from './setting-texts.ts';

/** The choice of distribution that a distribution's parameter belongs to. */
export const distributionOf = ({ key, path }: Field): Field | undefined =>
  key.startsWith('Dist.') ? fieldNamed(`${path.slice(0, path.lastIndexOf('.'))}.kind`) : undefined;

/** The name of a field; for a parameter of a distribution, with its quantity: "Think time · Mean". */
export function fieldLabel(names: FieldNames, field: Field): string | undefined {
  const distribution = distributionOf(field);
  if (!distribution) return names.fields[field.path] ?? names.fields[field.key];
  const ofWhole = fieldLabel(names, distribution);
  if (field.key === 'Dist.constant.value') return ofWhole;
  const fieldName = names.fields[field.key];
  return fieldName && ofWhole && `${ofWhole} · ${fieldName}`;
}

/** Everything by which a field is found: its name, its path, what people say for it, and what libraries call it. */
export function fieldSearchText(names: FieldNames, field: Field): string {
  const setting = distributionOf(field) ?? field;
  const keys = allClientKeys(setting.key).map(({ library, key }) => `${library} ${key}`);
  const words = names.search[setting.path] ?? names.search[setting.key];
  return [fieldLabel(names, field), field.path, words, ...keys].filter(Boolean).join(' ').toLowerCase();
}

/** The name of one value of a choice or a switch. */
export const choiceLabel = (names: FieldNames, field: Field, value: string): string | undefined =>
  field.kind === 'boolean' ? names.booleans[value] : names.choices[`${field.choiceKey}.${value}`];
