/** Values of an axis as people type them: `10, 20k`, `0.5 ms, 1 ms`. */
import { valueFrom } from '../scenario/amount.ts';
import type { Field } from '../scenario/fields.ts';
import type { AxisValue } from './definition.ts';

/** A space between a number and its unit. */
const BEFORE_UNIT = /(\d)[ \u00a0]+(?=[a-zµμ%])/gi;

/**
 * The number that a text stands for, in the unit of the setting.
 * @param field undefined: a count without a unit
 * @returns undefined for a text that is no number, or has a unit that the setting does not take
 */
export function readAxisNumber(text: string, field: Field | undefined): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const isNumber = field?.kind === 'number' || field?.kind === 'integer';
  const plain = Number(trimmed);
  if (Number.isFinite(plain)) return plain;
  return isNumber ? valueFrom(trimmed, field) : undefined;
}

/** The values of a list; a part that is no number stays a text, which the engine refuses or takes as a choice. */
export const readAxisValues = (text: string, field: Field | undefined): AxisValue[] => [
  ...new Set(
    text
      .replace(BEFORE_UNIT, '$1')
      .split(/[\s,;，；、]+/)
      .filter((part) => part !== '')
      .map((part): AxisValue => {
        if (part === 'true' || part === 'false') return part === 'true';
        return readAxisNumber(part, field) ?? part;
      }),
  ),
];
