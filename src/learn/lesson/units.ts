/** Values of lessons in the reader's words. */

import { useWords } from '../../ui/texts.tsx';
import type { Unit } from '../lessons/lesson.ts';

const NS_PER_US = 1000;

/** "8,123/s", "12 ms", "3.8%", "×18": how a value of a unit is written. */
export function useUnits(): (unit: Unit, value: number | undefined) => string {
  const words = useWords();
  return (unit, value) => {
    if (value === undefined || !Number.isFinite(value)) return '…';
    if (unit === 'us') return words.duration(value * NS_PER_US);
    if (unit === 'percent') return words.percent(value / 100);
    if (unit === 'rate') return `${words.number(value)}/s`;
    return unit === 'factor' ? `×${words.number(value)}` : words.number(value);
  };
}
