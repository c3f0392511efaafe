/** Defaults of scenarios as rows of one table. */
import { distributionOf } from '../../i18n/field-names.ts';
import type { Provenance } from '../../model/scenario/cost-profiles.ts';
import { type Field, fieldNamed, fields } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';

export interface DefaultRow {
  /** Path in a scenario; for a distribution, without the parameter's name. */
  readonly path: string;
  readonly field: Field;
  /** The field of its value: for a distribution its constant. */
  readonly valueField: Field;
  readonly default: Json;
  readonly provenance: Provenance;
  readonly source: string;
}

/** Where defaults come from, by definition: `Network.rttUs`. */
export interface DefaultSources {
  readonly sources: Readonly<Record<string, string>>;
  readonly provenances: Readonly<Record<string, Provenance>>;
}

const rowOf = (field: Field, { sources, provenances }: DefaultSources): DefaultRow | undefined => {
  const source = sources[field.key];
  const provenance = provenances[field.key];
  // Parameters of a distribution have no source of their own.
  if (source === undefined || provenance === undefined || distributionOf(field)) return undefined;
  const path = field.choiceKey === 'Dist' ? field.path.slice(0, -'.kind'.length) : field.path;
  const valueField = fieldNamed(`${path}.value`) ?? field;
  const value = valueField.default;
  return value === undefined ? undefined : { path, field, valueField, default: value, provenance, source };
};

/** All settings that have a default, in schema order; what several kinds share is one row if its source is one. */
export const defaultRows = (from: DefaultSources): DefaultRow[] => {
  const rows = new Map<string, DefaultRow>();
  for (const field of fields) {
    const row = rowOf(field, from);
    if (!row) continue;
    const id = `${row.path} ${row.source}`;
    if (!rows.has(id)) rows.set(id, row);
  }
  return [...rows.values()];
};

/** The kind that a row is of, if other kinds have a setting at the same path with another source. */
export const kindOf = (row: DefaultRow, rows: readonly DefaultRow[]) =>
  rows.some((other) => other !== row && other.path === row.path) ? row.field.when.at(-1) : undefined;
