/** Values of a link or a field that are written with a unit or with separators, as the numbers they are; loaded with the first such value. */
import { inField, readAmount } from './amount.ts';
import { fieldNamed } from './fields.ts';
import type { Edits, Json } from './patch.ts';

/** The edits with every amount in its field's unit. What is none stays as it was written: the engine says what is wrong with it. */
export const withUnits = (edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([path, value]): [string, Json] => {
      const field = typeof value === 'string' ? fieldNamed(path) : undefined;
      const isNumber = field?.kind === 'number' || field?.kind === 'integer';
      const amount = isNumber ? readAmount(String(value)) : undefined;
      return [path, (field && amount && inField(amount, field)) ?? value];
    }),
  );
