/** Defaults of scenarios as rows of one table: each with the field that names it, and the one that has its unit. */
import type { Default } from '../../model/scenario/defaults.ts';
import { type Field, fieldNamed, fields } from '../../model/scenario/fields.ts';

export interface DefaultRow extends Default {
  readonly field: Field;
  /** The field that its value is one of: of a distribution its constant. */
  readonly valueField: Field;
  /** The choice whose kinds it is the default of, where not all have the same. */
  readonly choice: Field | undefined;
}

/** Whatever a scenario has a field for; the costs that replace those of a profile have none by default. */
export const defaultRows = (defaults: readonly Default[]): DefaultRow[] =>
  defaults.flatMap((one): DefaultRow[] => {
    const [kind] = one.of ?? [];
    const field =
      fields.find(({ path, when }) => path === one.path && when.some(({ is }) => is === kind)) ??
      fieldNamed(one.path);
    if (!field) return [];
    const valueField = fieldNamed(`${one.path}.value`) ?? field;
    const choice = one.of && fieldNamed(`${one.path.slice(0, one.path.lastIndexOf('.'))}.kind`);
    return [{ ...one, field, valueField, choice }];
  });
