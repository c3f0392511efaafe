import type { Words } from '../../ui/texts.tsx';
import { halfText, type RowUnit } from './rows.ts';

/** Half of the interval of a difference: of shares, in points. */
export const differenceHalf = (
  unit: RowUnit,
  half: number,
  words: Words,
  points: (value: string) => string,
): string => (unit === 'share' ? points(words.number(half * 100)) : halfText(unit, half, words));
