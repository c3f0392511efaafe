/** Defaults of scenarios as rows of one table, with the field of the name and the field of the unit. */
import type { Default } from '../../model/scenario/defaults.ts';
import { type Field, fieldNamed, fields } from '../../model/scenario/fields.ts';

export interface DefaultRow extends Default {
  readonly field: Field;
  /** The field of its value: for a distribution its constant. */
  readonly valueField: Field;
  /** The choice whose kinds it belongs to, if defaults differ by kind. */
  readonly choice: Field | undefined;
}

/** Everything that a scenario has a field for; overriding costs have no defaults. */
export const defaultRows = (defaults: readonly Default[]): DefaultRow[] =>
  defaults.flatMap((entry): DefaultRow[] => {
    const [kind] = entry.of ?? [];
    const field =
      fields.find(({ path, when }) => path === entry.path && when.some(({ is }) => is === kind)) ??
      fieldNamed(entry.path);
    if (!field) return [];
    const valueField = fieldNamed(`${entry.path}.value`) ?? field;
    const choice = entry.of && fieldNamed(`${entry.path.slice(0, entry.path.lastIndexOf('.'))}.kind`);
    return [{ ...entry, field, valueField, choice }];
  });
