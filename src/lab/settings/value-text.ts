/** A field's value as text, with a suitable unit. */
import type { Field } from '../../model/scenario/fields.ts';
import type { Words } from '../../ui/texts.tsx';

const NS: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6 };

/** "1.2 ms", "50,000 /s", "Pooled", "yes"; a value of another type unchanged. */
export function valueText(field: Field, value: unknown, words: Words): string {
  if (field.kind === 'choice' && typeof value === 'string') return words.choice(field, value);
  if (typeof value === 'boolean') return words.choice(field, String(value));
  if (typeof value !== 'number') return String(value ?? '');
  if (field.path === 'seed') return String(value);
  // A share.
  if (field.unit === undefined && field.kind === 'number' && field.max === 1) return words.percent(value);
  const factor = NS[field.unit ?? ''];
  if (factor !== undefined) return words.duration(value * factor);
  return field.unit === undefined ? words.number(value) : `${words.number(value)}\u00a0${field.unit}`;
}
