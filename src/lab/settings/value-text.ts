/** A field's value as text, with a suitable unit. */
import type { Field } from '../../model/scenario/fields.ts';
import type { Words } from '../../ui/texts.tsx';

const NS: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6 };

/** A unit as it follows a number: of a rate only "/s". */
const unitAfter = (unit: string | undefined): string =>
  unit === undefined ? '' : unit === '1/s' ? '/s' : `\u00a0${unit}`;

/** "1.2 ms", "50,000/s", "Pooled", "yes"; a value of another type unchanged. */
export function valueText(field: Field, value: unknown, words: Words): string {
  if (field.kind === 'choice' && typeof value === 'string') return words.choice(field, value);
  if (typeof value === 'boolean') return words.choice(field, String(value));
  if (typeof value !== 'number') return String(value ?? '');
  if (field.path === 'seed') return String(value);
  // A share.
  if (field.unit === undefined && field.kind === 'number' && field.max === 1) return words.percent(value);
  const factor = NS[field.unit ?? ''];
  if (factor !== undefined) return words.duration(value * factor);
  return `${words.number(value)}${unitAfter(field.unit)}`;
}
