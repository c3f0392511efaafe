/**
 * Selecting a variant: its required fields get values derived from the previous one. Loaded with the first
 * selection.
 */
import { applyEdits } from './apply-edits.ts';
import { meanOf } from './derived.ts';
import { type Field, fields } from './fields.ts';
import type { Dist, Scenario } from './generated/scenario.ts';
import { getAt, type Json } from './patch.ts';

/** Edits that set a field to a choice; the kind of a variant includes its required fields. */
export const choiceEdits = (field: Field, scenario: Scenario, choice: string): Record<string, Json> =>
  field.path.endsWith('.kind') ? variantEdits(field, scenario, choice) : { [field.path]: choice };

/** Edits that select another variant, with values for its required fields. */
function variantEdits(field: Field, scenario: Scenario, variant: string): Record<string, Json> {
  const prefix = field.path.slice(0, -'kind'.length);
  const chosen = applyEdits(scenario, { [field.path]: variant });
  const edits: Record<string, Json> = { [field.path]: variant };
  const mean = meanOf(getAt(scenario, prefix.slice(0, -1)) as Dist | undefined) || 0;
  for (const inner of fields) {
    const isDirect = inner.path.startsWith(prefix) && !inner.path.slice(prefix.length).includes('.');
    const exists = inner.when.every(({ path, is }) => getAt(chosen, path) === is);
    if (!isDirect || inner === field || !exists || inner.default !== undefined) continue;
    edits[inner.path] = firstValue(inner, mean);
  }
  return edits;
}

function firstValue(field: Field, mean: number): number {
  if (field.path.endsWith('.min')) return 0;
  if (field.path.endsWith('.max')) return 2 * mean;
  if (field.path.endsWith('.mean') || field.path.endsWith('.value')) return mean;
  // Two stages, or twice the variability of an exponential: a visible difference.
  return Math.max(2, field.min ?? 0);
}
